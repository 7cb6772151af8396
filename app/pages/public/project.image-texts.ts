import { asAdmin } from '#portfolio/account/as-admin.ts'
import { setImageDetails } from '#portfolio/image-details/edit.ts'
import { editAltText, editCredit, editImageCaption } from '#portfolio/photo/edit.ts'
import type { Result } from '#portfolio/result.ts'
import type { RequestContext } from '#app/requests/request-context.ts'

/** Runs the command that the form's `intent` names, if it describes images of a project; otherwise `null`. */
export async function runImageTextIntent(
  { ports, person }: Pick<RequestContext, 'ports' | 'person'>,
  projectId: string,
  form: FormData,
): Promise<Result<unknown> | null> {
  const field = (name: string) => String(form.get(name) ?? '')
  const list = (name: string) => form.getAll(name).map(String)
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
    case 'describe-images': {
      const credit = form.has('credit') ? field('credit') : null
      const images = { projectId, photoIds: list('photoId'), baseCredits: list('baseCredit') }
      const input = { ...images, kind: field('kind'), credit }
      return asAdmin(ports, person, (unit, admin) => setImageDetails(unit, admin, input))
    }
  }
  return null
}
