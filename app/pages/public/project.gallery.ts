import { asAdmin } from '#portfolio/account/as-admin.ts'
import { chooseCover, moveImages, removeImages, setImageLayout, undoImageMove } from '#portfolio/gallery/edit.ts'
import { hideImages, showHiddenImages, showImages } from '#portfolio/hidden-images/edit.ts'
import type { Result } from '#portfolio/result.ts'
import type { RequestContext } from '#app/requests/request-context.ts'

/** Runs the command that the form's `intent` names, if it arranges the images of a project; otherwise `null`. */
export async function runGalleryIntent(
  { ports, person }: Pick<RequestContext, 'ports' | 'person'>,
  projectId: string,
  form: FormData,
): Promise<Result<unknown> | null> {
  const field = (name: string) => String(form.get(name) ?? '')
  const photoId = field('photoId')
  const photoIds = form.getAll('photoId').map(String)
  switch (field('intent')) {
    case 'move-image': {
      const input = { projectId, photoIds, position: field('position') }
      return asAdmin(ports, person, (unit, admin) => moveImages(unit, admin, input))
    }
    case 'use-as-cover':
      return asAdmin(ports, person, (unit, admin) => chooseCover(unit, admin, { projectId, photoId }))
    case 'set-layout': {
      const input = { projectId, photoId, layout: field('layout') }
      return asAdmin(ports, person, (unit, admin) => setImageLayout(unit, admin, input))
    }
    case 'hide-image':
      return asAdmin(ports, person, (unit, admin) => hideImages(unit, admin, { projectId, photoIds }))
    case 'show-image':
      return asAdmin(ports, person, (unit, admin) => showImages(unit, admin, { projectId, photoIds }))
    case 'show-hidden-images':
      return asAdmin(ports, person, (unit, admin) => showHiddenImages(unit, admin, { projectId }))
    case 'undo-move': {
      const input = { projectId, moveId: field('moveId') }
      return asAdmin(ports, person, (unit, admin) => undoImageMove(unit, admin, input))
    }
    case 'remove-image':
      return asAdmin(ports, person, (unit, admin) => removeImages(unit, admin, { projectId, photoIds }))
  }
  return null
}
