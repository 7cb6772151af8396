import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { DatabaseFailed, type Ports } from '#portfolio/ports.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase, type DatabaseTestBackend } from '#tests/support/backend/each-database.ts'
import { testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { decode, photoFile } from '#tests/support/images/photo-files.ts'
import { deriveNextPhoto } from './derive.ts'
import { queueOutdatedPhotos } from './derive-queue.ts'
import { queueMissingDerivative } from './queue-missing-derivative.ts'
import { derivativeKey } from './derivatives.ts'
import { setFocalPoint } from '#portfolio/photo/edit.ts'
import { expireFormerCrops } from '#portfolio/photo/expire.ts'
import { verifyPhotos, type StoreProblem } from '#portfolio/photo/verify.ts'

const dayMs = 24 * 60 * 60_000
const avif = { format: 'avif', gamut: 'srgb' } as const

const deriveAll = async (ports: Ports) => {
  while (await deriveNextPhoto(ports));
}

async function problemsOf(ports: Ports): Promise<StoreProblem[]> {
  const problems: StoreProblem[] = []
  for await (const problem of verifyPhotos(ports)) problems.push(problem)
  return problems
}

const storedBytes = async (ports: Ports, key: string) =>
  (await ports.files.withLocalCopy(key, (path) => readFile(path))) ?? Buffer.of()

/** A project with a derived cover of 600 × 400 pixels. */
async function withCover(backend: DatabaseTestBackend) {
  const { ports } = backend
  const projectId = await testProject(backend)
  const bytes = await photoFile({ width: 600, height: 400 })
  const id = await testPhoto(backend, projectId, 'cover.jpg', { place: 'cover', bytes })
  await deriveAll(ports)
  const cover = async () => (await showProject(ports, projectId))?.coverPhoto
  const move = async (x: string, y = '0.5') =>
    expectOk(
      await asAdmin(ports, backend.admin, (unit, admin) =>
        setFocalPoint(unit, admin, { projectId, photoId: id, x, y }),
      ),
    )
  const stored = (crop: string, width = 320) => ports.files.stat(derivativeKey(id, width, avif, 'v3', crop))
  const attempts = () =>
    ports.db.selectFrom('photos').select(['state', 'tries']).where('id', '=', id).executeTakeFirstOrThrow()
  return { id, projectId, cover, move, stored, attempts }
}

eachDatabase('the crops of a cover are made with its other derivatives', async (backend) => {
  const { ports } = backend
  const { id, cover } = await withCover(backend)
  expect((await cover())?.crops).toEqual({
    '1x1': { name: '1x1-50-50', widths: [360, 400] },
    '4x5': { name: '4x5-50-50', widths: [320] },
  })
  const key = derivativeKey(id, 320, avif, 'v3', '4x5-50-50')
  expect(await decode(await storedBytes(ports, key))).toMatchObject({
    format: 'avif',
    width: 320,
    height: 400,
    private: [],
  })
})

eachDatabase('an image of a gallery has no crops', async (backend) => {
  const { projectId } = await withCover(backend)
  await testPhoto(backend, projectId, 'image.jpg', { bytes: await photoFile({ width: 600, height: 400 }) })
  await deriveAll(backend.ports)
  expect((await showProject(backend.ports, projectId))?.images[0]?.crops).toEqual({})
})

eachDatabase('moving the focal point makes new crops; the old ones are kept for a day', async (backend) => {
  const { ports, advance } = backend
  const { cover, move, stored } = await withCover(backend)
  await move('0.25')
  // Until the new ones are made, CSS crops the whole photo.
  expect((await cover())?.crops).toEqual({})
  expect(await cover()).toMatchObject({ ready: true, widths: [360, 485, 600] })
  await deriveAll(ports)
  expect((await cover())?.crops['4x5']).toEqual({ name: '4x5-25-50', widths: [320] })
  advance(dayMs - 1)
  expect(await expireFormerCrops(ports)).toBe(0)
  expect(await stored('4x5-50-50')).not.toBeNull()
  advance(2)
  expect(await expireFormerCrops(ports)).toBe(2)
  expect([await stored('4x5-50-50'), await stored('1x1-50-50', 400)]).toEqual([null, null])
  expect([await stored('4x5-25-50'), await stored('1x1-25-50', 400)]).not.toContain(null)
  expect(await expireFormerCrops(ports)).toBe(0)
  expect(await problemsOf(ports)).toEqual([])
})

eachDatabase('moving the focal point along the axis that is not cropped makes no new crops', async (backend) => {
  const { cover, move } = await withCover(backend)
  const before = (await cover())?.crops
  await move('0.5', '0.9')
  expect((await cover())?.crops).toEqual(before)
  expect(await deriveNextPhoto(backend.ports)).toBe(false)
})

eachDatabase('moving the focal point back keeps its crops', async (backend) => {
  const { ports, advance } = backend
  const { move, cover, stored } = await withCover(backend)
  const before = (await cover())?.crops
  await move('0.25')
  await deriveAll(ports)
  await move('0.5')
  await deriveAll(ports)
  expect((await cover())?.crops).toEqual(before)
  advance(dayMs + 1)
  expect(await expireFormerCrops(ports)).toBe(2)
  expect(await stored('4x5-50-50')).not.toBeNull()
  expect(await stored('4x5-25-50')).toBeNull()
})

eachDatabase('if the focal point is moved while crops are made, crops for the new one follow', async (backend) => {
  const { ports } = backend
  const { cover, move } = await withCover(backend)
  await move('0.25')
  let moved = false
  const derive: Ports['images']['derive'] = (path, sizes, onMade) =>
    ports.images.derive(path, sizes, async (size, derivatives) => {
      if (!moved) await move('0.75')
      moved = true
      return onMade(size, derivatives)
    })
  await deriveAll({ ...ports, images: { ...ports.images, derive } })
  expect((await cover())?.crops['4x5']).toEqual({ name: '4x5-75-50', widths: [320] })
})

eachDatabase('interrupted crops leave no files behind', async (backend) => {
  const { ports, advance } = backend
  const { move, stored } = await withCover(backend)
  await move('0.25')
  const derive: Ports['images']['derive'] = (path, sizes, onMade) =>
    ports.images.derive(path, sizes, async (size, derivatives) => {
      await onMade(size, derivatives)
      throw new Error('the process ended')
    })
  await deriveNextPhoto({ ...ports, images: { ...ports.images, derive } })
  expect(await stored('1x1-25-50', 360)).not.toBeNull()
  await move('0.75')
  advance(6 * 60_000)
  await deriveAll(ports)
  advance(dayMs + 1)
  await expireFormerCrops(ports)
  expect(await stored('1x1-25-50', 360)).toBeNull()
  expect(await stored('1x1-75-50', 360)).not.toBeNull()
})

eachDatabase('a photo with a crop that cannot be made fails after three attempts', async (backend) => {
  const { ports, advance } = backend
  const { cover, move, attempts, stored } = await withCover(backend)
  await move('0.25')
  const derive: Ports['images']['derive'] = (path, sizes, onMade) =>
    ports.images.derive(path, sizes, (size, derivatives) => {
      if (size.crop === '1x1-25-50' && size.width === 400) throw new Error('this crop cannot be made')
      return onMade(size, derivatives)
    })
  for (let attempt = 1; attempt <= 4; attempt++) {
    await deriveNextPhoto({ ...ports, images: { ...ports.images, derive } })
    advance(6 * 60_000)
  }
  expect(await attempts()).toEqual({ state: 'failed', tries: 3 })
  expect((await problemsOf(ports)).map(({ message }) => message)).toEqual([
    expect.stringContaining('could not be derived'),
  ])
  // The whole photo is shown.
  expect(await cover()).toMatchObject({ ready: true, crops: {}, widths: [360, 485, 600] })
  advance(dayMs)
  expect(await expireFormerCrops(ports)).toBe(2)
  expect([await stored('4x5-25-50'), await stored('1x1-25-50', 360)]).toEqual([null, null])
  await move('0.75')
  await deriveAll(ports)
  expect(await attempts()).toEqual({ state: 'ready', tries: 0 })
  expect((await cover())?.crops).toHaveProperty('4x5')
})

eachDatabase('an attempt that fails because of the database does not count', async (backend) => {
  const { ports } = backend
  const { move, attempts } = await withCover(backend)
  await move('0.25')
  const derive = () => Promise.reject(new DatabaseFailed(new Error('connection lost')))
  await deriveNextPhoto({ ...ports, images: { ...ports.images, derive } })
  expect(await attempts()).toEqual({ state: 'waiting', tries: 0 })
})

eachDatabase('making the crops resets the number of attempts', async (backend) => {
  const { ports } = backend
  const { move, attempts } = await withCover(backend)
  await move('0.25')
  await deriveAll(ports)
  expect(await attempts()).toEqual({ state: 'ready', tries: 0 })
})

eachDatabase('crops that an earlier version did not make are made after startup', async (backend) => {
  const { ports } = backend
  const { cover } = await withCover(backend)
  const before = (await cover())?.crops
  await ports.db.updateTable('photos').set({ crops: '[]' }).execute()
  expect((await problemsOf(ports)).map(({ message }) => message)).toEqual([
    expect.stringContaining('the crop 1x1-50-50 of'),
    expect.stringContaining('the crop 4x5-50-50 of'),
  ])
  expect(await deriveNextPhoto(ports)).toBe(false)
  await queueOutdatedPhotos(ports)
  await deriveAll(ports)
  expect((await cover())?.crops).toEqual(before)
})

const damages: Record<string, (ports: Ports, key: string) => Promise<void>> = {
  missing: (ports, key) => ports.files.remove(key),
  damaged: async (ports, key) => ports.files.write(key, (await storedBytes(ports, key)).subarray(0, 40)),
}

for (const [damage, apply] of Object.entries(damages)) {
  eachDatabase(`a ${damage} crop is found by the check and made again`, async (backend) => {
    const { ports } = backend
    const { id, cover } = await withCover(backend)
    const before = (await cover())?.crops
    const key = derivativeKey(id, 320, avif, 'v3', '4x5-50-50')
    const bytes = await storedBytes(ports, key)
    await apply(ports, key)
    const problems = await problemsOf(ports)
    expect(problems.map(({ message }) => message)).toEqual([`the derivative ${key} is ${damage}`])
    for (const { repair } of problems) await repair?.()
    expect((await cover())?.crops).not.toHaveProperty('4x5')
    await deriveAll(ports)
    expect(bytes.equals(await storedBytes(ports, key))).toBe(true)
    expect((await cover())?.crops).toEqual(before)
  })
}

eachDatabase('crops that are used again while others expire are kept', async (backend) => {
  const { ports, advance } = backend
  const covers = [await withCover(backend), await withCover(backend)]
  for (const { move } of covers) await move('0.25')
  await deriveAll(ports)
  advance(dayMs + 1)
  // The focal point of the other cover is moved back while the first one's crops are deleted.
  const moveOther = async (key: string) => {
    const other = covers.find(({ id }) => !key.includes(id))
    await other?.move('0.5')
    await deriveAll(ports)
    return other
  }
  let moved: ReturnType<typeof moveOther> | undefined
  const remove: Ports['files']['remove'] = async (key) => {
    await (moved ??= moveOther(key))
    return ports.files.remove(key)
  }
  await expireFormerCrops({ ...ports, files: { ...ports.files, remove } })
  expect(await (await moved)?.stored('4x5-50-50')).toMatchObject({ bytes: expect.any(Number) })
})

const repairs: Record<string, (ports: Ports, id: string) => Promise<void>> = {
  'a request': (ports, photoId) =>
    queueMissingDerivative(ports, { photoId, recipe: 'v3', width: 360, encoding: avif, crop: '1x1-50-50' }),
  'the check': async (ports) => {
    for (const { repair } of await problemsOf(ports)) await repair?.()
  },
}

for (const [name, repair] of Object.entries(repairs)) {
  eachDatabase(`a crop that ${name} found missing expires once it is no longer used`, async (backend) => {
    const { ports, advance } = backend
    const { id, move, stored } = await withCover(backend)
    await ports.files.remove(derivativeKey(id, 360, avif, 'v3', '1x1-50-50'))
    await repair(ports, id)
    await move('0.25')
    await deriveAll(ports)
    expect(await stored('1x1-50-50', 400)).not.toBeNull()
    advance(dayMs + 1)
    await expireFormerCrops(ports)
    expect(await stored('1x1-50-50', 400)).toBeNull()
    expect(await problemsOf(ports)).toEqual([])
  })
}

eachDatabase('a crop that an earlier version made with other widths is made again', async (backend) => {
  const { ports } = backend
  const { id, cover, stored } = await withCover(backend)
  const before = (await cover())?.crops
  const earlier = [{ proportion: '4x5', name: '4x5-50-50', widths: [300] }]
  await ports.db
    .updateTable('photos')
    .set({ crops: JSON.stringify(earlier) })
    .execute()
  await ports.files.remove(derivativeKey(id, 320, avif, 'v3', '4x5-50-50'))
  await queueOutdatedPhotos(ports)
  await deriveAll(ports)
  expect(await stored('4x5-50-50')).not.toBeNull()
  expect((await cover())?.crops).toEqual(before)
  expect(await problemsOf(ports)).toEqual([])
})
