import { UnsavedDraftCleanup } from '#app/admin/forms/unsaved-draft-cleanup.tsx'
import { ToolsForm } from './tools-form.tsx'

/** The button that hides or shows the admin's tools. Also cleans up the account's unsaved drafts, in both cases. */
export default function AdminControls({ tools, userId }: { tools: 'hidden' | 'shown'; userId: string }) {
  return (
    <>
      <ToolsForm hide={tools === 'shown'} />
      <UnsavedDraftCleanup userId={userId} />
    </>
  )
}
