import { asAdmin } from '#portfolio/account/as-admin.ts'
import { editAltText, editCredit, editImageCaption } from '#portfolio/photo/edit.ts'
import type { Result } from '#portfolio/result.ts'
import type { RequestContext } from '#app/requests/request-context.ts'

/** Runs a command that describes an image of a project; `null` if the form's `intent` is another one. */
export async function runImageTextIntent(
  { ports, person }: Pick<RequestContext, 'ports' | 'person'>,
  projectId: string,
  form: FormData,
): Promise<Result<unknown> | null> {
  const field = (name: string) => String(form.get(name) ?? '')
  const reference = { projectId, photoId: field('photoId'), baseText: field('baseText') }
  switch (field('intent')) {
    case 'set-alt-text': {
      const input = { ...reference, alt: field('alt') }
      return asAdmin(ports, person, (unit, admin) => editAltText(unit, admin, input))
    }
    case 'set-caption': {
      const input = { ...reference, caption: field('caption') }
      return asAdmin(ports, person, (unit, admin) => editImageCaption(unit, admin, input))
    }
    case 'set-credit': {
      const input = { ...reference, credit: field('credit') }
      return asAdmin(ports, person, (unit, admin) => editCredit(unit, admin, input))
    }
  }
  return null
}
