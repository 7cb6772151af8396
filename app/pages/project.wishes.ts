import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { refused, type Outcome } from '#portfolio/outcome.ts'
import { addPhoto, aimImage, describeImage, moveImages, removeImages } from '#portfolio/photo/edit.ts'
import { editText } from '#portfolio/project/edit.ts'
import { readPosition, type ProjectText } from '#portfolio/project/project.ts'
import type { Visit } from '#app/context.ts'

/** Does what a form of the project's page asks for. */
export async function fulfil({ parts, person }: Visit, projectId: string, form: FormData): Promise<Outcome<unknown>> {
  const said = (name: string) => String(form.get(name) ?? '')
  const listed = (name: string) => form.getAll(name).map(String)
  const [photoId, photoIds] = [said('photoId'), listed('photoId')]
  const upload = { projectId, uploadId: said('uploadId'), alt: said('alt'), selection: listed('selection') }
  switch (said('intent')) {
    case 'save-text': {
      const version = readPosition(said('version'))
      const field = said('field')
      if (version === null || !isText(field)) break
      const wish = { id: projectId, field, text: said('text'), version }
      return changeAsAdmin(parts, person, (unit, admin) => editText(unit, admin, wish))
    }
    case 'add-image':
      return addPhoto(parts, person, { ...upload, place: 'gallery' })
    case 'replace-cover':
      return addPhoto(parts, person, { ...upload, place: 'cover' })
    case 'move-image': {
      const wish = { projectId, photoIds, position: said('position') }
      return changeAsAdmin(parts, person, (unit, admin) => moveImages(unit, admin, wish))
    }
    case 'remove-image':
      return changeAsAdmin(parts, person, (unit, admin) => removeImages(unit, admin, { projectId, photoIds }))
    case 'describe-image': {
      const wish = { projectId, photoId, alt: said('alt'), was: said('was') }
      return changeAsAdmin(parts, person, (unit, admin) => describeImage(unit, admin, wish))
    }
    case 'aim-image': {
      const wish = { projectId, photoId, x: said('x'), y: said('y') }
      return changeAsAdmin(parts, person, (unit, admin) => aimImage(unit, admin, wish))
    }
  }
  return refused('malformed', 'This request was not understood.')
}

function isText(field: string): field is ProjectText {
  return field === 'name' || field === 'details'
}
