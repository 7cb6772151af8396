import { expect } from 'vitest'
import { asAdmin, asOperator } from '#portfolio/account/as-admin.ts'
import { eraseProject } from '#portfolio/bin/edit.ts'
import { editText, publishProject, removeProject, withdrawProject } from '#portfolio/project/edit.ts'
import { showProject, showProjectAt } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { editSlug } from './edit.ts'
import { findProjectId } from './show.ts'

const slugOf = async ({ ports }: TestBackend, id: string) => (await showProject(ports, id, 'admins'))?.slug ?? ''

const edit = async (backend: TestBackend, id: string, slug: unknown, baseSlug?: string) => {
  const input = { id, slug, baseSlug: baseSlug ?? (await slugOf(backend, id)) }
  return asAdmin(backend.ports, backend.admin, (unit, admin) => editSlug(unit, admin, input))
}

eachDatabase('a slug is made from the name, is unique, and stays when the name changes', async (backend) => {
  const { ports } = backend
  const ids = [await testProject(backend, 'Café Lumière'), await testProject(backend, 'Cafe lumiere')]
  expect(await Promise.all(ids.map((id) => slugOf(backend, id)))).toEqual(['cafe-lumiere', 'cafe-lumiere-2'])
  const input = { id: ids[0] ?? '', field: 'name', text: 'Another', version: 1 } as const
  expectOk(await asOperator(ports, (unit, admin) => editText(unit, admin, input)))
  expect(await slugOf(backend, ids[0] ?? '')).toBe('cafe-lumiere')
})

eachDatabase('a project is found by its slug, its former slugs and its id', async (backend) => {
  const { ports, events } = backend
  const id = await testProject(backend)
  events.length = 0
  expect(expectOk(await edit(backend, id, ' Wheel Room '))).toEqual({ slug: 'wheel-room' })
  expect(events).toEqual([
    { about: 'project', id, audience: 'everyone' },
    { about: 'work', audience: 'everyone' },
  ])
  expectOk(await edit(backend, id, 'kiln'))
  for (const segment of ['kiln', 'KILN', 'wheel-room', 'thrown', id]) {
    expect(await showProjectAt(ports, segment), segment).toMatchObject({ id, slug: 'kiln' })
    expect(await findProjectId(ports.db, segment)).toBe(id)
  }
  for (const segment of ['kil', 'kiln.data', '', '\0']) expect(await showProjectAt(ports, segment)).toBeNull()
  expectOk(await edit(backend, id, 'thrown'))
  expect(await showProjectAt(ports, 'kiln')).toMatchObject({ slug: 'thrown' })
})

eachDatabase(
  'a new project does not get a former slug automatically; once it is assigned, the slug leads to the project',
  async (backend) => {
    const { ports } = backend
    const first = await testProject(backend)
    expectOk(await edit(backend, first, 'kiln'))
    const second = await testProject(backend)
    expect(await slugOf(backend, second)).toBe('thrown-2')
    expectOk(await edit(backend, second, 'thrown'))
    expect(await findProjectId(ports.db, 'thrown')).toBe(second)
    expectOk(await asOperator(ports, (unit, admin) => removeProject(unit, admin, { id: second })))
    expect(await findProjectId(ports.db, 'thrown')).toBe(first)
  },
)

eachDatabase(
  'visitors cannot find a draft by any address, and its slug hides no former slug from them',
  async (backend) => {
    const { ports } = backend
    const published = await testProject(backend)
    expectOk(await edit(backend, published, 'kiln'))
    const draft = await testProject(backend, 'Secret')
    expectOk(await edit(backend, draft, 'thrown'))
    expectOk(await asOperator(ports, (unit, admin) => withdrawProject(unit, admin, { id: draft })))
    for (const segment of [draft, 'secret']) expect(await showProjectAt(ports, segment), segment).toBeNull()
    expect(await showProjectAt(ports, 'thrown')).toMatchObject({ id: published })
    expect(await showProjectAt(ports, 'thrown', 'admins')).toMatchObject({ id: draft })
    backend.events.length = 0
    expectOk(await edit(backend, draft, 'hidden'))
    expect(backend.events.length).toBeGreaterThan(0)
    expect(backend.events.every((event) => 'audience' in event && event.audience === 'admins')).toBe(true)
    expect(await showProjectAt(ports, 'thrown')).toMatchObject({ id: published })
    expectOk(await asOperator(ports, (unit, admin) => publishProject(unit, admin, { id: draft })))
    expect(await findProjectId(ports.db, 'secret')).toBe(draft)
  },
)

eachDatabase('an invalid address, a taken one and one based on a stale slug are refused', async (backend) => {
  const { ports } = backend
  const id = await testProject(backend)
  const other = await testProject(backend, 'Kiln')
  for (const slug of [undefined, '', ' … ', 'x'.repeat(81), 'new', id, 'x'.repeat(5000)])
    expect(await edit(backend, id, slug)).toMatchObject({
      code: 'wrong-value',
      fields: { slug: expect.stringMatching(/\.$/) },
    })
  for (const slug of ['new', id])
    expect(await edit(backend, id, slug)).toMatchObject({
      message: 'This address is reserved. Please choose another one.',
    })
  expect(await edit(backend, id, 'kiln')).toMatchObject({
    fields: { slug: '“Kiln” has this address. Please choose another one.' },
  })
  expectOk(await asOperator(ports, (unit, admin) => removeProject(unit, admin, { id: other })))
  expect(await edit(backend, id, 'kiln')).toMatchObject({
    message: '“Kiln”, which was removed, has this address. Please choose another one.',
  })
  expect(await edit(backend, other, 'wheel', 'kiln')).toMatchObject({ code: 'unknown' })
  expect(await edit(backend, id, 'wheel', 'older')).toMatchObject({
    code: 'newer',
    conflict: { yours: 'wheel', theirs: 'thrown' },
  })
  expect(await slugOf(backend, id)).toBe('thrown')
  expectOk(await eraseProject(ports, backend.admin, { id: other }))
  expectOk(await edit(backend, id, 'kiln'))
})

eachDatabase('only an admin can change an address', async (backend) => {
  const { ports } = backend
  const id = await testProject(backend)
  const user = { userId: 'user', email: 'user@example.com', admin: false }
  for (const person of [null, user]) {
    const input = { id, slug: 'kiln', baseSlug: 'thrown' }
    const refusal = await asAdmin(ports, person, (unit, admin) => editSlug(unit, admin, input))
    expect(refusal.ok).toBe(false)
  }
  expect(await slugOf(backend, id)).toBe('thrown')
})
