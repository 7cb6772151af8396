import { expect } from 'vitest'
import { asAdmin } from '#portfolio/account/as-admin.ts'
import { removeProject } from '#portfolio/project/edit.ts'
import { showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { filesIn, testPhoto, testGallery, testProject } from '#tests/support/backend/project-fixtures.ts'
import { loseCommitResponses } from '#tests/support/backend/lost-commit-responses.ts'
import { createAdmin, expectOk, origin, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { attachPhoto } from './attach.ts'
import { projectLimits } from '#portfolio/project/project.ts'

const rowsOf = ({ ports }: TestBackend) =>
  ports.db.selectFrom('photos').selectAll().orderBy('createdAt').orderBy('position').execute()

eachDatabase(
  'an image is attached at the end of the gallery, stored under a key that contains the project’s id, and waits for derivatives',
  async (backend) => {
    const { projectId } = await testGallery(backend, 1)
    const id = await testPhoto(backend, projectId, '../My “room”.PNG', {
      bytes: await photoFile({ width: 50, height: 70, as: 'webp' }),
    })
    expect((await rowsOf(backend)).at(-1)).toMatchObject({
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
    expect((await showProject(backend.ports, projectId))?.images[1]).toMatchObject({
      id,
      width: 50,
      height: 70,
      ready: false,
    })
    expect(backend.events).toEqual([{ about: 'project', id: projectId, audience: 'everyone' }])
    expect(backend.wakeCount()).toBe(2)
  },
)

eachDatabase('the size, hash and colour of the file are stored', async (backend) => {
  const bytes = await photoFile()
  await testPhoto(backend, await testProject(backend), 'photo.jpg', { bytes })
  const [row] = await rowsOf(backend)
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex')
  expect(row).toMatchObject({ bytes: bytes.length, sha256, colour: expect.stringMatching(/^#[0-9a-f]{6}$/) })
})

eachDatabase(
  'when the response to the commit is lost, the original is kept; a second call does not attach it again',
  async (backend) => {
    const { ports, admin, upload } = backend
    const input = { projectId: await testProject(backend), uploadId: await upload(), place: 'gallery' } as const
    expect(await attachPhoto(loseCommitResponses(ports), admin, input)).toMatchObject({ ok: false, maybeStored: true })
    expect(await filesIn(backend)).toHaveLength(1)
    const { id } = expectOk(await attachPhoto(ports, admin, input))
    const rows = await rowsOf(backend)
    expect(rows).toMatchObject([{ id, deletedAt: null }])
    expect(await filesIn(backend)).toEqual([rows[0]?.storageKey])
    expect(await ports.uploads.find(input.uploadId, admin.userId)).toBeNull()
  },
)

eachDatabase('a cover photo replaces the previous one, whose file is kept', async (backend) => {
  const { ports } = backend
  const projectId = await testProject(backend)
  const first = await testPhoto(backend, projectId, 'front.jpg', { place: 'cover' })
  backend.events.length = 0
  const second = await testPhoto(backend, projectId, 'front.jpg', { place: 'cover' })
  expect((await showProject(ports, projectId))?.coverPhoto?.id).toBe(second)
  expect(backend.events).toEqual([
    { about: 'project', id: projectId, audience: 'everyone' },
    { about: 'work', audience: 'everyone' },
  ])
  const rows = new Map((await rowsOf(backend)).map((row) => [row.id, row]))
  expect(rows.get(first)).toMatchObject({
    storageKey: `coverPhotos/${projectId}_front.jpg`,
    deletedAt: expect.any(String),
  })
  expect(rows.get(second)).toMatchObject({ storageKey: `coverPhotos/${projectId}_front-2.jpg`, deletedAt: null })
  expect(await ports.files.stat(`coverPhotos/${projectId}_front.jpg`)).not.toBeNull()
})

eachDatabase('files with the same name get -2, -3, …; nothing is overwritten', async (backend) => {
  const projectId = await testProject(backend)
  for (const width of [40, 50, 60]) await testPhoto(backend, projectId, 'a.jpg', { bytes: await photoFile({ width }) })
  const rows = (await rowsOf(backend)).toSorted((one, other) => one.position - other.position)
  expect(rows.map((row) => row.storageKey)).toEqual(['', '-2', '-3'].map((copy) => `Images/${projectId}_a${copy}.jpg`))
  for (const row of rows) expect((await backend.ports.files.stat(row.storageKey))?.bytes).toBe(row.bytes)
})

eachDatabase('composed and decomposed Unicode count as the same key: the second gets a suffix', async (backend) => {
  const projectId = await testProject(backend)
  await testPhoto(backend, projectId, 'cafe\u0301.jpg')
  await testPhoto(backend, projectId, 'caf\u00e9.jpg')
  expect((await rowsOf(backend)).map((row) => row.storageKey).sort()).toEqual([
    `Images/${projectId}_café-2.jpg`,
    `Images/${projectId}_café.jpg`,
  ])
})

eachDatabase('repeating the call after a lost response attaches the upload only once', async (backend) => {
  const { ports, admin, upload } = backend
  const input = { projectId: await testProject(backend), uploadId: await upload(), place: 'gallery' as const }
  const first = expectOk(await attachPhoto(ports, admin, input))
  expect(expectOk(await attachPhoto(ports, admin, input))).toEqual(first)
  expect(await filesIn(backend)).toHaveLength(1)
  expect(await rowsOf(backend)).toHaveLength(1)
})

eachDatabase('repeating the call after an interrupted discard attaches the upload only once', async (backend) => {
  const { ports, admin, upload } = backend
  const input = { projectId: await testProject(backend), uploadId: await upload(), place: 'gallery' as const }
  const withoutDiscard = { ...ports, uploads: { ...ports.uploads, discard: async () => {} } }
  const first = expectOk(await attachPhoto(withoutDiscard, admin, input))
  expect(expectOk(await attachPhoto(ports, admin, input))).toEqual(first)
  expect(await filesIn(backend)).toHaveLength(1)
  expect(await ports.uploads.find(input.uploadId, admin.userId)).toBeNull()
})

eachDatabase('eight simultaneous calls attach an upload once, and all succeed', async (backend) => {
  const { ports, admin, upload } = backend
  for (const place of ['gallery', 'cover'] as const) {
    const input = { projectId: await testProject(backend), uploadId: await upload(), place }
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => attachPhoto(ports, admin, input)))
    expect(new Set(outcomes.map((result) => expectOk(result).id)).size).toBe(1)
  }
  expect(await rowsOf(backend)).toHaveLength(2)
  expect(await filesIn(backend)).toHaveLength(2)
})

eachDatabase(
  'an upload is attached only once if a concurrent call finishes before the first one has examined or stored it',
  async (backend) => {
    const { ports, admin, upload } = backend
    const projectId = await testProject(backend)
    for (const step of ['examine', 'store']) {
      const input = { projectId, uploadId: await upload(), place: 'gallery' as const }
      let fasterId: string | undefined
      const overtake = async () => void (fasterId ??= expectOk(await attachPhoto(ports, admin, input)).id)
      const images = {
        ...ports.images,
        examine: async (path: string) => {
          if (step === 'examine') await overtake()
          return ports.images.examine(path)
        },
      }
      const files = {
        ...ports.files,
        store: async (path: string, keys: Iterable<string>) => {
          await overtake()
          return ports.files.store(path, keys)
        },
      }
      expect(expectOk(await attachPhoto({ ...ports, images, files }, admin, input)).id).toBe(fasterId)
    }
    expect(await filesIn(backend)).toHaveLength(2)
  },
)

eachDatabase('an upload that is attached to one project cannot be attached to another', async (backend) => {
  const { ports, admin, upload } = backend
  const withoutDiscard = { ...ports, uploads: { ...ports.uploads, discard: async () => {} } }
  const input = { projectId: await testProject(backend), uploadId: await upload(), place: 'gallery' as const }
  expectOk(await attachPhoto(withoutDiscard, admin, input))
  const other = await testProject(backend, 'Other')
  expect(await attachPhoto(withoutDiscard, admin, { ...input, projectId: other })).toMatchObject({
    ok: false,
    code: 'unknown',
  })
  expect(await attachPhoto(withoutDiscard, admin, { ...input, place: 'cover' })).toMatchObject({
    ok: false,
    code: 'unknown',
  })
  expect((await showProject(ports, other))?.images).toEqual([])
  expect(await filesIn(backend)).toHaveLength(1)
})

eachDatabase('an upload that is attached as an image cannot be attached as the cover photo', async (backend) => {
  const { ports, admin, upload } = backend
  const input = { projectId: await testProject(backend), uploadId: await upload(), place: 'gallery' as const }
  expectOk(await attachPhoto(ports, admin, input))
  expect(await attachPhoto(ports, admin, { ...input, place: 'cover' })).toMatchObject({ ok: false, code: 'unknown' })
})

eachDatabase('an upload of another user is refused like an unknown one', async (backend) => {
  const { ports, admin, upload } = backend
  const theirs = await upload(undefined, 'theirs.jpg', await createAdmin(ports))
  const input = { projectId: await testProject(backend), place: 'gallery' as const }
  const foreign = await attachPhoto(ports, admin, { ...input, uploadId: theirs })
  expect(foreign).toMatchObject({ ok: false, code: 'unknown' })
  for (const uploadId of ['0'.repeat(32), '', '../../secret', 'a\0b', theirs.toUpperCase()]) {
    expect(await attachPhoto(ports, admin, { ...input, uploadId })).toEqual(foreign)
  }
  expect(await rowsOf(backend)).toEqual([])
})

eachDatabase('an incomplete upload is not attached', async (backend) => {
  const { ports, admin } = backend
  const begun = await ports.uploads.receive(
    new Request(`${origin}/uploads`, {
      method: 'POST',
      headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000' },
    }),
    admin.userId,
  )
  const uploadId = begun.headers.get('Location')?.split('/').at(-1) ?? ''
  const input = { projectId: await testProject(backend), uploadId, place: 'gallery' as const }
  expect(await attachPhoto(ports, admin, input)).toMatchObject({ ok: false, code: 'unknown' })
})

eachDatabase('a file that is not an image is refused: nothing is stored, and its upload is kept', async (backend) => {
  const { ports, admin, upload } = backend
  const uploadId = await upload(Buffer.from('<html>'), 'page.jpg')
  const input = { projectId: await testProject(backend), uploadId, place: 'gallery' as const }
  expect(await attachPhoto(ports, admin, input)).toMatchObject({ ok: false, code: 'wrong-type' })
  expect(await filesIn(backend)).toEqual([])
  expect(await ports.uploads.find(uploadId, admin.userId)).not.toBeNull()
})

eachDatabase('attaching to a removed project is refused and leaves no original', async (backend) => {
  const { ports, admin, upload } = backend
  const projectId = await testProject(backend)
  const input = { projectId, uploadId: await upload(), place: 'gallery' as const }
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeProject(unit, admin, { id: projectId })))
  for (const unknown of [projectId, 'none', '']) {
    const refusal = await attachPhoto(ports, admin, { ...input, projectId: unknown })
    expect(refusal).toEqual({ ok: false, code: 'unknown', message: 'Project not found' })
  }
  expect(await filesIn(backend)).toEqual([])
  expect(await ports.uploads.find(input.uploadId, admin.userId)).not.toBeNull()
})

eachDatabase('a gallery of 500 images refuses another one; a cover photo is still accepted', async (backend) => {
  const { ports, admin, upload } = backend
  const { projectId } = await testGallery(backend, 1)
  const [{ id: _, ...row } = { id: '' }] = await rowsOf(backend)
  const more = Array.from({ length: projectLimits.images - 1 }, (__, n) => ({
    ...(row as Awaited<ReturnType<typeof rowsOf>>[number]),
    id: `image-${n}`,
    position: n + 2,
    storageKey: `images/${n}.jpg`,
    uploadId: null,
  }))
  for (let from = 0; from < more.length; from += 100)
    await ports.db
      .insertInto('photos')
      .values(more.slice(from, from + 100))
      .execute()
  const uploadId = await upload()
  expect(await attachPhoto(ports, admin, { projectId, uploadId, place: 'gallery' })).toMatchObject({
    ok: false,
    code: 'wrong-value',
  })
  expectOk(await attachPhoto(ports, admin, { projectId, uploadId, place: 'cover' }))
  expect(await filesIn(backend)).toHaveLength(2)
})

eachDatabase('nothing is stored for a person who is not an admin', async (backend) => {
  const { ports, admin, upload } = backend
  const input = { projectId: await testProject(backend), uploadId: await upload(), place: 'gallery' as const }
  expect(await attachPhoto(ports, null, input)).toMatchObject({ ok: false, code: 'no-session' })
  expect(await attachPhoto(ports, { ...admin, userId: 'visitor' }, input)).toMatchObject({
    ok: false,
    code: 'not-admin',
  })
  expect(await filesIn(backend)).toEqual([])
  expect(await rowsOf(backend)).toEqual([])
})
