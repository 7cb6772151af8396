import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { FilesFailed, type Parts } from '#portfolio/parts.ts'
import { showProject } from '#portfolio/project/show.ts'
import { openPictures } from '#server/images/pictures.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hangPhoto, hungImages, hungProject } from '#testing/hung.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { decode, photograph } from '#testing/photographs.ts'
import { deriveNothing } from '#testing/pictures.ts'
import { removeImages } from './edit.ts'
import { makeNextPhoto, releaseClaims } from './make.ts'
import { derivativeKey, kindsOf, recipe } from './photo.ts'

const minute = 60_000

const rowOf = async ({ parts }: House, id: string) =>
  parts.db.selectFrom('photos').select(['state', 'tries']).where('id', '=', id).executeTakeFirstOrThrow()

/** Parts whose image machine notes what it is asked to make, and makes nothing. */
function noting({ parts }: House) {
  const asked: string[] = []
  const derive: Parts['pictures']['derive'] = async (path, ...wish) => {
    asked.push(path.slice(path.lastIndexOf('/') + 1))
    await new Promise((resume) => setTimeout(resume, 5))
    return deriveNothing(path, ...wish)
  }
  return { asked, noted: { ...parts, pictures: { ...parts.pictures, derive } } }
}

/** Leaves what a process leaves that is killed while it makes a photograph. */
function claimAndDie(parts: Parts): Promise<void> {
  return new Promise((claimed) => {
    const derive = () => new Promise<never>(() => claimed())
    void makeNextPhoto({ ...parts, pictures: { ...parts.pictures, derive } })
  })
}

const makeAll = async (parts: Parts) => {
  while (await makeNextPhoto(parts));
}

eachDatabase(
  'a photograph is shown by its first width; the rest follows, every kind decodes, none is wider than the original',
  async (house) => {
    const { parts, heard } = house
    const projectId = await hungProject(house)
    const id = await hangPhoto(house, projectId, 'wide.jpg', { bytes: await photograph({ width: 1_000, height: 500 }) })
    const shown = async () => (await showProject(parts, projectId))?.images[0]
    expect(await shown()).toMatchObject({ ready: false, widths: [], recipe: 'v2', wide: false })
    heard.length = 0

    expect(await makeNextPhoto(parts)).toBe(true)
    expect(await rowOf(house, id)).toEqual({ state: 'waiting', tries: 0 })
    expect(await shown()).toMatchObject({ ready: true, widths: [800] })
    expect(heard).toEqual([{ about: 'project', id: projectId }])

    expect(await makeNextPhoto(parts)).toBe(true)
    expect(await rowOf(house, id)).toEqual({ state: 'ready', tries: 0 })
    expect(await shown()).toMatchObject({ ready: true, widths: [480, 800, 1_000] })
    expect(heard).toHaveLength(2)

    for (const kind of kindsOf({ wide: false, recipe })) {
      for (const width of [480, 800, 1_000]) {
        const found = await parts.files.find(derivativeKey(id, width, kind))
        expect(await decode(await readFile(found?.path ?? ''))).toMatchObject({
          format: kind.format,
          width,
          height: width / 2,
          private: [],
        })
      }
      expect(await parts.files.find(derivativeKey(id, 1_200, kind))).toBeNull()
    }
    expect(await makeNextPhoto(parts)).toBe(false)
  },
)

eachDatabase('photographs that come together are all shown before one of them is made to its end', async (house) => {
  const { parts } = house
  const projectId = await hungProject(house)
  const bytes = await photograph({ width: 1_000, height: 500 })
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await hangPhoto(house, projectId, name, { bytes })
  const { noted } = noting(house)
  for (let n = 0; n < 3; n++) await makeNextPhoto(noted)
  const images = (await showProject(parts, projectId))?.images ?? []
  expect(images.map(({ widths }) => widths)).toEqual([[800], [800], [800]])
})

eachDatabase(
  'what was made stays made when the process ends: only the width under way is made again',
  async (house) => {
    const { parts, pass } = house
    const projectId = await hungProject(house)
    const id = await hangPhoto(house, projectId, 'a.jpg', { bytes: await photograph({ width: 1_300, height: 650 }) })
    await makeNextPhoto(noting(house).noted)
    const asked: (readonly number[])[] = []
    const derive: Parts['pictures']['derive'] = async (_, widths, keep) => {
      asked.push(widths)
      await keep(widths[0] ?? 0, [])
      throw new Error('the child ended')
    }
    await makeNextPhoto({ ...parts, pictures: { ...parts.pictures, derive } })
    expect(await rowOf(house, id)).toEqual({ state: 'waiting', tries: 0 })
    pass(5 * minute)
    await makeNextPhoto({ ...parts, pictures: { ...parts.pictures, derive } })
    expect(asked).toEqual([
      [480, 1_200, 1_300],
      [1_200, 1_300],
    ])
    expect((await showProject(parts, projectId))?.images[0]?.widths).toEqual([480, 800, 1_200])
  },
)

eachDatabase('nothing waits in an empty house', async ({ parts }) => {
  expect(await makeNextPhoto(parts)).toBe(false)
})

eachDatabase('a cover is heard of on the list as well', async (house) => {
  const projectId = await hungProject(house)
  await hangPhoto(house, projectId, 'cover.jpg', { place: 'cover' })
  house.heard.length = 0
  await makeNextPhoto(noting(house).noted)
  expect(house.heard).toEqual([{ about: 'project', id: projectId }, { about: 'work' }])
})

eachDatabase('covers come before galleries, galleries in their order', async (house) => {
  const { projectId } = await hungImages(house, 3)
  await hangPhoto(house, projectId, 'cover.jpg', { place: 'cover' })
  const { asked, noted } = noting(house)
  await makeAll(noted)
  expect(asked).toEqual(
    ['cover.jpg', 'image 1.jpg', 'image 2.jpg', 'image 3.jpg'].map((name) => `${projectId}_${name}`),
  )
})

eachDatabase('makers at work at once never make one photograph twice, and leave none', async (house) => {
  await hungImages(house, 6)
  const { asked, noted } = noting(house)
  const other = { ...noted, db: house.connect() }
  await Promise.all([makeAll(noted), makeAll(other), makeAll(noted), makeAll(other)])
  await makeAll(noted)
  expect(asked).toHaveLength(6)
  expect(new Set(asked).size).toBe(6)
})

eachDatabase('a removed image is not made', async (house) => {
  const {
    projectId,
    imageIds: [photoId = ''],
  } = await hungImages(house, 1)
  expectDone(
    await changeAsAdmin(house.parts, house.admin, (unit, proof) =>
      removeImages(unit, proof, { projectId, photoIds: [photoId] }),
    ),
  )
  expect(await makeNextPhoto(house.parts)).toBe(false)
})

eachDatabase(
  'without its original a photograph is tried three times, five minutes apart, then given up',
  async (house) => {
    const { parts, pass, logged, heard } = house
    const {
      projectId,
      imageIds: [id = ''],
    } = await hungImages(house, 1)
    await parts.files.remove(`Images/${projectId}_image 1.jpg`)
    for (const tries of [1, 2, 3]) {
      expect(heard).toEqual([])
      expect(await makeNextPhoto(parts)).toBe(true)
      expect(await rowOf(house, id)).toEqual({ state: tries < 3 ? 'waiting' : 'failed', tries })
      expect(logged.at(-1)).toMatchObject({
        level: 'error',
        detail: { photoId: id, tries, cause: expect.stringContaining('missing') },
      })
      pass(5 * minute - 1)
      expect(await makeNextPhoto(parts)).toBe(false)
      pass(1)
    }
    expect(heard).toEqual([{ about: 'project', id: projectId }])
    expect(await makeNextPhoto(parts)).toBe(false)
  },
)

eachDatabase('one photograph that cannot be made holds up no other', async (house) => {
  const { parts } = house
  const { projectId, imageIds } = await hungImages(house, 2)
  await parts.files.remove(`Images/${projectId}_image 1.jpg`)
  await makeAll(parts)
  expect(await rowOf(house, imageIds[0] ?? '')).toMatchObject({ state: 'waiting' })
  expect(await rowOf(house, imageIds[1] ?? '')).toMatchObject({ state: 'ready' })
})

eachDatabase('a full disk is no fault of the photograph: it waits until there is room', async (house) => {
  const { parts, pass } = house
  const {
    imageIds: [id = ''],
  } = await hungImages(house, 1)
  const write = () => Promise.reject(new FilesFailed(new Error('ENOSPC'), true))
  const full = { ...parts, files: { ...parts.files, write } }
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await makeNextPhoto(full)).toBe(true)
    expect(await rowOf(house, id)).toMatchObject({ state: 'waiting' })
    pass(5 * minute)
  }
  await makeNextPhoto(parts)
  expect(await rowOf(house, id)).toMatchObject({ state: 'ready' })
})

eachDatabase('a claim that a dead process left is taken over at the start, or after five minutes', async (house) => {
  const { parts, pass } = house
  const {
    imageIds: [first = '', second = ''],
  } = await hungImages(house, 2)
  await claimAndDie(parts)
  await claimAndDie(parts)
  expect(await makeNextPhoto(parts)).toBe(false)
  await releaseClaims(parts)
  expect(await makeNextPhoto(parts)).toBe(true)
  expect(await rowOf(house, first)).toEqual({ state: 'ready', tries: 0 })
  await claimAndDie(parts)
  pass(5 * minute - 1)
  expect(await makeNextPhoto(parts)).toBe(false)
  pass(1)
  expect(await makeNextPhoto(parts)).toBe(true)
  expect(await rowOf(house, second)).toEqual({ state: 'ready', tries: 0 })
})

eachDatabase('a child that ends in the middle costs one attempt: the next one makes the photograph', async (house) => {
  const { parts, pass, logged } = house
  const { imageIds } = await hungImages(house, 1)
  const hurried = openPictures({ memoryBytes: 2_048 * 1024 * 1024, decodeMs: 30_000, makeMs: 1 })
  await makeNextPhoto({ ...parts, pictures: hurried })
  expect(await rowOf(house, imageIds[0] ?? '')).toEqual({ state: 'waiting', tries: 1 })
  expect(logged.at(-1)).toMatchObject({ level: 'error', detail: { cause: expect.stringContaining('ChildLost') } })
  pass(5 * minute)
  await makeAll(parts)
  expect(await rowOf(house, imageIds[0] ?? '')).toEqual({ state: 'ready', tries: 0 })
})

eachDatabase('a photograph that ended the process three times is not tried again', async (house) => {
  const { parts } = house
  const {
    imageIds: [id = ''],
  } = await hungImages(house, 1)
  await parts.db.updateTable('photos').set({ tries: 3 }).execute()
  const { asked, noted } = noting(house)
  await releaseClaims(parts)
  expect(await makeNextPhoto(noted)).toBe(true)
  expect(asked).toEqual([])
  expect(await rowOf(house, id)).toMatchObject({ state: 'failed' })
})

eachDatabase('what a cut-off attempt has left is replaced', async (house) => {
  const { parts, folder } = house
  const {
    imageIds: [id = ''],
  } = await hungImages(house, 1)
  const key = derivativeKey(id, 90, { format: 'webp', gamut: 'srgb' })
  await parts.files.write(key, Buffer.from('half'))
  await makeNextPhoto(parts)
  expect(await decode(await readFile(join(folder, 'files', key)))).toMatchObject({ format: 'webp', width: 90 })
})
