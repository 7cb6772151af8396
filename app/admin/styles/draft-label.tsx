import { useTimeFormat } from '#app/admin/forms/use-time-format.ts'

/** Marks a project that only admins see; `publishAt` says until when. */
export function DraftLabel({ publishAt }: { publishAt?: string | undefined }) {
  const { formatTime } = useTimeFormat()
  return <p className="tool-draft">Draft{publishAt ? ` until ${formatTime(publishAt)}` : null}</p>
}
