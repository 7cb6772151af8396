import type { Admin } from '#portfolio/account/as-admin.ts'
import type { ExportedProject } from '#portfolio/export/export.ts'
import { setImageDetails } from '#portfolio/image-details/edit.ts'
import { editFact } from '#portfolio/fact/edit.ts'
import type { FactKey } from '#portfolio/fact/fact.ts'
import { chooseCover, setImageLayout } from '#portfolio/gallery/edit.ts'
import { hideImages, showImages } from '#portfolio/hidden-images/edit.ts'
import { addFormerSlugs } from '#portfolio/project-address/edit.ts'
import { publishProject } from '#portfolio/project/edit.ts'
import type { ImageLayout } from '#portfolio/photo/photo.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { savePhotoTexts } from './save-photo-texts.ts'
import {
  describeRefusal,
  unfinishedKeyOf,
  stopsImport,
  type ImportedProject,
  type ImportTarget,
  type Step,
} from './source.ts'

interface ProjectWithPhotos {
  readonly id: string
  readonly uploadIdOf: (file: string) => string
}

/** Saves everything but the photos of a project in one transaction. Resolves with what was refused. */
export async function finishProject(
  target: ImportTarget,
  { key, content }: ImportedProject,
  { id, uploadIdOf }: ProjectWithPhotos,
): Promise<Result<string[]>> {
  const problems: string[] = []
  const finished = await target.run(async (unit, admin) => {
    // Another import of the same folder may have finished it.
    if (!(await markFinished(unit, id, key))) return done()
    const images = await findImageIds(unit, id)
    const imageOf = (file: string) => images.get(uploadIdOf(file)) ?? ''
    const steps = [
      ...planFactSteps(unit, admin, id, content.facts),
      ...planPhotoSteps(unit, admin, id, content, imageOf),
      ...planPublishingSteps(unit, admin, id, content),
    ]
    for (const [subject, step] of steps) {
      const result = await step()
      if (!result.ok && stopsImport(result)) return result
      if (!result.ok) problems.push(describeRefusal(subject, result))
    }
    return done()
  })
  return finished.ok ? done(problems) : finished
}

async function markFinished({ tx }: UnitOfWork, id: string, key: string): Promise<boolean> {
  const taken = await tx
    .updateTable('projects')
    .set({ requestId: key })
    .where('id', '=', id)
    .where('requestId', '=', unfinishedKeyOf(key))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

function planFactSteps(unit: UnitOfWork, admin: Admin, projectId: string, facts: ExportedProject['facts']): Step[] {
  return Object.entries(facts).map(([name, text]) => [
    name,
    // The schema of an export accepts only keys of facts.
    () => editFact(unit, admin, { projectId, key: name as FactKey, text, version: 0 }),
  ])
}

function planPhotoSteps(
  unit: UnitOfWork,
  admin: Admin,
  projectId: string,
  { coverPhoto, images, coverImage }: ImportedProject['content'],
  imageOf: (file: string) => string,
): Step[] {
  const photos = [...(coverPhoto ? [coverPhoto] : []), ...images].filter(({ file }) => imageOf(file) !== '')
  const others = photos.filter(({ kind }) => kind !== 'photograph')
  const kinds = others.map(({ file, kind }): Step => {
    const input = { projectId, photoIds: [imageOf(file)], kind, credit: null, baseCredits: [] }
    return [file, () => setImageDetails(unit, admin, input)]
  })
  // Without the image that it is paired or compared with, an image is placed automatically.
  const isComplete = (layout: ImageLayout, index: number) =>
    layout === 'full' || imageOf(images[index + 1]?.file ?? '') !== ''
  const layouts = images
    .filter(({ file, layout }, index) => imageOf(file) !== '' && layout !== 'automatic' && isComplete(layout, index))
    .map(({ file, layout }): Step => {
      const input = { projectId, photoId: imageOf(file), layout }
      return [file, () => setImageLayout(unit, admin, input)]
    })
  const texts = photos.map((photo): Step => [
    photo.file,
    () => savePhotoTexts(unit, admin, { projectId, photoId: imageOf(photo.file) }, photo),
  ])
  return [
    ...texts,
    ...kinds,
    ...layouts,
    ...(coverImage === null ? [] : planCoverSteps(unit, admin, projectId, images, coverImage, imageOf)),
  ]
}

/** An image may have been hidden after it was chosen as the cover: it is shown, chosen and hidden again. */
function planCoverSteps(
  unit: UnitOfWork,
  admin: Admin,
  projectId: string,
  images: ImportedProject['content']['images'],
  coverImage: string,
  imageOf: (file: string) => string,
): Step[] {
  const photoId = imageOf(coverImage)
  if (!photoId) return []
  const isHidden = images.some(({ file, hidden }) => file === coverImage && hidden)
  const input = { projectId, photoIds: [photoId] }
  return [
    ...(isHidden ? [[coverImage, () => showImages(unit, admin, input)] as const] : []),
    [coverImage, () => chooseCover(unit, admin, { projectId, photoId })],
    ...(isHidden ? [[coverImage, () => hideImages(unit, admin, input)] as const] : []),
  ]
}

function planPublishingSteps(unit: UnitOfWork, admin: Admin, id: string, content: ImportedProject['content']): Step[] {
  const { formerSlugs, draft } = content
  return [
    ...(formerSlugs.length > 0
      ? [['former addresses', () => addFormerSlugs(unit, admin, { id, slugs: formerSlugs })] as const]
      : []),
    ...(draft ? [] : [['project.json', () => publishProject(unit, admin, { id })] as const]),
  ]
}

/** The ids of the images of the gallery and of the cover photo, by the ids of their uploads. */
async function findImageIds({ tx }: UnitOfWork, projectId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('photos')
    .select(['id', 'uploadId'])
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(rows.flatMap(({ id, uploadId }) => (uploadId === null ? [] : [[uploadId, id]])))
}
