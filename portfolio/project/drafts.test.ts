import { expect } from 'vitest'
import { asAdmin, asOperator } from '#portfolio/account/as-admin.ts'
import type { Audience } from '#portfolio/audience.ts'
import { mayReceive } from '#portfolio/change-events.ts'
import { attachPhoto } from '#portfolio/photo/attach.ts'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { moveImages, removeImages } from '#portfolio/gallery/edit.ts'
import { editAltText, setFocalPoint } from '#portfolio/photo/edit.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testPhoto } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { createProject } from './create.ts'
import {
  editText,
  moveProjectBefore,
  publishProject,
  removeProject,
  setProjectPosition,
  withdrawProject,
} from './edit.ts'
import { listForSitemap, listProjects, showProject } from './show.ts'

const form = (name: string, more: object = {}) => ({ name, details: 'A shop.', requestId: name, ...more })

/** The projects A, B (a draft) and C, in this order. */
async function open({ ports, admin, events }: TestBackend) {
  const create = async (name: string, more: object = {}) =>
    expectOk(await createProject(ports, admin, form(name, more))).id
  const [a, b, c] = [await create('A'), await create('B', { draft: 'yes' }), await create('C')]
  events.length = 0
  return {
    a,
    b,
    c,
    names: async (audience?: Audience) => (await listProjects(ports, audience)).map(({ name }) => name),
    publish: (id: string, by = ports) => asAdmin(by, admin, (unit, admin) => publishProject(unit, admin, { id })),
    withdraw: (id: string) => asAdmin(ports, admin, (unit, admin) => withdrawProject(unit, admin, { id })),
  }
}

eachDatabase('admins see a draft in its position in the list, marked; visitors see it nowhere', async (backend) => {
  const { ports } = backend
  const { a, b, c, names } = await open(backend)
  expect(await names()).toEqual(['A', 'C'])
  expect(await names('admins')).toEqual(['A', 'B', 'C'])
  expect((await listProjects(ports, 'admins')).map(({ draft }) => draft)).toEqual([undefined, true, undefined])
  expect((await listForSitemap(ports)).map(({ id }) => id).sort()).toEqual([a, c].sort())
  expect(await showProject(ports, b)).toBeNull()
  expect(await showProject(ports, b, 'admins')).toMatchObject({ name: 'B', draft: true })
  expect(Object.keys((await showProject(ports, a)) ?? {})).not.toContain('draft')
})

eachDatabase('numbers and neighbours omit drafts for visitors and in previews', async (backend) => {
  const { ports } = backend
  const { a, b, c } = await open(backend)
  expect(await showProject(ports, a)).toMatchObject({ number: 1, previous: null, next: { slug: 'c' } })
  expect(await showProject(ports, c)).toMatchObject({ number: 2, previous: { slug: 'a' }, next: null })
  expect(await showProject(ports, c, 'admins')).toMatchObject({ number: 3, previous: { slug: 'b' } })
  expect(await showProject(ports, b, 'admins')).toMatchObject({
    number: 2,
    previous: { slug: 'a' },
    next: { slug: 'c' },
  })
  expect(await showProject(ports, c, 'admins', 'everyone')).toEqual(await showProject(ports, c))
  expectOk(await asOperator(ports, (unit, admin) => withdrawProject(unit, admin, { id: c })))
  expect(await showProject(ports, b, 'admins', 'everyone')).toMatchObject({
    number: 2,
    previous: { slug: 'a' },
    next: null,
  })
})

eachDatabase('publishing and withdrawing reach everyone, and both can be repeated', async (backend) => {
  const { ports, events, advance } = backend
  const { b, names, publish, withdraw } = await open(backend)
  const change = [
    { about: 'work', audience: 'everyone' },
    { about: 'project', id: b, audience: 'everyone' },
  ]
  const publishedAt = async () =>
    (await ports.db.selectFrom('projects').select('publishedAt').where('id', '=', b).executeTakeFirst())?.publishedAt
  expectOk(await publish(b))
  expect(events).toEqual(change)
  expect(await names()).toEqual(['A', 'B', 'C'])
  const first = await publishedAt()
  advance(1_000)
  expectOk(await publish(b))
  expect(await publishedAt()).toBe(first)
  expectOk(await withdraw(b))
  expect(events).toEqual([...change, ...change, ...change])
  expectOk(await withdraw(b))
  expect(await names()).toEqual(['A', 'C'])
  expectOk(await publish(b))
  expect(await publishedAt()).not.toBe(first)
})

eachDatabase('only admins publish and withdraw, and a removed project stays removed', async (backend) => {
  const { ports } = backend
  const { b, names, publish, withdraw } = await open(backend)
  for (const person of [null, { userId: 'nobody', email: '', admin: true }])
    for (const command of [publishProject, withdrawProject])
      expect((await asAdmin(ports, person, (unit, admin) => command(unit, admin, { id: b }))).ok).toBe(false)
  expectOk(await asOperator(ports, (unit, admin) => removeProject(unit, admin, { id: b })))
  for (const result of [await publish(b), await withdraw(b), await publish('nobody')])
    expect(result).toMatchObject({ ok: false, code: 'unknown', message: 'Project not found' })
  expect(await names('admins')).toEqual(['A', 'C'])
})

eachDatabase('a project that is published and removed at the same time is removed', async (backend) => {
  const { ports, admin, connect, kind } = backend
  const { b, names, publish } = await open(backend)
  const other = { ...ports, db: connect() }
  const [published, removed] = await Promise.all([
    publish(b, other),
    asAdmin(ports, admin, (unit, admin) => removeProject(unit, admin, { id: b })),
  ])
  expect(removed.ok, kind).toBe(true)
  if (!published.ok) expect(published.code).toBe('unknown')
  expect(await names('admins')).toEqual(['A', 'C'])
})

eachDatabase('every change of a draft is published to admins only', async (backend) => {
  const { ports, admin, events, upload } = backend
  const { a, b } = await open(backend)
  expectOk(await createProject(ports, admin, form('D', { draft: 'yes' })))
  const photoId = await testPhoto(backend, b, 'a.jpg')
  const other = await testPhoto(backend, b, 'b.jpg')
  expectOk(await attachPhoto(ports, admin, { projectId: b, uploadId: await upload(), place: 'cover' }))
  while (await deriveNextPhoto(ports));
  const image = { projectId: b, photoId }
  const results = [
    await asOperator(ports, (unit, admin) =>
      editText(unit, admin, { id: b, field: 'name', text: 'Secret', version: 1 }),
    ),
    await asOperator(ports, (unit, admin) => setProjectPosition(unit, admin, { id: b, position: '9' })),
    await asOperator(ports, (unit, admin) => moveProjectBefore(unit, admin, { id: b, before: a })),
    await asOperator(ports, (unit, admin) => editAltText(unit, admin, { ...image, alt: 'A lamp', baseText: '' })),
    await asOperator(ports, (unit, admin) => setFocalPoint(unit, admin, { ...image, x: '0.1', y: '0.2' })),
    await asOperator(ports, (unit, admin) =>
      moveImages(unit, admin, { projectId: b, photoIds: [photoId], position: '2' }),
    ),
    await asOperator(ports, (unit, admin) => removeImages(unit, admin, { projectId: b, photoIds: [other] })),
    await asOperator(ports, (unit, admin) => removeProject(unit, admin, { id: b })),
  ]
  for (const result of results) expectOk<unknown>(result)
  expect(events.length).toBeGreaterThan(12)
  expect(events.filter((event) => mayReceive(event, { userId: null, admin: false }))).toEqual([])
})

eachDatabase(
  'a draft form sent again creates no second draft, and publishing with the same form is refused',
  async ({ ports, admin }) => {
    const draft = form('Thrown', { draft: 'yes' })
    const first = expectOk(await createProject(ports, admin, draft))
    expect(first.draft).toBe(true)
    expect(expectOk(await createProject(ports, admin, draft))).toEqual(first)
    expect(await createProject(ports, admin, form('Thrown'))).toMatchObject({
      code: 'newer',
      about: { projectId: first.id },
    })
    const results = await Promise.all([
      createProject(ports, admin, form('Twice', { draft: 'yes' })),
      createProject(ports, admin, form('Twice', { draft: 'yes' })),
    ])
    expect(new Set(results.map((result) => expectOk(result).id)).size).toBe(1)
    expect(await listProjects(ports)).toEqual([])
    expect(await listProjects(ports, 'admins')).toHaveLength(2)
  },
)
