import { asAdmin, type Admin } from '#portfolio/account/as-admin.ts'
import { refused, type Result } from '#portfolio/result.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { removeLogo, restoreLogo } from '#portfolio/logo/edit.ts'
import { editAltText, editStudioCaption, retryPhoto, setFocalPoint, setShownProject } from '#portfolio/photo/edit.ts'
import { parseWholeNumber } from '#portfolio/whole-number.ts'
import { addSector, removeSector, renameSector, restoreSector } from '#portfolio/sector/edit.ts'
import { addSocialLink, removeSocialLink, restoreSocialLink } from '#portfolio/social-link/edit.ts'
import { editStudioText } from '#portfolio/studio/edit.ts'
import { studioTextLimits, type StudioText } from '#portfolio/studio/text-limits.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import {
  addValue,
  editValueText,
  moveValue,
  removeValue,
  restoreValue,
  setValueDrawing,
} from '#portfolio/value/edit.ts'
import { readAdminFormData } from '#app/requests/form-data.ts'
import { getRequestContext, type RequestContext } from '#app/requests/request-context.ts'
import { respondWith } from '#app/requests/responses.ts'
import type { Route } from './+types/studio.ts'
import { runOldAddressIntent } from './studio.old-addresses.ts'

const notUnderstood = refused('malformed', 'This request was not understood.')

type Run = (command: (unit: UnitOfWork, admin: Admin) => Promise<Result<unknown>>) => Promise<Result<unknown>>

/** Runs the command named by the form field `intent`. Every page that shows texts of the studio posts here. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = getRequestContext(context)
  const form = await readAdminFormData(requestContext, request)
  return respondWith(form.ok ? await runIntent(requestContext, form.value) : form)
}

async function runIntent({ ports, person, origin }: RequestContext, form: FormData): Promise<Result<unknown>> {
  const field = (name: string) => String(form.get(name) ?? '')
  const run: Run = (command) => asAdmin<unknown>(ports, person, command)
  const [name, text, version, photoId] = [
    field('field'),
    field('text'),
    parseWholeNumber(field('version')),
    field('photoId'),
  ]
  const photo = { projectId: null, photoId }
  switch (field('intent')) {
    case 'save-text': {
      if (version === null || !isStudioText(name)) break
      return run((unit, admin) => editStudioText(unit, admin, { field: name, text, version }))
    }
    case 'save-value': {
      if (version === null || (name !== 'title' && name !== 'text')) break
      const input = { id: field('valueId'), field: name, text, version } as const
      return run((unit, admin) => editValueText(unit, admin, input))
    }
    case 'save-caption': {
      if (version === null) break
      return run((unit, admin) => editStudioCaption(unit, admin, { ...photo, text, version }))
    }
    case 'replace-photo': {
      const place = field('place')
      if (!isStudioPlace(place)) break
      const upload = { uploadId: field('uploadId'), alt: field('alt'), valueId: field('valueId') }
      return attachPhoto(ports, person, { ...upload, projectId: null, place })
    }
    case 'set-alt-text': {
      const input = { ...photo, alt: field('alt'), baseText: field('baseText') }
      return run((unit, admin) => editAltText(unit, admin, input))
    }
    case 'set-focal-point':
      return run((unit, admin) => setFocalPoint(unit, admin, { ...photo, x: field('x'), y: field('y') }))
    case 'retry-photo':
      return run((unit, admin) => retryPhoto(unit, admin, photo))
    case 'remove-logo':
      return run((unit, admin) => removeLogo(unit, admin, { id: photoId }))
    case 'restore-logo':
      return run((unit, admin) => restoreLogo(unit, admin, { id: photoId }))
    case 'set-shown-project': {
      const input = { photoId, shownProjectId: field('shownProjectId') }
      return run((unit, admin) => setShownProject(unit, admin, input))
    }
  }
  return runSectorIntent(run, field) ?? runOldAddressIntent(run, field, origin) ?? runValueOrLinkIntent(run, field)
}

function runSectorIntent(run: Run, field: (name: string) => string): Promise<Result<unknown>> | null {
  const [id, version] = [field('sectorId'), parseWholeNumber(field('version'))]
  switch (field('intent')) {
    case 'add-sector':
      return run((unit, admin) => addSector(unit, admin, { name: field('name') }))
    case 'rename-sector': {
      if (version === null) break
      return run((unit, admin) => renameSector(unit, admin, { id, name: field('text'), version }))
    }
    case 'remove-sector':
      return run((unit, admin) => removeSector(unit, admin, { id }))
    case 'restore-sector':
      return run((unit, admin) => restoreSector(unit, admin, { id }))
  }
  return null
}

async function runValueOrLinkIntent(run: Run, field: (name: string) => string): Promise<Result<unknown>> {
  const [value, link] = [{ id: field('valueId') }, { id: field('linkId') }]
  switch (field('intent')) {
    case 'add-value':
      return run((unit, admin) => addValue(unit, admin))
    case 'move-value':
      return run((unit, admin) => moveValue(unit, admin, { ...value, position: field('position') }))
    case 'set-drawing':
      return run((unit, admin) => setValueDrawing(unit, admin, { ...value, drawing: field('drawing') }))
    case 'remove-value':
      return run((unit, admin) => removeValue(unit, admin, value))
    case 'restore-value':
      return run((unit, admin) => restoreValue(unit, admin, value))
    case 'add-link':
      return run((unit, admin) => addSocialLink(unit, admin, { href: field('href') }))
    case 'remove-link':
      return run((unit, admin) => removeSocialLink(unit, admin, link))
    case 'restore-link':
      return run((unit, admin) => restoreSocialLink(unit, admin, link))
  }
  return notUnderstood
}

function isStudioText(name: string): name is StudioText {
  return Object.hasOwn(studioTextLimits, name)
}

const studioPlaces = ['hero', 'portrait', 'value', 'logo'] as const

function isStudioPlace(place: string): place is (typeof studioPlaces)[number] {
  return studioPlaces.some((one) => one === place)
}
