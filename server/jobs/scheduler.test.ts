import { expect } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { sendMessage } from '#portfolio/contact/send.ts'
import { clockFact } from '#portfolio/health/clock.ts'
import { currentRecipe } from '#portfolio/derivative/derivatives.ts'
import { confirmClock } from '#portfolio/health/edit.ts'
import { readFact } from '#portfolio/health/fact.ts'
import { DatabaseFailed, FileStoreFailed, type Ports } from '#portfolio/ports.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { filesIn, testGallery } from '#tests/support/backend/project-fixtures.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { createSession } from '#tests/support/test-server.ts'
import { deriveNothing } from '#tests/support/images/processor-stub.ts'
import { startScheduler } from './scheduler.ts'

const message = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  subject: 'A shop',
  message: 'Empty.',
}

const statesOf = async ({ ports }: TestBackend) =>
  (await ports.db.selectFrom('photos').select('state').orderBy('position').execute()).map((row) => row.state)

/**
 * Ports whose image processor takes 20 ms and derives nothing. `running` counts its calls: all of them, the current
 * ones, and the most at the same time.
 */
function slowPorts({ ports }: TestBackend) {
  const running = { started: 0, now: 0, max: 0 }
  const derive: Ports['images']['derive'] = async (...input) => {
    running.started += 1
    running.max = Math.max(running.max, (running.now += 1))
    await new Promise((resume) => setTimeout(resume, 20))
    running.now -= 1
    return deriveNothing(...input)
  }
  return { running, ports: { ...ports, images: { ...ports.images, derive } } }
}

/** A database whose first query of photos takes as long as `result`, and fails with it. */
function withFirstPhotoQuery(db: Ports['db'], result: Promise<never>): Ports['db'] {
  const query = { select: () => query, where: () => query, limit: () => query, execute: () => result }
  let isFirst = true
  return new Proxy(db, {
    get: (target, key) => {
      if (key === 'selectFrom' && isFirst)
        return (table: 'photos') => {
          if (table !== 'photos') return target.selectFrom(table)
          isFirst = false
          return query
        }
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

eachDatabase(
  'at startup every waiting photo is derived, including those claimed by a process that ended',
  async (backend) => {
    await testGallery(backend, 5)
    const later = new Date(backend.ports.now().getTime() + 60_000).toISOString()
    await backend.ports.db.updateTable('photos').set({ tries: 1, dueAt: later }).where('position', '>', 2).execute()
    const { ports, running } = slowPorts(backend)
    const scheduler = await startScheduler(ports)
    await scheduler.idle()
    expect(await statesOf(backend)).toEqual(Array.from({ length: 5 }, () => 'ready'))
    expect(running.max).toBeLessThanOrEqual(2)
    await scheduler.stop()
  },
)

eachDatabase('a site starts even if its outdated photos cannot be queued, and queues them later', async (backend) => {
  await testGallery(backend, 3)
  const { ports } = slowPorts(backend)
  await ports.db.updateTable('photos').set({ state: 'ready', recipe: 'v1' }).where('position', '>', 1).execute()
  const firstQuery = Promise.withResolvers<never>()
  const scheduler = await startScheduler({ ...ports, db: withFirstPhotoQuery(ports.db, firstQuery.promise) }, null, {
    sharesData: true,
  })
  firstQuery.reject(new DatabaseFailed(new Error('canceling statement due to timeout')))
  await scheduler.idle()
  const recipes = () => ports.db.selectFrom('photos').select(['state', 'recipe']).orderBy('position').execute()
  const outdated = { state: 'ready', recipe: 'v1' }
  const derived = { state: 'ready', recipe: currentRecipe }
  expect(await recipes()).toEqual([derived, outdated, outdated])
  expect(backend.logged.filter(({ message }) => message === 'a background job failed')).toHaveLength(1)
  scheduler.wake()
  await scheduler.idle()
  expect(await recipes()).toEqual([derived, derived, derived])
  await scheduler.stop()
})

eachDatabase('photos that another process has claimed are not derived', async (backend) => {
  await testGallery(backend, 2)
  const later = new Date(backend.ports.now().getTime() + 60_000).toISOString()
  await backend.ports.db.updateTable('photos').set({ tries: 1, dueAt: later }).where('position', '=', 2).execute()
  const scheduler = await startScheduler(slowPorts(backend).ports, null, { sharesData: true })
  await scheduler.idle()
  expect(await statesOf(backend)).toEqual(['ready', 'waiting'])
  await scheduler.stop()
})

eachDatabase('wake derives photos added since startup', async (backend) => {
  const { ports } = slowPorts(backend)
  const scheduler = await startScheduler(ports)
  await scheduler.idle()
  await testGallery(backend, 2)
  expect(await statesOf(backend)).toEqual(['waiting', 'waiting'])
  scheduler.wake()
  await scheduler.idle()
  expect(await statesOf(backend)).toEqual(['ready', 'ready'])
  await scheduler.stop()
})

eachDatabase('stop waits for running jobs and starts no others', async (backend) => {
  await testGallery(backend, 6)
  const { ports, running } = slowPorts(backend)
  const scheduler = await startScheduler(ports)
  while (running.now === 0) await new Promise((resume) => setTimeout(resume, 1))
  await scheduler.stop()
  expect(running.now).toBe(0)
  const derived = () => backend.ports.db.selectFrom('photos').select('made').where('made', '!=', '').execute()
  expect(await derived()).toHaveLength(running.started)
  expect(running.started).toBeLessThan(6)
  scheduler.wake()
  await scheduler.idle()
  expect(await derived()).toHaveLength(running.started)
})

eachDatabase(
  'a photo interrupted by a stop waits for the next start, or for another process, with no attempt counted and no error logged',
  async (backend) => {
    await testGallery(backend, 1)
    const { images } = backend.ports
    const [started, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const derive: Ports['images']['derive'] = async (...input) => {
      started.resolve()
      await stopped.promise
      return images.derive(...input)
    }
    const scheduler = await startScheduler({ ...backend.ports, images: { ...images, derive } })
    await started.promise
    const stopping = scheduler.stop()
    stopped.resolve()
    await stopping
    const left = await backend.ports.db.selectFrom('photos').select(['state', 'tries']).executeTakeFirst()
    expect(left).toEqual({ state: 'waiting', tries: 0 })
    expect(backend.logged.filter(({ level }) => level === 'error')).toEqual([])
    const next = await startScheduler(slowPorts(backend).ports, null, { sharesData: true })
    await next.idle()
    expect(await statesOf(backend)).toEqual(['ready'])
    await next.stop()
  },
)

eachDatabase('when two clean-up jobs fail, both are logged with their system errors', async (backend) => {
  const refuse = (message: string) => () => Promise.reject(new FileStoreFailed(new Error(message)))
  const broken = {
    ...backend.ports,
    uploads: { ...backend.ports.uploads, expire: refuse('EACCES: uploads') },
    files: { ...backend.ports.files, list: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse('EIO: files') }) }) },
  }
  const scheduler = await startScheduler(broken)
  const causes = () => backend.logged.map(({ detail }) => detail.cause)
  await expect.poll(causes).toEqual(expect.arrayContaining(['Error: EACCES: uploads', 'Error: EIO: files']))
  await scheduler.stop()
})

eachDatabase('a failed job is logged and does not affect others', async (backend) => {
  await testGallery(backend, 1)
  const { ports } = slowPorts(backend)
  const broken = { ...ports, uploads: { ...ports.uploads, expire: () => Promise.reject(new Error('no folder')) } }
  const scheduler = await startScheduler(broken)
  await scheduler.idle()
  await expect
    .poll(() => backend.logged)
    .toContainEqual({
      level: 'error',
      message: 'a background job failed',
      detail: { cause: 'Error: no folder' },
    })
  await scheduler.stop()
  expect(await statesOf(backend)).toEqual(['ready'])
})

/** Creates rows and files that are deleted by age within 400 days. */
async function createExpiring(backend: TestBackend): Promise<void> {
  const { ports } = backend
  const { imageIds } = await testGallery(backend, 1)
  const deletedAt = ports.now().toISOString()
  await ports.db.updateTable('photos').set({ deletedAt }).where('id', 'in', imageIds).execute()
  expectOk(await sendMessage(ports, message, 'somewhere'))
  await createSession(backend)
  await backend.upload()
}

async function countExpiring(backend: TestBackend) {
  const { db } = backend.ports
  const counted = (['photos', 'contactSubmissions', 'authSession', 'tallies'] as const).map(async (table) => {
    const rows = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('count'))
      .execute()
    return Number(rows[0]?.count)
  })
  const uploads = await backend.uploadStore.count()
  return { rows: await Promise.all(counted), uploads, files: (await filesIn(backend)).length }
}

eachDatabase(
  'a start with a clock 400 days ahead deletes nothing by age until the operator confirms the clock',
  async (backend) => {
    const { ports, logged, shiftClock } = backend
    await (await startScheduler(ports)).stop()
    await expect.poll(() => readFact(ports.db, clockFact)).not.toBeNull()
    await createExpiring(backend)
    const before = await countExpiring(backend)
    shiftClock(400 * 24 * 60 * 60_000)
    const scheduler = await startScheduler(ports)
    await expect.poll(() => logged.at(-1)?.message).toBe('the clock has jumped: deletions by age are paused')
    await scheduler.stop()
    expect(await countExpiring(backend)).toEqual(before)
    expectOk(await asOperator(ports, confirmClock))
    await (await startScheduler(ports)).stop()
    await expect.poll(() => countExpiring(backend)).toEqual({ rows: [0, 0, 0, 0], uploads: 0, files: 0 })
  },
)

eachDatabase('files that have an owner again are moved back while deletions are paused', async (backend) => {
  const { ports, shiftClock } = backend
  await (await startScheduler(ports)).stop()
  await expect.poll(() => readFact(ports.db, clockFact)).not.toBeNull()
  await testGallery(backend, 1)
  const { storageKey } = await ports.db.selectFrom('photos').select('storageKey').executeTakeFirstOrThrow()
  await ports.files.move(storageKey, `unowned/${storageKey}`)
  shiftClock(3 * 24 * 60 * 60_000)
  const scheduler = await startScheduler(ports)
  await expect.poll(() => ports.files.stat(storageKey)).not.toBeNull()
  await scheduler.stop()
})

eachDatabase('while the disk is almost full, no photo is claimed', async (backend) => {
  await testGallery(backend, 1)
  const { ports } = backend
  let free = 4
  const files = { ...ports.files, freeSpace: () => Promise.resolve({ free, total: 100 }) }
  const scheduler = await startScheduler({ ...ports, files })
  await scheduler.idle()
  const photo = await ports.db.selectFrom('photos').select(['state', 'tries', 'made']).executeTakeFirst()
  expect(photo).toEqual({ state: 'waiting', tries: 0, made: '' })
  free = Infinity
  scheduler.wake()
  await scheduler.idle()
  expect(await statesOf(backend)).toEqual(['ready'])
  await scheduler.stop()
})
