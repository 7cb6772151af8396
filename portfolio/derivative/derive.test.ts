import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { FileStoreFailed, type Ports } from '#portfolio/ports.ts'
import { showProject } from '#portfolio/project/show.ts'
import { openImageProcessor } from '#server/images/image-processor.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { readStored, testPhoto, testGallery, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { killWorkerDuring } from '#tests/support/images/kill-worker.ts'
import { decode, photoFile } from '#tests/support/images/photo-files.ts'
import { deriveNothing } from '#tests/support/images/processor-stub.ts'
import { removeImages } from '#portfolio/gallery/edit.ts'
import { deriveNextPhoto } from './derive.ts'
import { releaseClaims } from './derive-queue.ts'
import { derivativeKey, encodingsOf, currentRecipe } from './derivatives.ts'

const minute = 60_000

const rowOf = async ({ ports }: TestBackend, id: string) =>
  ports.db.selectFrom('photos').select(['state', 'tries']).where('id', '=', id).executeTakeFirstOrThrow()

/** Ports that record the originals to derive, and derive nothing. */
function recordDerivations({ ports }: TestBackend) {
  const requested: string[] = []
  const derive: Ports['images']['derive'] = async (...input) => {
    await new Promise((resume) => setTimeout(resume, 5))
    return deriveNothing(...input)
  }
  const withLocalCopy: Ports['files']['withLocalCopy'] = (key, work) => {
    requested.push(key)
    return ports.files.withLocalCopy(key, work)
  }
  const files = { ...ports.files, withLocalCopy }
  return { requested, recording: { ...ports, files, images: { ...ports.images, derive } } }
}

/** Claims a photo and never finishes, like a process that is killed. */
function claimAndDie(ports: Ports): Promise<void> {
  return new Promise((claimed) => {
    const derive = () => new Promise<never>(() => claimed())
    void deriveNextPhoto({ ...ports, images: { ...ports.images, derive } })
  })
}

/** A gallery of a project whose cover photo is ready: none of its images is used as a cover, which would need crops. */
async function galleryWithCover(backend: TestBackend, count: number) {
  const gallery = await testGallery(backend, count)
  const bytes = await photoFile({ width: 40, height: 50 })
  const cover = await testPhoto(backend, gallery.projectId, 'cover.jpg', { place: 'cover', bytes })
  await backend.ports.db.updateTable('photos').set({ state: 'ready' }).where('id', '=', cover).execute()
  return gallery
}

const deriveAll = async (ports: Ports) => {
  while (await deriveNextPhoto(ports));
}

eachDatabase(
  'a photo is shown with its first width; the others follow, all encodings decode, none is wider than the original',
  async (backend) => {
    const { ports, events } = backend
    const projectId = await testProject(backend)
    const id = await testPhoto(backend, projectId, 'wide.jpg', {
      bytes: await photoFile({ width: 1_000, height: 500 }),
    })
    const shown = async () => (await showProject(ports, projectId))?.images[0]
    expect(await shown()).toMatchObject({ ready: false, widths: [], recipe: 'v3', wide: false })
    events.length = 0
    const other = await testPhoto(backend, projectId, 'other.jpg')
    events.length = 0

    expect(await deriveNextPhoto(ports)).toBe(true)
    expect(await rowOf(backend, id)).toEqual({ state: 'waiting', tries: 0 })
    expect(await shown()).toMatchObject({ ready: true, widths: [875] })
    expect(events).toContainEqual({ about: 'project', id: projectId, audience: 'everyone' })

    await deriveAll(ports)
    expect(await rowOf(backend, id)).toEqual({ state: 'ready', tries: 0 })
    expect(await rowOf(backend, other)).toEqual({ state: 'ready', tries: 0 })
    expect(await shown()).toMatchObject({ ready: true, widths: [360, 485, 650, 875, 1_000] })

    for (const encoding of encodingsOf({ wide: false, recipe: currentRecipe })) {
      for (const width of encoding.format === 'jpg' ? [875, 1_000] : [360, 485, 650, 875, 1_000]) {
        const bytes = await readStored(backend, derivativeKey(id, width, encoding))
        expect(await decode(bytes)).toMatchObject({
          format: encoding.format,
          width,
          height: Math.round(width / 2),
          private: [],
        })
      }
      expect(await ports.files.stat(derivativeKey(id, 1_175, encoding))).toBeNull()
    }
    expect(await deriveNextPhoto(ports)).toBe(false)
  },
)

eachDatabase('each of several new photos gets its first width before any gets the others', async (backend) => {
  const { ports } = backend
  const projectId = await testProject(backend)
  const bytes = await photoFile({ width: 1_000, height: 500 })
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await testPhoto(backend, projectId, name, { bytes })
  const { recording } = recordDerivations(backend)
  for (let n = 0; n < 3; n++) await deriveNextPhoto(recording)
  const images = (await showProject(ports, projectId))?.images ?? []
  expect(images.map(({ widths }) => widths)).toEqual([[875], [875], [360, 485, 650, 875, 1_000]])
})

eachDatabase('an empty portfolio has nothing to derive', async ({ ports }) => {
  expect(await deriveNextPhoto(ports)).toBe(false)
})

eachDatabase('deriving a cover also publishes a change of the list', async (backend) => {
  const projectId = await testProject(backend)
  await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover' })
  backend.events.length = 0
  await deriveNextPhoto(recordDerivations(backend).recording)
  // Once with its first width, and once when it is complete.
  const changes = [
    { about: 'project', id: projectId, audience: 'everyone' },
    { about: 'work', audience: 'everyone' },
  ]
  expect(backend.events).toEqual([...changes, ...changes])
})

eachDatabase('covers are derived first, then the first image of each gallery, then the others', async (backend) => {
  const { projectId } = await testGallery(backend, 3)
  await testGallery(backend, 2)
  await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover' })
  const { requested, recording } = recordDerivations(backend)
  await deriveAll(recording)
  const names = [...new Set(requested)].map((key) => key.slice(key.indexOf('_') + 1, -'.jpg'.length))
  expect(names).toEqual(['cover', 'image 1', 'image 1', 'image 2', 'image 2', 'image 3'])
})

eachDatabase('concurrent workers derive every photo exactly once', async (backend) => {
  await galleryWithCover(backend, 6)
  const { requested, recording } = recordDerivations(backend)
  const other = { ...recording, db: backend.connect() }
  await Promise.all([deriveAll(recording), deriveAll(other), deriveAll(recording), deriveAll(other)])
  await deriveAll(recording)
  expect(requested).toHaveLength(6)
  expect(new Set(requested).size).toBe(6)
})

eachDatabase('a removed image is not derived', async (backend) => {
  const {
    projectId,
    imageIds: [photoId = ''],
  } = await testGallery(backend, 1)
  expectOk(
    await asAdmin(backend.ports, backend.admin, (unit, admin) =>
      removeImages(unit, admin, { projectId, photoIds: [photoId] }),
    ),
  )
  expect(await deriveNextPhoto(backend.ports)).toBe(false)
})

eachDatabase('a photo without its original fails after three attempts, five minutes apart', async (backend) => {
  const { ports, advance, logged, events } = backend
  const {
    projectId,
    imageIds: [id = ''],
  } = await testGallery(backend, 1)
  await ports.files.remove(`Images/${projectId}_image 1.jpg`)
  for (const tries of [1, 2, 3]) {
    expect(events).toEqual([])
    expect(await deriveNextPhoto(ports)).toBe(true)
    expect(await rowOf(backend, id)).toEqual({ state: tries < 3 ? 'waiting' : 'failed', tries })
    expect(logged.at(-1)).toMatchObject({
      level: 'error',
      detail: { photoId: id, tries, cause: expect.stringContaining('missing') },
    })
    advance(5 * minute - 1)
    expect(await deriveNextPhoto(ports)).toBe(false)
    advance(1)
  }
  expect(events).toEqual([
    { about: 'project', id: projectId, audience: 'everyone' },
    { about: 'work', audience: 'everyone' },
  ])
  expect(await ports.db.selectFrom('photos').select('failure').execute()).toEqual([{ failure: 'missing' }])
  expect(await deriveNextPhoto(ports)).toBe(false)
})

eachDatabase('a photo that cannot be derived does not delay others', async (backend) => {
  const { ports } = backend
  const { projectId, imageIds } = await testGallery(backend, 2)
  await ports.files.remove(`Images/${projectId}_image 1.jpg`)
  await deriveAll(ports)
  expect(await rowOf(backend, imageIds[0] ?? '')).toMatchObject({ state: 'waiting' })
  expect(await rowOf(backend, imageIds[1] ?? '')).toMatchObject({ state: 'ready' })
})

eachDatabase('a full disk does not count as an attempt: the photo waits', async (backend) => {
  const { ports, advance } = backend
  const {
    imageIds: [id = ''],
  } = await testGallery(backend, 1)
  const write = () => Promise.reject(new FileStoreFailed(new Error('ENOSPC'), true))
  const full = { ...ports, files: { ...ports.files, write } }
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await deriveNextPhoto(full)).toBe(true)
    expect(await rowOf(backend, id)).toMatchObject({ state: 'waiting' })
    advance(5 * minute)
  }
  await deriveNextPhoto(ports)
  expect(await rowOf(backend, id)).toMatchObject({ state: 'ready' })
})

eachDatabase('the claim of an ended process is released at startup, or expires after five minutes', async (backend) => {
  const { ports, advance } = backend
  const {
    imageIds: [first = '', second = ''],
  } = await galleryWithCover(backend, 2)
  await claimAndDie(ports)
  await claimAndDie(ports)
  expect(await deriveNextPhoto(ports)).toBe(false)
  await releaseClaims(ports)
  expect(await deriveNextPhoto(ports)).toBe(true)
  expect(await rowOf(backend, first)).toEqual({ state: 'ready', tries: 0 })
  await claimAndDie(ports)
  advance(5 * minute - 1)
  expect(await deriveNextPhoto(ports)).toBe(false)
  advance(1)
  expect(await deriveNextPhoto(ports)).toBe(true)
  expect(await rowOf(backend, second)).toEqual({ state: 'ready', tries: 0 })
})

eachDatabase('an attempt that exceeds the time limit counts; the next one derives the photo', async (backend) => {
  const { ports, advance, logged } = backend
  const { imageIds } = await testGallery(backend, 1)
  const hurried = openImageProcessor({
    memoryBytes: 2_048 * 1024 * 1024,
    decodeMs: 30_000,
    openMs: 30_000,
    deriveMs: 1,
  })
  await deriveNextPhoto({ ...ports, images: hurried })
  expect(await rowOf(backend, imageIds[0] ?? '')).toEqual({ state: 'waiting', tries: 1 })
  expect(logged.at(-1)).toMatchObject({ level: 'error', detail: { cause: expect.stringContaining('WorkerFailed') } })
  advance(5 * minute)
  await deriveAll(ports)
  expect(await rowOf(backend, imageIds[0] ?? '')).toEqual({ state: 'ready', tries: 0 })
})

// `killWorkerDuring` finds the process in `/proc`.
if (process.platform === 'linux') {
  eachDatabase('an attempt whose worker is killed from outside does not count: the photo waits', async (backend) => {
    const { ports, advance } = backend
    const { imageIds } = await testGallery(backend, 1)
    const images = openImageProcessor()
    for (let kills = 1; kills <= 4; kills++) {
      expect(await killWorkerDuring(() => deriveNextPhoto({ ...ports, images }))).toBe(true)
      expect(await rowOf(backend, imageIds[0] ?? '')).toEqual({ state: 'waiting', tries: 0 })
      advance(5 * minute)
    }
    await deriveAll({ ...ports, images })
    expect(await rowOf(backend, imageIds[0] ?? '')).toEqual({ state: 'ready', tries: 0 })
  })
}

eachDatabase('after three interrupted attempts, a photo is derived five minutes after startup', async (backend) => {
  const { ports, advance } = backend
  const { imageIds } = await testGallery(backend, 1)
  for (let n = 0; n < 3; n++) {
    await claimAndDie(ports)
    await releaseClaims(ports)
  }
  expect(await deriveNextPhoto(ports)).toBe(false)
  advance(5 * minute)
  await deriveAll(ports)
  expect(await rowOf(backend, imageIds[0] ?? '')).toEqual({ state: 'ready', tries: 0 })
})

eachDatabase('a photo is not tried again after the process ended during twelve attempts', async (backend) => {
  const { ports, advance } = backend
  const { imageIds } = await testGallery(backend, 1)
  for (let n = 0; n < 12; n++) {
    await claimAndDie(ports)
    await releaseClaims(ports)
    advance(5 * minute)
  }
  const { requested, recording } = recordDerivations(backend)
  expect(await deriveNextPhoto(recording)).toBe(true)
  expect(requested).toEqual([])
  expect(await rowOf(backend, imageIds[0] ?? '')).toMatchObject({ state: 'failed' })
})

eachDatabase('a photo claimed while the clock was ahead is derived once the clock is right', async (backend) => {
  const { ports, shiftClock } = backend
  const projectId = await testProject(backend)
  const id = await testPhoto(backend, projectId)
  const day = 24 * 60 * minute
  shiftClock(400 * day)
  await claimAndDie(ports)
  shiftClock(-400 * day)
  await deriveAll(ports)
  expect(await rowOf(backend, id)).toMatchObject({ state: 'ready' })
})
