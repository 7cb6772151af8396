import { expect } from 'vitest'
import { asAdmin, readAsAdmin, type Admin } from '#portfolio/account/as-admin.ts'
import type { Person } from '#portfolio/account/account.ts'
import { eraseProject, restoreProject } from '#portfolio/bin/edit.ts'
import { editFact } from '#portfolio/fact/edit.ts'
import { chooseCover, removeImages } from '#portfolio/gallery/edit.ts'
import { hideImages } from '#portfolio/hidden-images/edit.ts'
import { editImageCaption } from '#portfolio/photo/edit.ts'
import { expireRemoved } from '#portfolio/photo/expire.ts'
import { removedRetentionMs } from '#portfolio/bin/retention.ts'
import { publishProject, removeProject, withdrawProject } from '#portfolio/project/edit.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import type { Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery, testProject } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { countOpening } from './count-opening.ts'
import { revokeLink, sharePrivately } from './edit.ts'
import { expirePrivateLinks } from './expire.ts'
import { expiredLinkRetentionMs } from './private-link.ts'
import { listPrivateLinks } from './read.ts'
import { findSharedDraft, isSharedPhoto, showSharedDraft } from './show.ts'

const dayMs = 24 * 60 * 60_000
const user = { userId: 'user', email: 'user@example.com', admin: false }
const address = '192.0.2.1'

/** A draft with two images, and the commands for its links. */
async function open(backend: TestBackend) {
  const { ports, admin, events } = backend
  const { projectId, imageIds } = await testGallery(backend, 2)
  const id = projectId
  const run = (command: typeof publishProject) => asAdmin(ports, admin, (unit, admin) => command(unit, admin, { id }))
  expectOk(await run(withdrawProject))
  events.length = 0
  const dayIn = (days: number) => new Date(ports.now().getTime() + days * dayMs).toISOString().slice(0, 10)
  const share = (recipient = 'Mr Lind', until = dayIn(7), by: Person = admin) =>
    asAdmin(ports, by, (unit, admin) => sharePrivately(unit, admin, { projectId, recipient, until }))
  const list = async () =>
    expectOk(await readAsAdmin(ports, admin, (_, admin) => listPrivateLinks(ports, admin, { projectId })))
  return {
    projectId,
    imageIds,
    dayIn,
    share,
    list,
    tokens: async () => (await list()).map(({ token }) => token),
    publish: () => run(publishProject),
    withdraw: () => run(withdrawProject),
    remove: () => run(removeProject),
    restore: () => run(restoreProject),
    revoke: (linkId: string, by: Person = admin) =>
      asAdmin(ports, by, (unit, admin) => revokeLink(unit, admin, { projectId, linkId })),
  }
}

eachDatabase(
  'a link shows the draft, with its photos below the private URL and no previous or next project',
  async (backend) => {
    const { ports, events } = backend
    const { projectId, imageIds, share, tokens } = await open(backend)
    await testProject(backend, 'Reeded')
    events.length = 0
    expectOk(await share())
    expect(events).toEqual([{ about: 'project', id: projectId, audience: 'admins' }])
    const [token = ''] = await tokens()
    const folder = `/private/${token}/photos`
    const project = await showSharedDraft(ports, token)
    expect(project).toMatchObject({ name: 'Thrown', previous: null, next: null })
    expect(project?.images.map(({ folder }) => folder)).toEqual([folder, folder])
    expect(project?.coverPhoto?.folder).toBe(folder)
    for (const id of imageIds) expect(await isSharedPhoto(ports, token, id)).toBe(true)
  },
)

eachDatabase('a link shows no photo of another project, and none that was removed', async (backend) => {
  const { ports, admin } = backend
  const { projectId, imageIds, share, tokens } = await open(backend)
  const other = await testGallery(backend, 1)
  expectOk(await share())
  const [token = ''] = await tokens()
  for (const id of other.imageIds) expect(await isSharedPhoto(ports, token, id)).toBe(false)
  const [removed = ''] = imageIds
  const input = { projectId, photoIds: [removed] }
  expectOk(await asAdmin(ports, admin, (unit, admin) => removeImages(unit, admin, input)))
  expect(await isSharedPhoto(ports, token, removed)).toBe(false)
})

eachDatabase('each recipient has a link of their own, which can be revoked alone', async (backend) => {
  const { ports } = backend
  const { share, list, tokens, revoke } = await open(backend)
  expectOk(await share('Mr Lind'))
  backend.advance(1)
  expectOk(await share('  Ms Okafor '))
  expect(await list()).toMatchObject([
    { recipient: 'Ms Okafor', opens: 0, lastOpenedAt: null, isExpired: false },
    { recipient: 'Mr Lind' },
  ])
  // Tokens do not change, so that a link can be copied later.
  expect(await tokens()).toEqual(await tokens())
  const [okafor, lind] = await list()
  expectOk(await revoke(okafor?.id ?? ''))
  expect(await revoke(okafor?.id ?? '')).toMatchObject({ code: 'unknown' })
  expect(await findSharedDraft(ports, okafor?.token ?? '')).toBeNull()
  expect(await findSharedDraft(ports, lind?.token ?? '')).not.toBeNull()
})

eachDatabase('a link expires at the end of its last day', async (backend) => {
  const { ports, advance } = backend
  const { share, tokens, list, dayIn } = await open(backend)
  expectOk(await share('Mr Lind', dayIn(2)))
  const [token = ''] = await tokens()
  advance(dayMs)
  expect(await showSharedDraft(ports, token)).not.toBeNull()
  advance(2 * dayMs)
  expect(await showSharedDraft(ports, token)).toBeNull()
  expect(await list()).toMatchObject([{ isExpired: true }])
  expect(await countOpening(ports, token, address)).toMatchObject({ code: 'unknown' })
})

eachDatabase(
  'the state of a shared draft changes with its texts and with the derivatives of its images',
  async (backend) => {
    const { ports, admin, advance } = backend
    const { projectId, imageIds, share, tokens } = await open(backend)
    expectOk(await share())
    const [token = ''] = await tokens()
    const state = async () => (await findSharedDraft(ports, token))?.state
    const states = [await state(), await state()]
    expect(states[0]).toBe(states[1])
    await ports.db
      .updateTable('photos')
      .set({ made: '485' })
      .where('id', '=', imageIds[0] ?? '')
      .execute()
    states.push(await state())
    advance(1)
    const caption = { projectId, photoId: imageIds[1] ?? '', caption: 'Oak', baseText: '' }
    expectOk(await asAdmin(ports, admin, (unit, admin) => editImageCaption(unit, admin, caption)))
    states.push(await state())
    expect(new Set(states).size).toBe(3)
  },
)

eachDatabase('publishing deletes the links, and a withdrawal does not restore them', async (backend) => {
  const { ports } = backend
  const { share, tokens, publish, withdraw, list } = await open(backend)
  expectOk(await share())
  const [token = ''] = await tokens()
  expectOk(await publish())
  expect(await findSharedDraft(ports, token)).toBeNull()
  expectOk(await withdraw())
  expect(await findSharedDraft(ports, token)).toBeNull()
  expect(await list()).toEqual([])
})

eachDatabase(
  'a link does not work while its project is in the bin, and works again once it is restored',
  async (backend) => {
    const { ports } = backend
    const { share, tokens, remove, restore, imageIds } = await open(backend)
    expectOk(await share())
    const [token = ''] = await tokens()
    expectOk(await remove())
    expect(await findSharedDraft(ports, token)).toBeNull()
    expect(await isSharedPhoto(ports, token, imageIds[0] ?? '')).toBe(false)
    expect(await countOpening(ports, token, address)).toMatchObject({ code: 'unknown' })
    expectOk(await restore())
    expect(await findSharedDraft(ports, token)).not.toBeNull()
    expect(await isSharedPhoto(ports, token, imageIds[0] ?? '')).toBe(true)
  },
)

eachDatabase('erasing a project, or letting it expire in the bin, deletes its links', async (backend) => {
  const { ports, admin, advance } = backend
  const count = async () => (await ports.db.selectFrom('privateLinks').select('id').execute()).length
  for (const end of [
    (id: string) => eraseProject(ports, admin, { id }).then(expectOk),
    () => (advance(2 * removedRetentionMs), expireRemoved(ports)),
  ]) {
    const { projectId, share, remove } = await open(backend)
    expectOk(await share('Mr Lind', new Date(ports.now().getTime() + 80 * dayMs).toISOString().slice(0, 10)))
    expectOk(await remove())
    expect(await count()).toBe(1)
    await end(projectId)
    expect(await count()).toBe(0)
  }
})

eachDatabase('an expired link is deleted after 30 days', async (backend) => {
  const { ports, advance } = backend
  const { share, list, dayIn } = await open(backend)
  expectOk(await share('Mr Lind', dayIn(1)))
  expectOk(await share('Ms Okafor', dayIn(40)))
  advance(expiredLinkRetentionMs)
  await expirePrivateLinks(ports)
  expect(await list()).toHaveLength(2)
  advance(2 * dayMs)
  await expirePrivateLinks(ports)
  expect(await list()).toMatchObject([{ recipient: 'Ms Okafor', isExpired: false }])
})

eachDatabase('a link shows facts and captions, and no hidden image, not even as the cover', async (backend) => {
  const { ports, admin } = backend
  const { projectId, imageIds, share, tokens } = await open(backend)
  const [first = '', second = ''] = imageIds
  const run = async (command: (unit: UnitOfWork, admin: Admin) => Promise<Result<unknown>>) =>
    expectOk(await asAdmin(ports, admin, command))
  await run((unit, admin) => editFact(unit, admin, { projectId, key: 'place', text: 'Leeds', version: 0 }))
  const caption = { projectId, photoId: second, caption: 'Oak', baseText: '' }
  await run((unit, admin) => editImageCaption(unit, admin, caption))
  await run((unit, admin) => chooseCover(unit, admin, { projectId, photoId: second }))
  expectOk(await share())
  const [token = ''] = await tokens()
  expect(await showSharedDraft(ports, token)).toMatchObject({
    facts: [{ name: 'place' }],
    coverPhoto: { caption: 'Oak' },
  })
  await run((unit, admin) => hideImages(unit, admin, { projectId, photoIds: [second] }))
  const project = await showSharedDraft(ports, token)
  expect(JSON.stringify(project)).not.toContain(second)
  expect(project?.images.map(({ id }) => id)).toEqual([first])
  expect(await isSharedPhoto(ports, token, first)).toBe(true)
  expect(await isSharedPhoto(ports, token, second)).toBe(false)
})

eachDatabase('openings are counted, at most 60 an hour from one client', async (backend) => {
  const { ports, events } = backend
  const { projectId, share, tokens, list } = await open(backend)
  expectOk(await share())
  const [token = ''] = await tokens()
  events.length = 0
  expectOk(await countOpening(ports, token, address))
  expectOk(await countOpening(ports, token, address))
  expect(await list()).toMatchObject([{ opens: 2, lastOpenedAt: ports.now().toISOString() }])
  const change = { about: 'project', id: projectId, audience: 'admins' }
  expect(events).toEqual([change, change])
  for (let n = 2; n < rateLimits.openPrivateLink.max; n++) expectOk(await countOpening(ports, token, address))
  expect(await countOpening(ports, token, address)).toMatchObject({ code: 'too-often' })
  expectOk(await countOpening(ports, token, '192.0.2.2'))
})

eachDatabase('invalid values, published projects and users who are not admins are refused', async (backend) => {
  const { share, publish, revoke, list, dayIn } = await open(backend)
  for (const recipient of ['', ' ', 'x'.repeat(81)])
    expect(await share(recipient)).toMatchObject({ code: 'wrong-value', fields: { recipient: expect.any(String) } })
  for (const until of ['', '2026-02-30', dayIn(-1), dayIn(400), 'soon'])
    expect(await share('Mr Lind', until)).toMatchObject({ code: 'wrong-value', fields: { until: expect.any(String) } })
  expect(await share('Mr Lind', dayIn(1), user)).toMatchObject({ code: 'not-admin' })
  expectOk(await share())
  const [link] = await list()
  expect(await revoke(link?.id ?? '', user)).toMatchObject({ code: 'not-admin' })
  expect(await list()).toHaveLength(1)
  expectOk(await publish())
  expect(await share()).toMatchObject({ code: 'wrong-value' })
})
