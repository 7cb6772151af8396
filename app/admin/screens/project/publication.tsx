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
import { ToolsForm } from '#app/admin/navigation/tools-form.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { projectAction } from '#app/admin/forms/project-action.ts'
import { PrivateLinks } from './private-links.tsx'
import { usePanel } from './use-panel.tsx'

interface PublicationProps {
  project: Project
  /** Whether schedules are paused until an admin confirms the server's clock. */
  publishingPaused: boolean
  links: readonly PrivateLink[]
}

export default function Publication({ project, publishingPaused, links }: PublicationProps) {
  const { id, draft } = project
  const { submit, submitting } = useActionFetcher(projectAction(id))
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [changed, setChanged] = useState(false)
  const ready = useHydrated()
  const address = usePanel('Edit address')
  const schedule = usePanel(project.publishAt ? 'Change time' : 'Publish later')
  const sharing = usePanel('Share privately')

  const change = async () => {
    if (submitting) return
    const result = await submit({ intent: draft ? 'publish' : 'withdraw' })
    setRefusal(result.ok ? null : result)
    setChanged(result.ok)
  }
  return (
    <section className="tool-publication" aria-label="Publication">
      <AdminStyles />
      <div className="tool-publication-row">
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
        {address.button}
        {draft ? schedule.button : null}
        {draft ? sharing.button : null}
        {draft && links.length > 0 ? (
          <span className="tool-link-count">{links.length === 1 ? '1 link' : `${links.length} links`}</span>
        ) : null}
      </div>
      <StatusMessage>
        {changed ? (draft ? 'Only admins see it now.' : 'Published. Visitors see it now.') : null}
      </StatusMessage>
      {refusal ? <FailureMessage message="Failed to update project data" reason={refusal} /> : null}
      <Address project={project} panel={address} />
      {draft ? <PublishLater project={project} paused={publishingPaused} panel={schedule} /> : null}
      {draft ? <PrivateLinks projectId={id} links={links} panel={sharing} /> : null}
    </section>
  )
}
