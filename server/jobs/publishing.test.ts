import { expect } from 'vitest'
import { asAdmin, asOperator } from '#portfolio/account/as-admin.ts'
import { clockFact } from '#portfolio/health/clock.ts'
import { confirmClock } from '#portfolio/health/edit.ts'
import { readFact } from '#portfolio/health/fact.ts'
import { watchClock } from '#portfolio/health/watch-clock.ts'
import { createProject } from '#portfolio/project/create.ts'
import { listProjects } from '#portfolio/project/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { cancelSchedule } from '#portfolio/schedule/edit.ts'
import { openPublishing } from './publishing.ts'
import { startScheduler } from './scheduler.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Creates a draft that is published after `ms`. */
async function scheduleDraft({ ports, admin }: TestBackend, name: string, ms: number): Promise<string> {
  const { id } = expectOk(
    await createProject(ports, admin, { name, details: 'A shop.', requestId: name, draft: 'yes' }),
  )
  const publishAt = new Date(ports.now().getTime() + ms).toISOString()
  await ports.db.updateTable('projects').set({ publishAt }).where('id', '=', id).execute()
  return id
}

const published = async ({ ports }: TestBackend) => (await listProjects(ports)).map(({ name }) => name)

/** Publishing as the scheduler does it, with a clock watch of its own, as in a new process. */
function startPublishing({ ports }: TestBackend) {
  const check = watchClock(ports)
  const publishing = openPublishing(ports, { readTime: () => check('publishing'), maxTimerMs: minute }, (error) =>
    expect.unreachable(String(error)),
  )
  const wake = async () => {
    publishing.wake()
    await publishing.idle()
  }
  return { check, wake, stop: publishing.stop }
}

eachDatabase(
  'drafts that became due while the site was down, even for days, are published at startup',
  async (backend) => {
    await watchClock(backend.ports)()
    await scheduleDraft(backend, 'Due', hour)
    await scheduleDraft(backend, 'Later', 6 * day)
    backend.advance(5 * day)
    const scheduler = await startScheduler(backend.ports)
    await scheduler.idle()
    expect(await published(backend)).toEqual(['Due'])
    await scheduler.stop()
  },
)

eachDatabase('a time within the next minute gets a timer; a later one is found by the next poll', async (backend) => {
  const { advance } = backend
  await scheduleDraft(backend, 'Soon', 20)
  await scheduleDraft(backend, 'Next', minute)
  await scheduleDraft(backend, 'Later', hour)
  const { wake, stop } = startPublishing(backend)
  await wake()
  expect(await published(backend)).toEqual([])
  advance(20)
  // The timer of 20 ms looks again for due drafts.
  await expect.poll(() => published(backend)).toEqual(['Soon'])
  advance(hour)
  await wake()
  expect(await published(backend)).toEqual(['Soon', 'Next', 'Later'])
  stop()
})

for (const shift of [2 * hour, -2 * hour, 400 * day]) {
  eachDatabase(
    `after the clock has moved by ${shift / hour} hours while the site ran, publishing waits for an admin, even across restarts`,
    async (backend) => {
      const { ports, admin, advance, shiftClock } = backend
      await scheduleDraft(backend, 'Kiln', hour)
      const running = startPublishing(backend)
      await running.check()
      advance(minute)
      shiftClock(shift)
      await running.wake()
      await running.check()
      expect((await readFact(ports.db, clockFact))?.value.publishingPaused).toBe(true)
      running.stop()
      // After seven days, deletions resume without an admin, but publishing does not.
      const later = startPublishing(backend)
      await later.check()
      advance(8 * day)
      expect(await later.check()).toEqual(ports.now())
      await later.wake()
      expect(await published(backend)).toEqual([])
      expectOk(await asAdmin(ports, admin, confirmClock))
      await later.wake()
      expect(await published(backend)).toEqual(['Kiln'])
      later.stop()
    },
  )
}

eachDatabase('seven days after a jump, publishing resumes if nothing is scheduled', async (backend) => {
  const { ports, advance, shiftClock } = backend
  const id = await scheduleDraft(backend, 'Kiln', hour)
  const check = watchClock(ports)
  await check()
  shiftClock(day)
  expect(await check('publishing')).toBeNull()
  const { publishAt } = await ports.db.selectFrom('projects').select('publishAt').executeTakeFirstOrThrow()
  const input = { id, basePublishAt: publishAt ?? '' }
  expectOk(await asOperator(ports, (unit, admin) => cancelSchedule(unit, admin, input)))
  advance(7 * day - 1)
  expect(await check('publishing')).toBeNull()
  advance(1)
  expect(await check('publishing')).toEqual(ports.now())
})

eachDatabase('confirming the clock wakes the jobs', async ({ ports, wakeCount }) => {
  const before = wakeCount()
  expectOk(await asOperator(ports, confirmClock))
  expect(wakeCount()).toBe(before + 1)
})
