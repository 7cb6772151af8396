import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { FilesFailed, type Parts } from '#portfolio/parts.ts'
import { deleteProject } from '#portfolio/project/edit.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hangPhoto, hungImages, hungProject } from '#testing/hung.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { removeImages } from './edit.ts'
import { derivativeKey, derivativesOf } from './photo.ts'
import { sweepDeleted, sweepDrafts, sweepFormer, sweepUnowned, sweepUploads } from './sweep.ts'

const webp = { format: 'webp', gamut: 'srgb' } as const
const day = 24 * 60 * 60_000

const photoIds = async ({ parts }: House) =>
  (await parts.db.selectFrom('photos').select('id').execute()).map((row) => row.id).sort()
const projectIds = async ({ parts }: House) =>
  (await parts.db.selectFrom('projects').select('id').execute()).map((row) => row.id)

/** Stands in for the maker: what it makes of a photograph. */
async function makeOne({ parts }: House, id: string): Promise<string> {
  const key = derivativeKey(id, 90, webp)
  await parts.files.write(key, Buffer.from('webp'))
  return key
}

/** Parts whose disk does not let go of one file. */
function stuckAt({ parts }: House, stuck: string): Parts {
  const remove = async (key: string) => {
    if (key === stuck) throw new FilesFailed(new Error('EACCES: permission denied'))
    return parts.files.remove(key)
  }
  return { ...parts, files: { ...parts.files, remove } }
}

eachDatabase('a removed image stays 30 days with its files, then row and files go', async (house) => {
  const { parts, admin, pass } = house
  const {
    projectId,
    imageIds: [gone = '', stays = ''],
  } = await hungImages(house, 2)
  const derivative = await makeOne(house, gone)
  expectDone(
    await changeAsAdmin(parts, admin, (unit, proof) => removeImages(unit, proof, { projectId, photoIds: [gone] })),
  )
  pass(30 * day)
  expect(await sweepDeleted(parts)).toBe(0)
  expect(await photoIds(house)).toEqual([gone, stays].sort())
  expect(await parts.files.find(derivative)).not.toBeNull()
  pass(1)
  expect(await sweepDeleted(parts)).toBe(1)
  expect(await photoIds(house)).toEqual([stays])
  expect(await parts.files.find(derivative)).toBeNull()
  expect(await readdir(join(house.folder, 'files', 'Images'))).toEqual([`${projectId}_image 2.jpg`])
  expect(await sweepDeleted(parts)).toBe(0)
})

eachDatabase('a deleted project goes after 30 days with everything that hung in it', async (house) => {
  const { parts, admin, pass } = house
  const { projectId } = await hungImages(house, 2)
  await hangPhoto(house, projectId, 'cover.jpg', { place: 'cover' })
  const other = await hungProject(house, 'Other')
  const kept = await hangPhoto(house, other)
  const derivative = await makeOne(house, kept)
  expectDone(await changeAsAdmin(parts, admin, (unit, proof) => deleteProject(unit, proof, { id: projectId })))
  pass(29 * day)
  expect(await sweepDeleted(parts)).toBe(0)
  expect(await photoIds(house)).toHaveLength(4)
  pass(day + 1)
  expect(await sweepDeleted(parts)).toBe(3)
  expect(await photoIds(house)).toEqual([kept])
  expect(await projectIds(house)).toEqual([other])
  expect(await parts.files.find(derivative)).not.toBeNull()
  expect(await readdir(join(house.folder, 'files', 'Images'))).toEqual([`${other}_photo.jpg`])
  expect(await readdir(join(house.folder, 'files', 'coverPhotos'))).toEqual([])
})

eachDatabase('a cover that was replaced goes after 30 days', async (house) => {
  const { parts, pass } = house
  const projectId = await hungProject(house)
  await hangPhoto(house, projectId, 'old.jpg', { place: 'cover' })
  const cover = await hangPhoto(house, projectId, 'new.jpg', { place: 'cover' })
  pass(30 * day + 1)
  expect(await sweepDeleted(parts)).toBe(1)
  expect(await photoIds(house)).toEqual([cover])
})

eachDatabase('a project without pictures goes too', async (house) => {
  const { parts, admin, pass } = house
  const id = await hungProject(house)
  expectDone(await changeAsAdmin(parts, admin, (unit, proof) => deleteProject(unit, proof, { id })))
  pass(30 * day + 1)
  await sweepDeleted(parts)
  expect(await projectIds(house)).toEqual([])
})

eachDatabase('a sweep that was cut off between file and row goes on', async (house) => {
  const { parts, admin, pass } = house
  const {
    projectId,
    imageIds: [photoId = ''],
  } = await hungImages(house, 1)
  expectDone(
    await changeAsAdmin(parts, admin, (unit, proof) => removeImages(unit, proof, { projectId, photoIds: [photoId] })),
  )
  await parts.files.remove(`Images/${projectId}_image 1.jpg`)
  pass(30 * day + 1)
  expect(await sweepDeleted(parts)).toBe(1)
  expect(await photoIds(house)).toEqual([])
})

eachDatabase('one file that cannot be removed is told, and keeps only its own photograph', async (house) => {
  const { parts, admin, pass, logged } = house
  const { projectId, imageIds } = await hungImages(house, 3)
  expectDone(await changeAsAdmin(parts, admin, (unit, proof) => deleteProject(unit, proof, { id: projectId })))
  pass(30 * day + 1)
  const stuck = stuckAt(house, `Images/${projectId}_image 1.jpg`)
  expect(await sweepDeleted(stuck)).toBe(2)
  expect(await photoIds(house)).toEqual([imageIds[0]])
  expect(await projectIds(house)).toEqual([projectId])
  expect(logged).toContainEqual({
    level: 'error',
    message: 'a file could not be removed',
    detail: { key: `Images/${projectId}_image 1.jpg`, cause: 'Error: EACCES: permission denied' },
  })
  expect(await sweepDeleted(parts)).toBe(1)
  expect(await projectIds(house)).toEqual([])
})

eachDatabase('one file that cannot be removed keeps no other that hangs nowhere', async (house) => {
  const { parts, pass } = house
  const keys = ['Images/1.jpg', 'Images/2.jpg', 'Images/3.jpg']
  for (const key of keys) await parts.files.write(key, Buffer.from('left'))
  pass(day + 60_000)
  expect(await sweepUnowned(stuckAt(house, 'Images/2.jpg'))).toBe(2)
  expect(await readdir(join(house.folder, 'files', 'Images'))).toEqual(['2.jpg'])
})

eachDatabase('one folder that cannot be removed keeps no other that a newer recipe replaced', async (house) => {
  const { parts, pass } = house
  const [stays = ''] = (await hungImages(house, 2)).imageIds
  await parts.db.updateTable('photos').set({ state: 'ready', formerRecipe: 'v1' }).execute()
  pass(day + 60_000)
  expect(await sweepFormer(stuckAt(house, derivativesOf(stays, 'v1')))).toBe(1)
  const left = await parts.db.selectFrom('photos').select('id').where('formerRecipe', 'is not', null).execute()
  expect(left).toEqual([{ id: stays }])
})

eachDatabase('what hung is never swept, however old it is', async (house) => {
  const { parts, pass } = house
  const { imageIds } = await hungImages(house, 2)
  pass(10_000 * day)
  expect(await sweepDeleted(parts)).toBe(0)
  await sweepUploads(parts)
  await sweepDrafts(parts)
  expect(await photoIds(house)).toEqual(imageIds.toSorted())
  expect(await readdir(join(house.folder, 'files', 'Images'))).toHaveLength(2)
})

eachDatabase(
  'uploads and drafts that lie about for more than a day are discarded, younger ones stay',
  async (house) => {
    const { parts, admin, folder, upload, pass } = house
    const id = await upload()
    const draft = join(folder, 'files', '.temporary', 'cut-off')
    await writeFile(draft, 'half a picture')
    await utimes(draft, parts.now(), parts.now())
    pass(day - 60_000)
    await sweepUploads(parts)
    await sweepDrafts(parts)
    expect(await parts.uploads.find(id, admin.userId)).not.toBeNull()
    expect(await readdir(join(folder, 'files', '.temporary'))).toEqual(['cut-off'])
    pass(2 * 60_000)
    await sweepUploads(parts)
    await sweepDrafts(parts)
    expect(await parts.uploads.find(id, admin.userId)).toBeNull()
    expect(await readdir(join(folder, 'uploads'))).toEqual([])
    expect(await readdir(join(folder, 'files', '.temporary'))).toEqual([])
  },
)

eachDatabase('a file that hangs nowhere goes after a day; what hangs, or hung until lately, stays', async (house) => {
  const { parts, admin, pass, logged } = house
  const {
    projectId,
    imageIds: [removed = '', stays = ''],
  } = await hungImages(house, 2)
  const made = [await makeOne(house, removed), await makeOne(house, stays)]
  expectDone(
    await changeAsAdmin(parts, admin, (unit, proof) => removeImages(unit, proof, { projectId, photoIds: [removed] })),
  )
  const unowned = ['Images/left.jpg', 'derivatives/gone/v2/90.webp', derivativeKey(stays, 90, webp, 'v1')]
  for (const key of unowned) await parts.files.write(key, Buffer.from('left by a process that was killed'))
  await parts.files.write('health/beat', Buffer.from('.'))
  const there = async () => {
    const keys: string[] = []
    for await (const key of parts.files.list()) keys.push(key)
    return keys.sort()
  }
  const all = await there()
  expect(all).toHaveLength(8)

  pass(day - 60_000)
  expect(await sweepUnowned(parts)).toBe(0)
  expect(await there()).toEqual(all)
  pass(2 * 60_000)
  expect(await sweepUnowned(parts)).toBe(3)
  expect(await there()).toEqual(all.filter((key) => !unowned.includes(key)))
  expect(await there()).toEqual(expect.arrayContaining(made))
  expect(logged.filter(({ message }) => message.includes('hangs nowhere'))).toHaveLength(3)
})
