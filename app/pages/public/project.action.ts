import { asAdmin } from '#portfolio/account/as-admin.ts'
import { editFact } from '#portfolio/fact/edit.ts'
import { isFactKey } from '#portfolio/fact/fact.ts'
import { refused, type Result } from '#portfolio/result.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { retryPhoto, setFocalPoint } from '#portfolio/photo/edit.ts'
import { undoReplacement } from '#portfolio/photo/replace.ts'
import { editText } from '#portfolio/project/edit.ts'
import { editSlug } from '#portfolio/project-address/edit.ts'
import { findProjectId } from '#portfolio/project-address/show.ts'
import { parseWholeNumber } from '#portfolio/whole-number.ts'
import { projectTexts } from '#portfolio/project/project.ts'
import { readAdminFormData } from '#app/requests/form-data.ts'
import { getRequestContext, type RequestContext } from '#app/requests/request-context.ts'
import { respondWith } from '#app/requests/responses.ts'
import { runGalleryIntent } from './project.gallery.ts'
import { runImageTextIntent } from './project.image-texts.ts'
import { runPublicationIntent } from './project.publication.ts'
import type { Route } from './+types/project.ts'

export async function action({ request, params, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  const form = await readAdminFormData(requestContext, request)
  return respondWith(form.ok ? await runIntent(requestContext, params.slug ?? '', form.value) : form)
}

async function runIntent(context: RequestContext, segment: string, form: FormData): Promise<Result<unknown>> {
  const { ports, person } = context
  const projectId = (await findProjectId(ports.db, segment, 'admins')) ?? segment
  const field = (name: string) => String(form.get(name) ?? '')
  const [photoId, originalId] = [field('photoId'), field('originalId')]
  const batch = form.getAll('batch').map(String)
  const upload = { projectId, uploadId: field('uploadId'), alt: field('alt'), batch }
  switch (field('intent')) {
    case 'save-text':
    case 'save-fact':
      return saveText({ ports, person }, projectId, field)
    case 'edit-address': {
      const input = { id: projectId, slug: field('slug'), baseSlug: field('baseSlug') }
      return asAdmin(ports, person, (unit, admin) => editSlug(unit, admin, input))
    }
    case 'add-image':
      return attachPhoto(ports, person, { ...upload, place: 'gallery', hidden: field('hidden') === 'yes' })
    case 'replace-cover':
      return attachPhoto(ports, person, { ...upload, place: 'cover' })
    case 'replace-image':
      return attachPhoto(ports, person, { ...upload, place: 'gallery', replaces: { photoId, originalId } })
    case 'undo-replacement':
      return asAdmin(ports, person, (unit, admin) => undoReplacement(unit, admin, { projectId, photoId, originalId }))
    case 'retry-photo':
      return asAdmin(ports, person, (unit, admin) => retryPhoto(unit, admin, { projectId, photoId }))
    case 'set-focal-point': {
      const input = { projectId, photoId, x: field('x'), y: field('y') }
      return asAdmin(ports, person, (unit, admin) => setFocalPoint(unit, admin, input))
    }
  }
  return (
    (await runGalleryIntent({ ports, person }, projectId, form)) ??
    (await runPublicationIntent({ ports, person }, projectId, form)) ??
    (await runImageTextIntent({ ports, person }, projectId, form)) ??
    notUnderstood
  )
}

const notUnderstood = refused('malformed', 'This request was not understood.')

async function saveText(
  { ports, person }: Pick<RequestContext, 'ports' | 'person'>,
  projectId: string,
  field: (name: string) => string,
): Promise<Result<unknown>> {
  const [name, text, version] = [field('field'), field('text'), parseWholeNumber(field('version'))]
  if (version === null) return notUnderstood
  if (field('intent') === 'save-fact') {
    if (!isFactKey(name)) return notUnderstood
    return asAdmin(ports, person, (unit, admin) => editFact(unit, admin, { projectId, key: name, text, version }))
  }
  const projectText = projectTexts.find((one) => one === name)
  if (!projectText) return notUnderstood
  const input = { id: projectId, field: projectText, text, version }
  return asAdmin(ports, person, (unit, admin) => editText(unit, admin, input))
}
