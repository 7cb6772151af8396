import type { Admin } from '#portfolio/account/as-admin.ts'
import type { ExportedStudio } from '#portfolio/export/export.ts'
import { setShownProject } from '#portfolio/photo/edit.ts'
import type { Ports } from '#portfolio/ports.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { findOrAddSector } from '#portfolio/sector/edit.ts'
import { selectSampleLinks, selectSampleStudioPhotos, selectSampleTexts } from '#portfolio/setup/samples.ts'
import { addSocialLink, newSocialLink, removeSocialLink } from '#portfolio/social-link/edit.ts'
import { editStudioText } from '#portfolio/studio/edit.ts'
import type { StudioText } from '#portfolio/studio/text-limits.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { addPhoto } from './add-photo.ts'
import { savePhotoTexts } from './save-photo-texts.ts'
import { describeRefusal, stopsImport, type ImportedStudio, type ImportTarget, type Step } from './source.ts'
import { importOldAddresses } from './old-addresses.ts'
import { importValues } from './values.ts'

/**
 * Imports the studio. Replaces what is empty or an unchanged sample; everything else stays. Repeating it changes
 * nothing. Resolves with what was not imported, each with its name and the reason.
 */
export async function importStudio(target: ImportTarget, source: ImportedStudio): Promise<Result<string[]>> {
  const problems: string[] = []
  const runAll = async (steps: readonly Step[]): Promise<Result> => {
    for (const [subject, run] of steps) {
      const result = await run()
      if (!result.ok && stopsImport(result)) return result
      if (!result.ok) problems.push(describeRefusal(subject, result))
    }
    return done()
  }
  const saved = await target.run(async (unit, admin) => {
    const steps = [await planTextSteps(unit, admin, source.content), await planListSteps(unit, admin, source.content)]
    return runAll(steps.flat())
  })
  if (!saved.ok) return saved
  const added = await runAll([
    ['values', () => importValues(target, source, runAll)],
    ...(['hero', 'portrait', 'logo'] as const).map((place): Step => [
      source.content[place]?.file ?? place,
      () => addStudioPhoto(target, source, place),
    ]),
    [
      'old addresses',
      async () => {
        const addresses = await importOldAddresses(target, source)
        if (addresses.ok) problems.push(...addresses.value)
        return addresses
      },
    ],
  ])
  return added.ok ? done(problems) : added
}

async function planTextSteps(unit: UnitOfWork, admin: Admin, { texts }: ExportedStudio): Promise<Step[]> {
  const saved = await unit.tx.selectFrom('studioTexts').select(['key', 'text', 'version']).execute()
  const samples = await selectSampleTexts(unit.tx).select('key').execute()
  return Object.entries(texts).map(([name, text]) => {
    const field = name as StudioText
    const current = saved.find(({ key }) => key === field)
    const isKept = current && current.text !== '' && !samples.some(({ key }) => key === field)
    const version = current?.version ?? 0
    if (current?.text === text) return [field, async () => done()]
    return [field, async () => (isKept ? keptOtherText : editStudioText(unit, admin, { field, text, version }))]
  })
}

const keptOtherText = refused('wrong-value', 'This site has another text, which was kept.')

async function planListSteps(unit: UnitOfWork, admin: Admin, { sectors, links }: ExportedStudio): Promise<Step[]> {
  const existing = await unit.tx
    .selectFrom('studioLinks')
    .select('href')
    .where('deletedAt', 'is', null)
    .where('sample', '=', 0)
    .execute()
  const missing = links.filter((link) => {
    const { href = link.href } = newSocialLink.safeParse(link).data ?? {}
    return !existing.some((one) => one.href === href)
  })
  const replacesSamples = missing.some((link) => newSocialLink.safeParse(link).success)
  const samples = replacesSamples ? await selectSampleLinks(unit.tx).select(['id', 'href']).execute() : []
  return [
    ...samples.map(({ id, href }): Step => [href, () => removeSocialLink(unit, admin, { id })]),
    ...sectors.map((name): Step => [name, () => findOrAddSector(unit, admin, { name })]),
    ...missing.map((link): Step => [link.href, () => addSocialLink(unit, admin, link)]),
  ]
}

async function addStudioPhoto(
  target: ImportTarget,
  { key, content, findFile, findProjectId }: ImportedStudio,
  place: 'hero' | 'portrait' | 'logo',
): Promise<Result> {
  const photo = content[place]
  if (!photo || (await hasPhoto(target.ports, place))) return done()
  const shows = 'shows' in photo && photo.shows !== null ? findProjectId(photo.shows) : undefined
  const to = { projectId: null, place, uploadId: `${key}:${place}` }
  return addPhoto(target, await findFile(photo.file), photo, to, async (unit, admin, photoId) => {
    const described = await savePhotoTexts(unit, admin, { projectId: null, photoId }, photo)
    if (!described.ok || shows === undefined) return described
    return setShownProject(unit, admin, { photoId, shownProjectId: shows })
  })
}

async function hasPhoto({ db }: Pick<Ports, 'db'>, place: 'hero' | 'portrait' | 'logo'): Promise<boolean> {
  const photo = await db
    .selectFrom('photos')
    .select('id')
    .where('projectId', 'is', null)
    .where('place', '=', place)
    .where('deletedAt', 'is', null)
    .where('id', 'not in', selectSampleStudioPhotos(db).select('id'))
    .executeTakeFirst()
  return photo !== undefined
}
