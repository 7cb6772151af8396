import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { changeAsAdmin } from '#portfolio/account/as-admin.ts'
import { deleteProject } from '#portfolio/project/edit.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#testing/each-database.ts'
import { hangPhoto, hungImages, hungProject } from '#testing/hung.ts'
import { losingAnswers } from '#testing/lost-answers.ts'
import { appoint, expectDone, origin, type House } from '#testing/parts.ts'
import { photograph } from '#testing/photographs.ts'
import { addPhoto } from './edit.ts'
import { photoLimits } from './photo.ts'

const rowsOf = ({ parts }: House) =>
  parts.db.selectFrom('photos').selectAll().orderBy('createdAt').orderBy('position').execute()

async function originalsIn({ folder }: House): Promise<string[]> {
  const entries = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort()
}

eachDatabase(
  'an image hangs at the end of the gallery, under the project’s key, and waits to be made',
  async (house) => {
    const { projectId } = await hungImages(house, 1)
    const id = await hangPhoto(house, projectId, '../My “room”.PNG', {
      bytes: await photograph({ width: 50, height: 70, as: 'webp' }),
    })
    expect((await rowsOf(house)).at(-1)).toMatchObject({
      id,
      projectId,
      place: 'gallery',
      position: 2,
      storageKey: `Images/${projectId}_My “room”.webp`,
      width: 50,
      height: 70,
      state: 'waiting',
      tries: 0,
      alt: '',
      focalX: 0.5,
      focalY: 0.5,
      deletedAt: null,
    })
    expect((await showProject(house.parts, projectId))?.images[1]).toMatchObject({
      id,
      width: 50,
      height: 70,
      ready: false,
    })
    expect(house.heard).toEqual([{ about: 'project', id: projectId }])
    expect(house.woken()).toBe(2)
  },
)

eachDatabase('size, hash and colour are those of the file', async (house) => {
  const bytes = await photograph()
  await hangPhoto(house, await hungProject(house), 'photo.jpg', { bytes })
  const [row] = await rowsOf(house)
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex')
  expect(row).toMatchObject({ bytes: bytes.length, sha256, colour: expect.stringMatching(/^#[0-9a-f]{6}$/) })
})

eachDatabase('of a picture whose answer was lost nothing is taken back; hung again, it hangs once', async (house) => {
  const { parts, admin, upload } = house
  const wish = { projectId: await hungProject(house), uploadId: await upload(), place: 'gallery' } as const
  expect(await addPhoto(losingAnswers(parts), admin, wish)).toMatchObject({ ok: false, unsure: true })
  expect(await originalsIn(house)).toHaveLength(1)
  const { id } = expectDone(await addPhoto(parts, admin, wish))
  const rows = await rowsOf(house)
  expect(rows).toMatchObject([{ id, deletedAt: null }])
  expect(await originalsIn(house)).toEqual([rows[0]?.storageKey.replace('Images/', '')])
  expect(await parts.uploads.find(wish.uploadId, admin.userId)).toBeNull()
})

eachDatabase('a cover takes the place of the one before, whose file stays', async (house) => {
  const { parts } = house
  const projectId = await hungProject(house)
  const first = await hangPhoto(house, projectId, 'front.jpg', { place: 'cover' })
  house.heard.length = 0
  const second = await hangPhoto(house, projectId, 'front.jpg', { place: 'cover' })
  expect((await showProject(parts, projectId))?.coverPhoto?.id).toBe(second)
  expect(house.heard).toEqual([{ about: 'project', id: projectId }, { about: 'work' }])
  const rows = new Map((await rowsOf(house)).map((row) => [row.id, row]))
  expect(rows.get(first)).toMatchObject({
    storageKey: `coverPhotos/${projectId}_front.jpg`,
    deletedAt: expect.any(String),
  })
  expect(rows.get(second)).toMatchObject({ storageKey: `coverPhotos/${projectId}_front-2.jpg`, deletedAt: null })
  expect(await parts.files.find(`coverPhotos/${projectId}_front.jpg`)).not.toBeNull()
})

eachDatabase('files of one name get -2, -3, …; nothing is overwritten', async (house) => {
  const projectId = await hungProject(house)
  for (const width of [40, 50, 60]) await hangPhoto(house, projectId, 'a.jpg', { bytes: await photograph({ width }) })
  const rows = (await rowsOf(house)).toSorted((one, other) => one.position - other.position)
  expect(rows.map((row) => row.storageKey)).toEqual(['', '-2', '-3'].map((copy) => `Images/${projectId}_a${copy}.jpg`))
  for (const row of rows) expect((await house.parts.files.find(row.storageKey))?.size).toBe(row.bytes)
})

eachDatabase('composed or not, a name is one key: the second file gets another', async (house) => {
  const projectId = await hungProject(house)
  await hangPhoto(house, projectId, 'cafe\u0301.jpg')
  await hangPhoto(house, projectId, 'caf\u00e9.jpg')
  expect((await rowsOf(house)).map((row) => row.storageKey).sort()).toEqual([
    `Images/${projectId}_café-2.jpg`,
    `Images/${projectId}_café.jpg`,
  ])
})

eachDatabase('asked again after its answer was lost, an upload hangs once', async (house) => {
  const { parts, admin, upload } = house
  const wish = { projectId: await hungProject(house), uploadId: await upload(), place: 'gallery' as const }
  const first = expectDone(await addPhoto(parts, admin, wish))
  expect(expectDone(await addPhoto(parts, admin, wish))).toEqual(first)
  expect(await originalsIn(house)).toHaveLength(1)
  expect(await rowsOf(house)).toHaveLength(1)
})

eachDatabase('asked again when only the discarding was cut off, an upload hangs once', async (house) => {
  const { parts, admin, upload } = house
  const wish = { projectId: await hungProject(house), uploadId: await upload(), place: 'gallery' as const }
  const cutOff = { ...parts, uploads: { ...parts.uploads, discard: async () => {} } }
  const first = expectDone(await addPhoto(cutOff, admin, wish))
  expect(expectDone(await addPhoto(parts, admin, wish))).toEqual(first)
  expect(await originalsIn(house)).toHaveLength(1)
  expect(await parts.uploads.find(wish.uploadId, admin.userId)).toBeNull()
})

eachDatabase('asked eight times at once, an upload hangs once, and everybody is told so', async (house) => {
  const { parts, admin, upload } = house
  for (const place of ['gallery', 'cover'] as const) {
    const wish = { projectId: await hungProject(house), uploadId: await upload(), place }
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => addPhoto(parts, admin, wish)))
    expect(new Set(outcomes.map((outcome) => expectDone(outcome).id)).size).toBe(1)
  }
  expect(await rowsOf(house)).toHaveLength(2)
  expect(await originalsIn(house)).toHaveLength(2)
})

eachDatabase('overtaken by the same wish, before it looks or before it stores, an upload hangs once', async (house) => {
  const { parts, admin, upload } = house
  const projectId = await hungProject(house)
  for (const step of ['look', 'store']) {
    const wish = { projectId, uploadId: await upload(), place: 'gallery' as const }
    let faster: string | undefined
    const overtake = async () => void (faster ??= expectDone(await addPhoto(parts, admin, wish)).id)
    const pictures = {
      ...parts.pictures,
      examine: async (path: string) => {
        if (step === 'look') await overtake()
        return parts.pictures.examine(path)
      },
    }
    const files = {
      ...parts.files,
      keep: async (path: string, keys: Iterable<string>) => {
        await overtake()
        return parts.files.keep(path, keys)
      },
    }
    expect(expectDone(await addPhoto({ ...parts, pictures, files }, admin, wish)).id).toBe(faster)
  }
  expect(await originalsIn(house)).toHaveLength(2)
})

eachDatabase('an upload that hangs in one project cannot be hung in another', async (house) => {
  const { parts, admin, upload } = house
  const cutOff = { ...parts, uploads: { ...parts.uploads, discard: async () => {} } }
  const wish = { projectId: await hungProject(house), uploadId: await upload(), place: 'gallery' as const }
  expectDone(await addPhoto(cutOff, admin, wish))
  const other = await hungProject(house, 'Other')
  expect(await addPhoto(cutOff, admin, { ...wish, projectId: other })).toMatchObject({ ok: false, why: 'unknown' })
  expect(await addPhoto(cutOff, admin, { ...wish, place: 'cover' })).toMatchObject({ ok: false, why: 'unknown' })
  expect((await showProject(parts, other))?.images).toEqual([])
  expect(await originalsIn(house)).toHaveLength(1)
})

eachDatabase('an upload that has become an image is not said to have become the cover', async (house) => {
  const { parts, admin, upload } = house
  const wish = { projectId: await hungProject(house), uploadId: await upload(), place: 'gallery' as const }
  expectDone(await addPhoto(parts, admin, wish))
  expect(await addPhoto(parts, admin, { ...wish, place: 'cover' })).toMatchObject({ ok: false, why: 'unknown' })
})

eachDatabase('an upload of somebody else is as unknown as one that never was', async (house) => {
  const { parts, admin, upload } = house
  const theirs = await upload(undefined, 'theirs.jpg', await appoint(parts))
  const wish = { projectId: await hungProject(house), place: 'gallery' as const }
  const foreign = await addPhoto(parts, admin, { ...wish, uploadId: theirs })
  expect(foreign).toMatchObject({ ok: false, why: 'unknown' })
  for (const uploadId of ['0'.repeat(32), '', '../../secret', 'a\0b', theirs.toUpperCase()]) {
    expect(await addPhoto(parts, admin, { ...wish, uploadId })).toEqual(foreign)
  }
  expect(await rowsOf(house)).toEqual([])
})

eachDatabase('an upload that has not arrived whole is not hung', async (house) => {
  const { parts, admin } = house
  const begun = await parts.uploads.receive(
    new Request(`${origin}/uploads`, {
      method: 'POST',
      headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000' },
    }),
    admin.userId,
  )
  const uploadId = begun.headers.get('Location')?.split('/').at(-1) ?? ''
  const wish = { projectId: await hungProject(house), uploadId, place: 'gallery' as const }
  expect(await addPhoto(parts, admin, wish)).toMatchObject({ ok: false, why: 'unknown' })
})

eachDatabase('what is no picture is refused, leaves no file, and the upload can be looked at again', async (house) => {
  const { parts, admin, upload } = house
  const uploadId = await upload(Buffer.from('<html>'), 'page.jpg')
  const wish = { projectId: await hungProject(house), uploadId, place: 'gallery' as const }
  expect(await addPhoto(parts, admin, wish)).toMatchObject({ ok: false, why: 'wrong-type' })
  expect(await originalsIn(house)).toEqual([])
  expect(await parts.uploads.find(uploadId, admin.userId)).not.toBeNull()
})

eachDatabase('a deleted project takes no photographs, and the file is given back', async (house) => {
  const { parts, admin, upload } = house
  const projectId = await hungProject(house)
  const wish = { projectId, uploadId: await upload(), place: 'gallery' as const }
  expectDone(await changeAsAdmin(parts, admin, (unit, proof) => deleteProject(unit, proof, { id: projectId })))
  for (const unknown of [projectId, 'none', '']) {
    const refusal = await addPhoto(parts, admin, { ...wish, projectId: unknown })
    expect(refusal).toEqual({ ok: false, why: 'unknown', message: 'Project not found' })
  }
  expect(await originalsIn(house)).toEqual([])
  expect(await parts.uploads.find(wish.uploadId, admin.userId)).not.toBeNull()
})

eachDatabase('a gallery of 500 takes no further image, but a cover', async (house) => {
  const { parts, admin, upload } = house
  const { projectId } = await hungImages(house, 1)
  const [{ id: _, ...row } = { id: '' }] = await rowsOf(house)
  const more = Array.from({ length: photoLimits.perProject - 1 }, (__, n) => ({
    ...(row as Awaited<ReturnType<typeof rowsOf>>[number]),
    id: `image-${n}`,
    position: n + 2,
    storageKey: `images/${n}.jpg`,
    uploadId: null,
  }))
  for (let from = 0; from < more.length; from += 100)
    await parts.db
      .insertInto('photos')
      .values(more.slice(from, from + 100))
      .execute()
  const uploadId = await upload()
  expect(await addPhoto(parts, admin, { projectId, uploadId, place: 'gallery' })).toMatchObject({
    ok: false,
    why: 'wrong-value',
  })
  expectDone(await addPhoto(parts, admin, { projectId, uploadId, place: 'cover' }))
  expect(await originalsIn(house)).toHaveLength(2)
})

eachDatabase('for anyone but an admin nothing is stored', async (house) => {
  const { parts, admin, upload } = house
  const wish = { projectId: await hungProject(house), uploadId: await upload(), place: 'gallery' as const }
  expect(await addPhoto(parts, null, wish)).toMatchObject({ ok: false, why: 'no-session' })
  expect(await addPhoto(parts, { ...admin, userId: 'visitor' }, wish)).toMatchObject({ ok: false, why: 'not-admin' })
  expect(await originalsIn(house)).toEqual([])
  expect(await rowsOf(house)).toEqual([])
})
