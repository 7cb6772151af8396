import { useState } from 'react'
import type { Project } from '#portfolio/project/project.ts'
import type { PrivateLink } from '#portfolio/private-link/private-link.ts'
import type { Refusal } from '#portfolio/result.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { DraftLabel } from '#app/admin/styles/draft-label.tsx'
import { Address } from './address.tsx'
import { PublishLater } from './publish-later.tsx'
import ToolsForm from '#app/admin/navigation/tools-form.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { projectAction } from '#app/admin/forms/project-action.ts'
import { PrivateLinks } from './private-links.tsx'

interface PublicationProps {
  project: Project
  /** Schedules wait until somebody confirms the clock. */
  publishingPaused: boolean
  links: readonly PrivateLink[]
}

/** Publishes a draft now or later, or makes a published project a draft again, and edits the address. */
export default function Publication({ project, publishingPaused, links }: PublicationProps) {
  const { id, draft } = project
  const { submit, submitting } = useActionFetcher(projectAction(id))
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [changed, setChanged] = useState(false)
  const ready = useHydrated()

  const change = async () => {
    if (submitting) return
    const result = await submit({ intent: draft ? 'publish' : 'withdraw' })
    setRefusal(result.ok ? null : result)
    setChanged(result.ok)
  }
  return (
    <>
      <section className="tool-publication" aria-label="Publication">
        <AdminStyles />
        <StatusMessage>
          {changed ? (draft ? 'Only you see it now.' : 'Published. Visitors see it now.') : null}
        </StatusMessage>
        {draft ? <DraftLabel /> : null}
        {draft ? <ToolsForm hide label="Preview as a visitor" className="tool-link" /> : null}
        <button
          type="button"
          className={draft ? buttonClass('primary') : 'tool-link'}
          disabled={!ready}
          aria-disabled={submitting || undefined}
          aria-busy={submitting || undefined}
          // The second click of a double click would undo the first.
          onClick={({ detail }) => void (detail < 2 && change())}
        >
          {draft ? 'Publish' : 'Back to draft'}
        </button>
        <Address project={project} />
        {draft ? <PublishLater project={project} paused={publishingPaused} /> : null}
        {refusal ? <FailureMessage message="Failed to update project data" reason={refusal} /> : null}
      </section>
      {draft ? <PrivateLinks projectId={id} links={links} /> : null}
    </>
  )
}
