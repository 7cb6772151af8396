import { asAdmin } from '#portfolio/account/as-admin.ts'
import { refused, type Result } from '#portfolio/result.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { chooseCover, moveImages, removeImages, undoImageMove } from '#portfolio/gallery/edit.ts'
import { editAltText, editCredit, retryPhoto, setFocalPoint } from '#portfolio/photo/edit.ts'
import { undoReplacement } from '#portfolio/photo/replace.ts'
import { editText, publishProject, withdrawProject } from '#portfolio/project/edit.ts'
import { parseWholeNumber } from '#portfolio/whole-number.ts'
import { projectTexts } from '#portfolio/project/project.ts'
import { readAdminFormData } from '#app/requests/form-data.ts'
import { getRequestContext, type RequestContext } from '#app/requests/request-context.ts'
import { respondWith } from '#app/requests/responses.ts'
import type { Route } from './+types/project.ts'

/** Runs the command named by the form field `intent`. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  const form = await readAdminFormData(requestContext, request)
  return respondWith(form.ok ? await runIntent(requestContext, params.projectId, form.value) : form)
}

async function runIntent(
  { ports, person }: RequestContext,
  projectId: string,
  form: FormData,
): Promise<Result<unknown>> {
  const field = (name: string) => String(form.get(name) ?? '')
  const list = (name: string) => form.getAll(name).map(String)
  const [photoId, photoIds, originalId] = [field('photoId'), list('photoId'), field('originalId')]
  const upload = { projectId, uploadId: field('uploadId'), alt: field('alt'), batch: list('batch') }
  switch (field('intent')) {
    case 'save-text': {
      const version = parseWholeNumber(field('version'))
      const text = projectTexts.find((name) => name === field('field'))
      if (version === null || text === undefined) break
      const input = { id: projectId, field: text, text: field('text'), version }
      return asAdmin(ports, person, (unit, admin) => editText(unit, admin, input))
    }
    case 'publish':
      return asAdmin(ports, person, (unit, admin) => publishProject(unit, admin, { id: projectId }))
    case 'withdraw':
      return asAdmin(ports, person, (unit, admin) => withdrawProject(unit, admin, { id: projectId }))
    case 'add-image':
      return attachPhoto(ports, person, { ...upload, place: 'gallery' })
    case 'replace-cover':
      return attachPhoto(ports, person, { ...upload, place: 'cover' })
    case 'replace-image':
      return attachPhoto(ports, person, { ...upload, place: 'gallery', replaces: { photoId, originalId } })
    case 'undo-replacement':
      return asAdmin(ports, person, (unit, admin) => undoReplacement(unit, admin, { projectId, photoId, originalId }))
    case 'retry-photo':
      return asAdmin(ports, person, (unit, admin) => retryPhoto(unit, admin, { projectId, photoId }))
    case 'move-image': {
      const input = { projectId, photoIds, position: field('position') }
      return asAdmin(ports, person, (unit, admin) => moveImages(unit, admin, input))
    }
    case 'use-as-cover':
      return asAdmin(ports, person, (unit, admin) => chooseCover(unit, admin, { projectId, photoId }))
    case 'undo-move': {
      const input = { projectId, moveId: field('moveId') }
      return asAdmin(ports, person, (unit, admin) => undoImageMove(unit, admin, input))
    }
    case 'remove-image':
      return asAdmin(ports, person, (unit, admin) => removeImages(unit, admin, { projectId, photoIds }))
    case 'set-alt-text': {
      const input = { projectId, photoId, alt: field('alt'), baseText: field('baseText') }
      return asAdmin(ports, person, (unit, admin) => editAltText(unit, admin, input))
    }
    case 'set-credit': {
      const input = { projectId, photoId, credit: field('credit'), baseText: field('baseText') }
      return asAdmin(ports, person, (unit, admin) => editCredit(unit, admin, input))
    }
    case 'set-focal-point': {
      const input = { projectId, photoId, x: field('x'), y: field('y') }
      return asAdmin(ports, person, (unit, admin) => setFocalPoint(unit, admin, input))
    }
  }
  return refused('malformed', 'This request was not understood.')
}
