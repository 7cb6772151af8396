import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { FilesFailed, type Parts } from '#portfolio/parts.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hangPhoto, hungImages, hungProject } from '#testing/hung.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { decode, photograph } from '#testing/photographs.ts'
import { removeImage } from './edit.ts'
import { makeNextPhoto, releaseClaims } from './make.ts'
import { derivativeFormats, derivativeKey } from './photo.ts'

const minute = 60_000

const rowOf = async ({ parts }: House, id: string) =>
  parts.db.selectFrom('photos').select(['state', 'tries']).where('id', '=', id).executeTakeFirstOrThrow()

/** Parts whose image machine notes what it is asked to make, and makes nothing. */
function noting({ parts }: House) {
  const asked: string[] = []
  const derive: Parts['pictures']['derive'] = async (path) => {
    asked.push(path.slice(path.lastIndexOf('/') + 1))
    await new Promise((resume) => setTimeout(resume, 5))
  }
  return { asked, noted: { ...parts, pictures: { ...parts.pictures, derive } } }
}

/** Leaves what a process leaves that is killed while it makes a photograph. */
function claimAndDie(parts: Parts): Promise<void> {
  return new Promise((claimed) => {
    const derive = () => new Promise<void>(() => claimed())
    void makeNextPhoto({ ...parts, pictures: { ...parts.pictures, derive } })
  })
}

const makeAll = async (parts: Parts) => {
  while (await makeNextPhoto(parts));
}

eachDatabase(
  'a waiting photograph becomes ready: every width and format decodes, none is wider than the original',
  async (house) => {
    const { parts, heard } = house
    const projectId = await hungProject(house)
    const id = await hangPhoto(house, projectId, 'wide.jpg', { bytes: await photograph({ width: 620, height: 310 }) })
    heard.length = 0
    expect(await makeNextPhoto(parts)).toBe(true)
    expect(await rowOf(house, id)).toEqual({ state: 'ready', tries: 1 })
    expect((await showProject(parts, projectId))?.images[0]?.ready).toBe(true)
    expect(heard).toEqual([{ about: 'project', id: projectId }])
    for (const format of derivativeFormats) {
      for (const width of [480, 620]) {
        const found = await parts.files.find(derivativeKey(id, width, format))
        expect(await decode(await readFile(found?.path ?? ''))).toMatchObject({
          format,
          width,
          height: width / 2,
          private: [],
        })
      }
      expect(await parts.files.find(derivativeKey(id, 800, format))).toBeNull()
    }
    expect(await makeNextPhoto(parts)).toBe(false)
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
    await changeAsAdmin(house.parts, house.admin, (unit, proof) => removeImage(unit, proof, { projectId, photoId })),
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
  expect(await rowOf(house, first)).toEqual({ state: 'ready', tries: 2 })
  await claimAndDie(parts)
  pass(5 * minute - 1)
  expect(await makeNextPhoto(parts)).toBe(false)
  pass(1)
  expect(await makeNextPhoto(parts)).toBe(true)
  expect(await rowOf(house, second)).toEqual({ state: 'ready', tries: 3 })
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
  const key = derivativeKey(id, 90, 'webp')
  await parts.files.write(key, Buffer.from('half'))
  await makeNextPhoto(parts)
  expect(await decode(await readFile(join(folder, 'files', key)))).toMatchObject({ format: 'webp', width: 90 })
})
