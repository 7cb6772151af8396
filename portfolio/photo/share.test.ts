import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'
import { deleteProject } from '#portfolio/project/edit.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hangPhoto, hungProject } from '#testing/hung.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { decode } from '#testing/photographs.ts'
import { removeImages } from './edit.ts'
import { makeNextPhoto } from './make.ts'
import { openSharing } from './share.ts'
import { recipe, sharingAddress, sharingFile } from './photo.ts'

const centred = 'og-50-50.jpg'

function findIn(parts: Parameters<typeof openSharing>[0]) {
  const find = openSharing(parts)
  return (id: string, file: string) => find(id, recipe, file)
}

/** A project's cover (or a picture of its gallery) that is made; and how often the image machine was asked to crop. */
async function hung(house: House, place: 'cover' | 'gallery' = 'cover') {
  const id = await hangPhoto(house, await hungProject(house), 'photo.jpg', { place })
  while (await makeNextPhoto(house.parts));
  const cropped: string[] = []
  const { pictures } = house.parts
  const parts = {
    ...house.parts,
    pictures: {
      ...pictures,
      crop: async (...wish: Parameters<typeof pictures.crop>) => {
        cropped.push(wish[0])
        return pictures.crop(...wish)
      },
    },
  }
  return { id, cropped, parts, find: findIn(parts) }
}

const focus = ({ parts }: House, id: string, focalX: number, focalY: number) =>
  parts.db.updateTable('photos').set({ focalX, focalY }).where('id', '=', id).execute()

test('the address names the focal point, in whole percent of the picture', () => {
  expect(sharingAddress({ id: 'p', recipe, focalX: 0.42, focalY: 0.6 })).toBe(`/photos/p/${recipe}/og-42-60.jpg`)
  expect(sharingFile({ focalX: -0.2, focalY: 1.2 })).toBe('og-0-100.jpg')
})

eachDatabase('a cover is cropped when it is first asked for, and kept', async (house) => {
  const { id, find, cropped } = await hung(house)
  const found = await find(id, centred)
  expect(await decode(await readFile(found?.path ?? ''))).toMatchObject({ format: 'jpg', width: 1200, height: 630 })
  expect(await find(id, centred)).toEqual(found)
  expect(cropped).toHaveLength(1)
})

eachDatabase('who asks at the same time gets the same one', async (house) => {
  const { id, find, cropped } = await hung(house)
  const found = await Promise.all(Array.from({ length: 8 }, () => find(id, centred)))
  expect(new Set(found.map((one) => one?.path)).size).toBe(1)
  expect(cropped).toHaveLength(1)
})

eachDatabase('another focal point is another picture, and the old one stays what it was', async (house) => {
  const { id, find, cropped } = await hung(house)
  await find(id, centred)
  await focus(house, id, 0.1, 0.9)
  expect(await find(id, 'og-10-90.jpg')).not.toBeNull()
  expect(await find(id, centred)).not.toBeNull()
  expect(cropped).toHaveLength(2)
})

eachDatabase('an image of a gallery has one, too', async (house) => {
  const { id, find } = await hung(house, 'gallery')
  expect(await find(id, centred)).not.toBeNull()
})

eachDatabase('nobody can have a crop made that no page shows', async (house) => {
  const { id, find, cropped } = await hung(house)
  for (const file of ['og-51-50.jpg', 'og-050-50.jpg', 'og-500-50.jpg']) expect(await find(id, file), file).toBeNull()
  expect(await find(house.parts.newId(), centred)).toBeNull()
  expect(cropped).toEqual([])
})

eachDatabase(
  'a photograph that was deleted has none, nor one whose larger widths are still to be made',
  async (house) => {
    const { id, find, cropped } = await hung(house)
    const set = (change: object) => house.parts.db.updateTable('photos').set(change).where('id', '=', id).execute()
    await set({ state: 'waiting' })
    expect(await find(id, centred)).toBeNull()
    await set({ state: 'ready', made: '' })
    expect(await find(id, centred)).toBeNull()
    await set({ made: '90', deletedAt: '2026-01-01T00:00:00.000Z' })
    expect(await find(id, centred)).toBeNull()
    expect(cropped).toEqual([])
    await set({ deletedAt: null })
    expect(await find(id, centred)).not.toBeNull()
  },
)

eachDatabase(
  'of what was deleted, alone or with its project, none is shown any more, made before or not',
  async (house) => {
    const { id, find, cropped } = await hung(house, 'gallery')
    const { projectId } = await house.parts.db.selectFrom('photos').select('projectId').executeTakeFirstOrThrow()
    const other = await hangPhoto(house, projectId ?? '', 'other.jpg')
    while (await makeNextPhoto(house.parts));
    const change = <T>(work: Parameters<typeof changeAtTheMachine<T>>[1]) => changeAtTheMachine(house.parts, work)
    expect(await find(id, centred)).not.toBeNull()
    expectDone(await change((unit, admin) => removeImages(unit, admin, { projectId: projectId ?? '', photoIds: [id] })))
    expect(await find(id, centred)).toBeNull()
    expectDone(await change((unit, admin) => deleteProject(unit, admin, { id: projectId ?? '' })))
    expect(await find(other, centred)).toBeNull()
    expect(cropped).toHaveLength(1)
  },
)

eachDatabase('while the store is in trouble, what is kept is still shown', async (house) => {
  const { id, find } = await hung(house)
  const kept = await find(id, centred)
  await sql`alter table photos rename to elsewhere`.execute(house.parts.db)
  const found = await find(id, centred).catch(() => null)
  await sql`alter table elsewhere rename to photos`.execute(house.parts.db)
  expect(found).toEqual(kept)
})

eachDatabase('by a recipe that it was not made by, there is none', async (house) => {
  const { id, parts } = await hung(house)
  expect(await openSharing(parts)(id, 'v1', centred)).toBeNull()
})

eachDatabase('a failure is told to whoever asked, and the next one tries again', async (house) => {
  const { id, parts } = await hung(house)
  let fails = true
  const crop: typeof parts.pictures.crop = async (...wish) => {
    if (fails) throw new Error('out of memory')
    return parts.pictures.crop(...wish)
  }
  const find = findIn({ ...parts, pictures: { ...parts.pictures, crop } })
  await expect(find(id, centred)).rejects.toThrow('out of memory')
  fails = false
  expect(await find(id, centred)).not.toBeNull()
})
