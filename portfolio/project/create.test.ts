import { expect } from 'vitest'
import { asAdmin, asOperator } from '#portfolio/account/as-admin.ts'
import { filesIn, storageKeys } from '#tests/support/backend/project-fixtures.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { loseCommitResponses } from '#tests/support/backend/lost-commit-responses.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { createDraft, createProject } from './create.ts'
import { removeProject, setProjectPosition } from './edit.ts'
import { listProjects, showProject } from './show.ts'

const form = (more: object = {}) => ({ name: 'Thrown', details: 'A shop.', requestId: 'form-1', ...more })

eachDatabase('the first project gets position 1, each later one the next position', async ({ ports, admin }) => {
  for (const name of ['A', 'B', 'C']) expectOk(await createProject(ports, admin, form({ name, requestId: name })))
  const moved = (await listProjects(ports))[0]?.id ?? ''
  expectOk(await asOperator(ports, (unit, admin) => setProjectPosition(unit, admin, { id: moved, position: '40' })))
  expectOk(await createProject(ports, admin, form({ name: 'D', requestId: 'D' })))
  expect((await listProjects(ports)).map(({ name, position }) => [name, position])).toEqual([
    ['B', 2],
    ['C', 3],
    ['A', 40],
    ['D', 41],
  ])
})

eachDatabase('a removed project does not count for the next position', async ({ ports, admin }) => {
  const { id } = expectOk(await createProject(ports, admin, form({ requestId: 'gone' })))
  expectOk(await asOperator(ports, (unit, admin) => removeProject(unit, admin, { id })))
  expectOk(await createProject(ports, admin, form()))
  expect((await listProjects(ports)).map((project) => project.position)).toEqual([1])
})

eachDatabase(
  'after a project at the largest position, a new project gets the same position',
  async ({ ports, admin, advance }) => {
    const { id } = expectOk(await createProject(ports, admin, form()))
    const position = String(Number.MAX_SAFE_INTEGER)
    expectOk(await asOperator(ports, (unit, admin) => setProjectPosition(unit, admin, { id, position })))
    advance(1)
    expectOk(await createProject(ports, admin, form({ name: 'Last', requestId: 'last' })))
    const list = await listProjects(ports)
    expect(list.map((project) => project.name)).toEqual(['Thrown', 'Last'])
    expect(list[1]?.position).toBe(Number.MAX_SAFE_INTEGER)
  },
)

eachDatabase('with negative positions only, a new project comes last', async ({ ports, admin }) => {
  const { id } = expectOk(await createProject(ports, admin, form()))
  expectOk(await asOperator(ports, (unit, admin) => setProjectPosition(unit, admin, { id, position: '-7' })))
  expectOk(await createProject(ports, admin, form({ name: 'Last', requestId: 'last' })))
  expect((await listProjects(ports)).map(({ name, position }) => [name, position])).toEqual([
    ['Thrown', -7],
    ['Last', -6],
  ])
})

eachDatabase('a project gets its cover and its images in the order of the form', async (backend) => {
  const { ports, admin, upload } = backend
  const cover = await upload(undefined, 'front.jpg')
  const images = [
    await upload(undefined, 'b.jpg'),
    await upload(await photoFile({ as: 'png' }), 'a.jpg'),
    await upload(undefined, 'b.jpg'),
  ]
  const { id, name } = expectOk(await createProject(ports, admin, form({ cover, images })))
  expect(name).toBe('Thrown')
  expect(await storageKeys(backend)).toEqual([
    'coverPhotos/front.jpg',
    'images/b.jpg',
    'images/a.png',
    'images/b-2.jpg',
  ])
  const project = await showProject(ports, id)
  expect(project?.coverPhoto).toMatchObject({ width: 90, ready: false })
  expect(project?.images).toHaveLength(3)
  expect(backend.events).toContainEqual({ about: 'work', audience: 'everyone' })
  expect(backend.wakeCount()).toBe(1)
})

eachDatabase('attached uploads are deleted', async (backend) => {
  const { ports, admin, upload } = backend
  const image = await upload()
  expectOk(await createProject(ports, admin, form({ images: [image] })))
  expect(await ports.uploads.find(image, admin.userId)).toBeNull()
  expect(await backend.uploadStore.count()).toBe(0)
})

eachDatabase('the same form sent again creates nothing', async (backend) => {
  const { ports, admin, upload } = backend
  const input = form({ cover: await upload(), images: [await upload(undefined, 'a.jpg')], imageAlts: ['A lamp'] })
  const first = expectOk(await createProject(ports, admin, input))
  backend.events.length = 0
  expect(expectOk(await createProject(ports, admin, input))).toEqual(first)
  expect(await listProjects(ports)).toHaveLength(1)
  expect(await filesIn(backend)).toEqual(['coverPhotos/photo.jpg', 'images/a.jpg'])
  expect(backend.events).toEqual([])
  backend.advance(1)
  const added = { projectId: first.id, place: 'gallery', uploadId: await upload(undefined, 'b.jpg') } as const
  expectOk(await attachPhoto(ports, admin, added))
  expect(expectOk(await createProject(ports, admin, input))).toEqual(first)
})

eachDatabase(
  'when the response to the commit is lost, the files are kept; sending the form again finds the project',
  async (backend) => {
    const { ports, admin, upload } = backend
    const input = form({ cover: await upload(), images: [await upload(undefined, 'a.jpg')] })
    expect(await createProject(loseCommitResponses(ports), admin, input)).toMatchObject({
      ok: false,
      maybeStored: true,
    })
    expect(await filesIn(backend)).toEqual(['coverPhotos/photo.jpg', 'images/a.jpg'])
    expect(expectOk(await createProject(ports, admin, input)).id).toBe((await listProjects(ports))[0]?.id)
    expect(await filesIn(backend)).toEqual((await storageKeys(backend)).sort())
  },
)

eachDatabase(
  'the same form sent again after its project was removed is refused and creates nothing',
  async (backend) => {
    const { ports, admin, upload } = backend
    const input = form({ cover: await upload() })
    const { id } = expectOk(await createProject(ports, admin, input))
    expectOk(await asOperator(ports, (unit, admin) => removeProject(unit, admin, { id })))
    for (const again of [input, { ...input, name: 'Thrown again' }, form()]) {
      const refusal = await createProject(ports, admin, again)
      expect(refusal).toMatchObject({
        ok: false,
        code: 'unknown',
        message: expect.stringContaining('has since been deleted'),
      })
    }
    expect(await listProjects(ports)).toEqual([])
    expect(await filesIn(backend)).toEqual(['coverPhotos/photo.jpg'])
  },
)

eachDatabase(
  'a form that was changed since it created its project is refused: the change would be lost',
  async (backend) => {
    const { ports, admin, upload } = backend
    const [image, other] = [await upload(), await upload()]
    const input = form({ images: [image, other], imageAlts: ['A lamp', 'A table'] })
    const { id } = expectOk(await createProject(ports, admin, input))
    const others = [
      { name: 'Thrown again' },
      { details: 'A house.' },
      { imageAlts: ['Two lamps', 'A table'] },
      { images: [other, image], imageAlts: ['A table', 'A lamp'] },
      { cover: await upload() },
      { images: [], imageAlts: [] },
    ]
    for (const changed of others) {
      const refusal = await createProject(ports, admin, { ...input, ...changed })
      expect(refusal).toMatchObject({ ok: false, code: 'newer', about: { projectId: id } })
    }
    expect(await listProjects(ports)).toMatchObject([{ name: 'Thrown' }])
    expect(await filesIn(backend)).toEqual(['images/photo-2.jpg', 'images/photo.jpg'])
  },
)

eachDatabase(
  'the same form sent five times at once creates one project and one file for each upload',
  async (backend) => {
    const { ports, admin, upload } = backend
    const input = form({
      cover: await upload(undefined, 'front.jpg'),
      images: [await upload(undefined, 'a.jpg'), await upload(undefined, 'b.jpg')],
    })
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => createProject(ports, admin, input)))
    expect(new Set(outcomes.map((result) => expectOk(result).id)).size).toBe(1)
    expect(await listProjects(ports)).toHaveLength(1)
    expect(await filesIn(backend)).toEqual((await storageKeys(backend)).sort())
    expect(await storageKeys(backend)).toHaveLength(3)
  },
)

eachDatabase(
  'name and details are required; each invalid field is reported, and nothing is created',
  async (backend) => {
    const { ports, admin } = backend
    for (const input of [{}, null, [], 'x', { requestId: 'r' }, form({ name: ' ', details: '\r\n' })]) {
      const refusal = await createProject(ports, admin, input)
      expect(refusal).toMatchObject({ ok: false, code: 'wrong-value' })
    }
    expect(await createProject(ports, admin, form({ name: ' ', details: '' }))).toMatchObject({
      fields: { name: 'The project name is required.', details: 'The project details are required.' },
    })
    expect(
      await createProject(ports, admin, form({ images: Array.from({ length: 501 }, (_, n) => `u${n}`) })),
    ).toMatchObject({
      code: 'wrong-value',
      fields: { images: expect.any(String) },
    })
    expect(await listProjects(ports)).toEqual([])
  },
)

eachDatabase('a folder becomes one draft for each `requestId`, and may have no details', async (backend) => {
  const { ports, admin, events } = backend
  const make = (input: object) => asAdmin(ports, admin, (unit, admin) => createDraft(unit, admin, input))
  const folder = { name: ' Water  Tower ', details: '', requestId: 'folder:1:Water Tower' }
  const draft = expectOk(await make(folder))
  expect(draft).toMatchObject({ name: 'Water  Tower', slug: 'water-tower', draft: true })
  expect(events).toEqual([{ about: 'work', audience: 'admins' }])
  expect(expectOk(await make(folder)).id).toBe(draft.id)
  expect(await listProjects(ports)).toEqual([])
  expect(await make({ ...folder, name: ' ' })).toMatchObject({
    code: 'wrong-value',
    fields: { name: expect.any(String) },
  })
  expect(await make({ ...folder, details: 'x'.repeat(10_001) })).toMatchObject({ code: 'wrong-value' })
  expect(await listProjects(ports, 'admins')).toHaveLength(1)
})

eachDatabase('unknown fields of the form are ignored', async ({ ports, admin }) => {
  const { id } = expectOk(
    await createProject(
      ports,
      admin,
      form({ id: 'mine', position: 0, createdAt: '1999', deletedAt: '1999', comments: ['x'] }),
    ),
  )
  expect(id).not.toBe('mine')
  const row = await ports.db.selectFrom('projects').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ position: 1, comments: '[]', deletedAt: null, createdAt: ports.now().toISOString() })
})

eachDatabase('a form from a non-admin is not validated and creates nothing', async (backend) => {
  const { ports, admin, upload } = backend
  const image = await upload()
  const input = form({ images: [image] })
  expect(await createProject(ports, null, input)).toMatchObject({ ok: false, code: 'no-session' })
  expect(await createProject(ports, { ...admin, userId: 'visitor' }, input)).toMatchObject({
    ok: false,
    code: 'not-admin',
  })
  expect(await createProject(ports, { ...admin, userId: 'visitor' }, null)).toMatchObject({
    ok: false,
    code: 'not-admin',
  })
  expect(await listProjects(ports)).toEqual([])
  expect(await filesIn(backend)).toEqual([])
  expect(await ports.uploads.find(image, admin.userId)).not.toBeNull()
})
