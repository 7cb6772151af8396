import { expect } from 'vitest'
import { asAdmin, asOperator } from '#portfolio/account/as-admin.ts'
import { restoreProject } from '#portfolio/bin/edit.ts'
import { mayReceive } from '#portfolio/change-events.ts'
import { createProject } from '#portfolio/project/create.ts'
import { publishProject, removeProject, withdrawProject } from '#portfolio/project/edit.ts'
import { listProjects, showProject } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { createAdmin, expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { cancelSchedule, schedulePublication } from './edit.ts'
import { findNextPublication, publishScheduled } from './publish.ts'
import { localTimeOf } from '#portfolio/local-time.ts'

const hour = 60 * 60_000
/** A time zone whose clocks never change. */
const timeZone = 'UTC'

/** A draft, and the commands on its schedule. */
async function openDraft({ ports, admin, events }: TestBackend) {
  const form = { name: 'Kiln', details: 'A shop.', requestId: 'form', draft: 'yes' }
  const { id } = expectOk(await createProject(ports, admin, form))
  await ports.db.insertInto('studioTexts').values({ key: 'timeZone', text: timeZone, version: 1 }).execute()
  events.length = 0
  const minute = Math.ceil(ports.now().getTime() / 60_000) * 60_000
  const inHours = (hours: number) => new Date(minute + hours * hour).toISOString()
  const schedule = (publishAt: string, basePublishAt = '', by = admin) =>
    asAdmin(ports, by, (unit, permission) =>
      schedulePublication(unit, permission, { id, localTime: localTimeOf(publishAt, timeZone), basePublishAt }),
    )
  return {
    id,
    inHours,
    schedule,
    cancel: (basePublishAt: string) =>
      asAdmin(ports, admin, (unit, permission) => cancelSchedule(unit, permission, { id, basePublishAt })),
    publishAt: async () => (await showProject(ports, id, 'admins'))?.publishAt,
    isPublished: async () => (await showProject(ports, id)) !== null,
  }
}

eachDatabase(
  'admins see the schedule of a draft on its page and in the list; previews do not show it',
  async (backend) => {
    const { ports, events } = backend
    const { id, inHours, schedule } = await openDraft(backend)
    const publishAt = inHours(1)
    expect(await schedule(publishAt)).toEqual({ ok: true, value: { publishAt } })
    expect(await showProject(ports, id, 'admins')).toMatchObject({ draft: true, publishAt })
    expect(await listProjects(ports, 'admins')).toMatchObject([{ draft: true, publishAt }])
    expect(Object.keys((await showProject(ports, id, 'admins', 'everyone')) ?? {})).not.toContain('publishAt')
    expect(events.map(({ about }) => about).sort()).toEqual(['project', 'work'])
    expect(events.filter((event) => mayReceive(event, { userId: 'user', admin: false }))).toEqual([])
  },
)

eachDatabase('the time is in the time zone of the studio', async (backend) => {
  const { ports } = backend
  const { id, publishAt } = await openDraft(backend)
  await ports.db.updateTable('studioTexts').set({ text: 'America/New_York' }).where('key', '=', 'timeZone').execute()
  const year = ports.now().getUTCFullYear() + 1
  const input = { id, localTime: `${year}-07-01T09:00`, basePublishAt: '' }
  expectOk(await asOperator(ports, (unit, admin) => schedulePublication(unit, admin, input)))
  expect(await publishAt()).toBe(`${year}-07-01T13:00:00.000Z`)
})

eachDatabase(
  'a draft is published once, at its time and not before, and the log names the scheduler',
  async (backend) => {
    const { ports, events, logged } = backend
    const { id, inHours, schedule, isPublished } = await openDraft(backend)
    expectOk(await schedule(inHours(1)))
    events.length = 0
    const before = new Date(Date.parse(inHours(1)) - 1)
    await publishScheduled(ports, before)
    expect(await isPublished()).toBe(false)
    const at = new Date(inHours(1))
    await publishScheduled(ports, at)
    expect(await isPublished()).toBe(true)
    await publishScheduled(ports, at)
    const row = await ports.db.selectFrom('projects').select(['publishedAt', 'publishAt']).executeTakeFirst()
    expect(row).toEqual({ publishedAt: inHours(1), publishAt: null })
    expect(events).toEqual([
      { about: 'work', audience: 'everyone' },
      { about: 'project', id, audience: 'everyone' },
    ])
    expect(logged).toEqual([
      { level: 'info', message: 'a project was published', detail: { projectId: id, by: 'scheduler' } },
    ])
  },
)

eachDatabase('of two processes, only one publishes a draft', async (backend) => {
  const { ports, logged, connect } = backend
  const { inHours, schedule, isPublished } = await openDraft(backend)
  expectOk(await schedule(inHours(1)))
  const at = new Date(inHours(2))
  await Promise.all([publishScheduled(ports, at), publishScheduled({ ...ports, db: connect() }, at)])
  expect(await isPublished()).toBe(true)
  expect(logged.filter(({ message }) => message === 'a project was published')).toHaveLength(1)
})

eachDatabase(
  'a changed time replaces the previous one, and a cancelled publication does not happen',
  async (backend) => {
    const { ports } = backend
    const { inHours, schedule, cancel, isPublished, publishAt } = await openDraft(backend)
    expectOk(await schedule(inHours(1)))
    expectOk(await schedule(inHours(3), inHours(1)))
    expect(await findNextPublication(ports)).toBe(inHours(3))
    expect(await findNextPublication(ports, inHours(3))).toBeNull()
    await publishScheduled(ports, new Date(inHours(2)))
    expect(await isPublished()).toBe(false)
    expect(await cancel(inHours(1))).toMatchObject({ code: 'newer', conflict: { yours: '', theirs: inHours(3) } })
    expect(await publishAt()).toBe(inHours(3))
    expectOk(await cancel(inHours(3)))
    expectOk(await cancel(inHours(3)))
    expect(await publishAt()).toBeUndefined()
    await publishScheduled(ports, new Date(inHours(4)))
    expect(await isPublished()).toBe(false)
  },
)

eachDatabase('a time that another admin has changed is not overwritten without notice', async (backend) => {
  const { ports } = backend
  const { inHours, schedule, publishAt } = await openDraft(backend)
  const colleague = await createAdmin(ports)
  expectOk(await schedule(inHours(1), '', colleague))
  const refusal = { code: 'newer', conflict: { yours: inHours(2), theirs: inHours(1) } }
  expect(await schedule(inHours(2))).toMatchObject(refusal)
  // Both admins chose the same time.
  expectOk(await schedule(inHours(1)))
  expect(await publishAt()).toBe(inHours(1))
})

eachDatabase(
  'a draft that is published manually, or removed and restored, has no schedule any more',
  async (backend) => {
    const { ports, admin } = backend
    const { id, inHours, schedule, publishAt, isPublished } = await openDraft(backend)
    const run = async (command: typeof publishProject) =>
      expectOk(await asAdmin(ports, admin, (unit, permission) => command(unit, permission, { id })))
    expectOk(await schedule(inHours(1)))
    await run(publishProject)
    expect(await showProject(ports, id)).not.toHaveProperty('publishAt')
    await run(withdrawProject)
    expect(await publishAt()).toBeUndefined()
    expectOk(await schedule(inHours(1)))
    await run(removeProject)
    await publishScheduled(ports, new Date(inHours(2)))
    await run(restoreProject)
    expect(await publishAt()).toBeUndefined()
    expect(await isPublished()).toBe(false)
  },
)

eachDatabase(
  'a past, distant or malformed time is refused; a published project cannot be scheduled',
  async (backend) => {
    const { ports, admin } = backend
    const { id, inHours, schedule, cancel, publishAt } = await openDraft(backend)
    expect(await schedule(inHours(-1))).toMatchObject({ fields: { publishAt: expect.stringContaining('has passed') } })
    expect(await schedule(inHours(11 * 365 * 24))).toMatchObject({ code: 'wrong-value' })
    const input = { id, localTime: 'tomorrow', basePublishAt: '' }
    expect(await asOperator(ports, (unit, operator) => schedulePublication(unit, operator, input))).toMatchObject({
      fields: { publishAt: 'Please choose a date and a time.' },
    })
    expect(await publishAt()).toBeUndefined()
    expectOk(await asAdmin(ports, admin, (unit, permission) => publishProject(unit, permission, { id })))
    expect(await schedule(inHours(1))).toMatchObject({ code: 'newer' })
    expect(await cancel('')).toMatchObject({ code: 'newer' })
  },
)

eachDatabase('a user without the admin role cannot schedule a publication', async (backend) => {
  const { inHours, schedule, publishAt } = await openDraft(backend)
  const user = { userId: 'user', email: 'user@example.com', admin: true }
  expect(await schedule(inHours(1), '', user)).toMatchObject({ ok: false })
  expect(await publishAt()).toBeUndefined()
})
