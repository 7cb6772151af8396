import { asAdmin } from '#portfolio/account/as-admin.ts'
import { revokeLink, sharePrivately } from '#portfolio/private-link/edit.ts'
import { publishProject, withdrawProject } from '#portfolio/project/edit.ts'
import type { Result } from '#portfolio/result.ts'
import { cancelSchedule, schedulePublication } from '#portfolio/schedule/edit.ts'
import type { RequestContext } from '#app/requests/request-context.ts'

/** Runs the command that the form's `intent` names, if it decides who sees a project, and when; otherwise `null`. */
export async function runPublicationIntent(
  { ports, person }: Pick<RequestContext, 'ports' | 'person'>,
  projectId: string,
  form: FormData,
): Promise<Result<unknown> | null> {
  const field = (name: string) => String(form.get(name) ?? '')
  switch (field('intent')) {
    case 'publish':
      return asAdmin(ports, person, (unit, admin) => publishProject(unit, admin, { id: projectId }))
    case 'withdraw':
      return asAdmin(ports, person, (unit, admin) => withdrawProject(unit, admin, { id: projectId }))
    case 'share-privately': {
      const input = { projectId, recipient: field('recipient'), until: field('until') }
      return asAdmin(ports, person, (unit, admin) => sharePrivately(unit, admin, input))
    }
    case 'revoke-link':
      return asAdmin(ports, person, (unit, admin) => revokeLink(unit, admin, { projectId, linkId: field('linkId') }))
    case 'schedule-publication': {
      const input = { id: projectId, localTime: field('localTime'), basePublishAt: field('basePublishAt') }
      return asAdmin(ports, person, (unit, admin) => schedulePublication(unit, admin, input))
    }
    case 'cancel-schedule': {
      const input = { id: projectId, basePublishAt: field('basePublishAt') }
      return asAdmin(ports, person, (unit, admin) => cancelSchedule(unit, admin, input))
    }
  }
  return null
}
