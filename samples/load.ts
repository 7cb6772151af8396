import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'
import type { Outcome } from '#portfolio/outcome.ts'
import type { Parts } from '#portfolio/parts.ts'
import { hang } from '#portfolio/photo/hang.ts'
import type { Place } from '#portfolio/photo/photo.ts'
import { receive, type Original } from '#portfolio/photo/receive.ts'
import { countWaitingInFront } from '#portfolio/photo/show.ts'
import { makeProject } from '#portfolio/project/create.ts'
import { listProjects } from '#portfolio/project/show.ts'
import { describeStudio } from '#portfolio/studio/edit.ts'
import { isDescribed } from '#portfolio/studio/show.ts'

const picture = z.object({ file: z.string(), alt: z.string() })
const studioPicture = picture.extend({ focal: z.object({ x: z.number(), y: z.number() }) })

const portfolio = z.object({
  studio: z.unknown(),
  hero: studioPicture,
  portrait: studioPicture,
  projects: z.array(
    z.object({ slug: z.string(), name: z.string(), details: z.string(), cover: z.string(), images: z.array(picture) }),
  ),
})

const lookMs = 250
/** Pictures that are not made by then follow while the site is open. */
const longestWaitMs = 180_000

/**
 * Fills an empty portfolio with the samples in this folder, through the verbs that an admin uses.
 * Ready when the pictures of the front pages are made; the galleries follow. Broken off, it goes on where it was.
 */
export async function loadSamples(parts: Parts, folder: string, say: (text: string) => void): Promise<void> {
  if (await isDescribed(parts)) return
  const sample = portfolio.parse(JSON.parse(await readFile(join(folder, 'portfolio.json'), 'utf8')))
  const known = new Set(sample.projects.map((project) => project.name))
  // Somebody has begun a portfolio of their own: the samples would stand between their projects.
  if ((await listProjects(parts)).some((project) => !known.has(project.name))) return
  say('Hanging the sample portfolio, each photograph in several sizes. Once, this takes half a minute.')
  const photos = join(folder, 'photos')
  for (const project of sample.projects) {
    await addProject(parts, photos, project)
    parts.wake()
  }
  await addStudioPicture(parts, photos, 'hero', sample.hero)
  await addStudioPicture(parts, photos, 'portrait', sample.portrait)
  expect(await changeAtTheMachine(parts, (unit, admin) => describeStudio(unit, admin, sample.studio)))
  parts.wake()
  const deadline = Date.now() + longestWaitMs
  while (Date.now() < deadline && (await countWaitingInFront(parts)) > 0)
    await new Promise((resume) => setTimeout(resume, lookMs))
}

async function addProject(parts: Parts, photos: string, project: z.infer<typeof portfolio>['projects'][number]) {
  const altOf = (file: string) => project.images.find((image) => image.file === file)?.alt ?? ''
  const cover = { original: await take(parts, photos, project.cover, 'cover'), alt: altOf(project.cover) }
  const images: { original: Original; alt: string }[] = []
  for (const { file, alt } of project.images) images.push({ original: await take(parts, photos, file, 'gallery'), alt })
  const { name, details, slug } = project
  expect(
    await changeAtTheMachine(parts, (unit, admin) =>
      makeProject(unit, admin, { name, details, requestId: `sample:${slug}`, cover, images }),
    ),
  )
}

async function addStudioPicture(
  parts: Parts,
  photos: string,
  place: 'hero' | 'portrait',
  sample: z.infer<typeof studioPicture>,
) {
  const original = await take(parts, photos, sample.file, place)
  const { alt, focal } = sample
  expect(
    await changeAtTheMachine(parts, (unit, admin) =>
      hang(unit, admin, original, { projectId: null, place, alt, focal }),
    ),
  )
}

async function take(parts: Parts, photos: string, file: string, place: Place): Promise<Original> {
  const path = join(photos, file)
  const { size } = await stat(path)
  return expect(await receive(parts, { path, fileName: file, bytes: size, uploadId: null }, { place, projectId: null }))
}

function expect<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`The samples could not be loaded: ${outcome.message}`)
  return outcome.value
}
