/** Marks a project that only admins see. */
export function DraftLabel() {
  return <p className="tool-draft">Draft</p>
}
