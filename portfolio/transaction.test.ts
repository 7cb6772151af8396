import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres/postgres.ts'
import { eachDatabase, openDatabaseBackend, temporaryFolder } from '#tests/support/backend/each-database.ts'
import { loseCommitResponses, openBreakingProxy } from '#tests/support/backend/lost-commit-responses.ts'
import { openTestBackend } from '#tests/support/backend/test-backend.ts'
import { testLimits } from '#tests/support/postgres/postgres-database.ts'
import { startPostgres } from '#tests/support/postgres/postgres.ts'
import { inTransaction, type UnitOfWork } from './transaction.ts'
import { done, refused } from './result.ts'
import { DatabaseFailed, type Ports } from './ports.ts'
import { isDescribed } from './studio/show.ts'

/** Inserts a text and publishes an event. */
async function insertCity({ tx, publish }: UnitOfWork): Promise<void> {
  await tx.insertInto('studioTexts').values({ key: 'city', text: 'Leeds', version: 1 }).execute()
  publish({ about: 'studio' })
}

const saveCity = async (unit: UnitOfWork) => {
  await insertCity(unit)
  return done('written')
}

eachDatabase('when subscribers receive an event, its change is committed', async ({ ports, connect }) => {
  const otherConnection = connect()
  const found: Promise<boolean>[] = []
  ports.events.subscribe(() => void found.push(isDescribed(ports), isDescribed({ db: otherConnection })))
  expect(await inTransaction(ports, saveCity)).toEqual(done('written'))
  expect(await Promise.all(found)).toEqual([true, true])
})

eachDatabase(
  'before the commit, other connections see no change and no event is published',
  async ({ ports, connect, events }) => {
    const otherConnection = connect()
    await inTransaction(ports, async (unit) => {
      await insertCity(unit)
      expect(await isDescribed({ db: otherConnection })).toBe(false)
      expect(events).toEqual([])
      return done()
    })
    expect(events).toEqual([{ about: 'studio' }])
  },
)

eachDatabase('a refusal rolls back and publishes nothing', async ({ ports, events }) => {
  const refusal = refused('wrong-value', 'No.', { fields: { a: 'No.' } })
  const result = await inTransaction(ports, async (unit) => {
    await insertCity(unit)
    return refusal
  })
  expect(result).toBe(refusal)
  expect(await isDescribed(ports)).toBe(false)
  expect(events).toEqual([])
})

eachDatabase('an unexpected error rolls back, publishes nothing and is thrown', async ({ ports, events }) => {
  const unexpected = new Error('unexpected')
  await expect(
    inTransaction(ports, async (unit) => {
      await insertCity(unit)
      throw unexpected
    }),
  ).rejects.toBe(unexpected)
  expect(await isDescribed(ports)).toBe(false)
  expect(events).toEqual([])
  expect(await inTransaction(ports, saveCity)).toMatchObject({ ok: true })
})

eachDatabase('an error in a subscriber after the commit is logged and does not change the result', async (backend) => {
  const { ports, events, logged } = backend
  ports.events.subscribe(() => {
    throw new DatabaseFailed(new Error('closed socket'))
  })
  const deliver = () => Promise.reject(new DatabaseFailed('gone'))
  for (const bus of [ports.events, { ...ports.events, deliver }]) {
    await ports.db.deleteFrom('studioTexts').execute()
    expect(await inTransaction({ ...ports, events: bus }, saveCity)).toEqual(done('written'))
    expect(await isDescribed(ports)).toBe(true)
    expect(logged.at(-1)).toMatchObject({ level: 'error' })
  }
  expect(events).toEqual([{ about: 'studio' }])
  await ports.events.deliver()
  expect(events).toEqual([{ about: 'studio' }, { about: 'studio' }])
})

eachDatabase('the time does not change during a transaction', async ({ ports, advance }) => {
  advance(60_000)
  const before = ports.now().toISOString()
  await inTransaction(ports, async (unit) => {
    advance(60_000)
    expect(unit.now).toBe(before)
    return done()
  })
})

eachDatabase('concurrent changes are all committed', async ({ ports, events }) => {
  await ports.db.insertInto('users').values({ id: 'counter', role: '0', online: 0 }).execute()
  const count = sql<string>`cast(cast("role" as integer) + 1 as text)`
  await Promise.all(
    Array.from({ length: 20 }, () =>
      inTransaction(ports, async (unit) => {
        await unit.tx.updateTable('users').set({ role: count }).where('id', '=', 'counter').execute()
        unit.publish({ about: 'person', userId: 'counter' })
        return done()
      }),
    ),
  )
  expect(await ports.db.selectFrom('users').select('role').where('id', '=', 'counter').executeTakeFirst()).toEqual({
    role: '20',
  })
  expect(events).toHaveLength(20)
})

eachDatabase('a statement that fails rolls back and is logged with its cause', async ({ ports, events, logged }) => {
  const result = await inTransaction(ports, async (unit) => {
    await insertCity(unit)
    await unit.tx.insertInto('studioTexts').values({ key: 'city', text: 'twice', version: 1 }).execute()
    return done()
  })
  expect(result).toMatchObject({ ok: false, code: 'unavailable' })
  expect(await isDescribed(ports)).toBe(false)
  expect(events).toEqual([])
  expect(logged.at(-1)).toMatchObject({ level: 'error', detail: { cause: expect.stringMatching(/unique/i) } })
})

test('when the database is full, a command is refused as `full`', async () => {
  const { ports } = await openDatabaseBackend('SQLite')
  const result = await inTransaction(ports, () => Promise.reject(new DatabaseFailed(new Error('no room'), true)))
  expect(result).toMatchObject({ ok: false, code: 'full' })
})

test('SQLite: a command that waits 5 s for the lock is refused, without blocking the process', async () => {
  const { ports, connect, events } = await openDatabaseBackend('SQLite')
  const release = await holdLock(connect())
  const before = performance.eventLoopUtilization()
  const startedAt = performance.now()
  const result = await inTransaction(ports, saveCity)
  const tookMs = performance.now() - startedAt
  const { utilization } = performance.eventLoopUtilization(before)
  await release()
  expect(result).toMatchObject({ ok: false, code: 'unavailable' })
  expect(tookMs).toBeGreaterThan(4_900)
  expect(utilization).toBeLessThan(0.5)
  expect(events).toEqual([])
  expect(await inTransaction(ports, saveCity)).toMatchObject({ ok: true })
})

test('SQLite: while the lock is held, queries succeed, and no command waits longer than 5 s', async () => {
  const { ports, connect } = await openDatabaseBackend('SQLite')
  const release = await holdLock(connect())
  const changes = Array.from({ length: 8 }, () => inTransaction(ports, saveCity))
  // If they waited 5 s each, one after the other, they would take 40 s.
  const late = wait(20_000, 'late')
  expect(await isDescribed(ports)).toBe(false)
  expect(await Promise.race([...changes, Promise.resolve('not yet')])).toBe('not yet')
  const results = await Promise.race([Promise.all(changes), late])
  expect(results).toEqual(changes.map(() => expect.objectContaining({ ok: false, code: 'unavailable' })))
  await release()
  expect(await inTransaction(ports, saveCity)).toMatchObject({ ok: true })
})

test('SQLite: a query sees committed changes and nothing of an open transaction', async () => {
  const { ports } = await openDatabaseBackend('SQLite')
  const result = await inTransaction(ports, async (unit) => {
    await insertCity(unit)
    expect(await isDescribed(ports)).toBe(false)
    return done()
  })
  expect(result).toMatchObject({ ok: true })
  expect(await isDescribed(ports)).toBe(true)
})

test('SQLite: a command gets a lock that is released in time', async () => {
  const { ports, connect } = await openDatabaseBackend('SQLite')
  const release = await holdLock(connect())
  const result = inTransaction(ports, saveCity)
  await wait(300)
  await release()
  expect(await result).toMatchObject({ ok: true })
})

test('PostgreSQL: a command whose connection breaks is refused, and the next one gets another connection', async () => {
  const { ports, connect, events } = await openDatabaseBackend('PostgreSQL')
  const other = connect()
  for (const pauseMs of [0, 100]) {
    const result = await inTransaction(ports, async (unit) => {
      await insertCity(unit)
      const {
        rows: [connection],
      } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(unit.tx)
      await sql`select pg_terminate_backend(${connection?.pid})`.execute(other)
      await wait(pauseMs)
      return done()
    })
    expect(result).toMatchObject({ ok: false, code: 'unavailable' })
  }
  expect(events).toEqual([])
  expect(await isDescribed(ports)).toBe(false)
  expect(await inTransaction(ports, saveCity)).toMatchObject({ ok: true })
})

eachDatabase(
  'when the response to the commit is lost, the message does not claim that nothing was changed',
  async ({ ports }) => {
    const result = await inTransaction(loseCommitResponses(ports), saveCity)
    expect(result).toMatchObject({ ok: false, code: 'unavailable', maybeStored: true })
    expect(result).toMatchObject({ message: expect.not.stringContaining('Nothing was changed') })
    expect(await isDescribed(ports)).toBe(true)
  },
)

eachDatabase('a failure before the commit is never `maybeStored`', async ({ ports }) => {
  const broken = inTransaction(ports, () => Promise.reject(new DatabaseFailed(new Error('disconnected'))))
  expect(await broken).toEqual(refused('unavailable', expect.stringContaining('Nothing was changed')))
  const refusal = await inTransaction(loseCommitResponses(ports), async () => refused('wrong-value', 'No.'))
  expect(refusal).toEqual(refused('wrong-value', 'No.'))
})

test('PostgreSQL: a commit whose response is lost is `maybeStored`, and the change is stored', async () => {
  const server = await startPostgres()
  const proxy = await openBreakingProxy(server.url)
  const db = openPostgres(proxy.url, testLimits)
  try {
    await migrate(db)
    const { ports } = await openTestBackend(db, await temporaryFolder())
    proxy.breaks = true
    expect(await inTransaction(ports, saveCity)).toMatchObject({ ok: false, code: 'unavailable', maybeStored: true })
    proxy.breaks = false
    expect(await isDescribed(ports)).toBe(true)
  } finally {
    await db.destroy()
    await server.stop()
  }
})

test('PostgreSQL: a command is refused while the server is down and succeeds after its restart', async () => {
  const server = await startPostgres()
  const db = openPostgres(server.url, testLimits)
  try {
    await migrate(db)
    const { ports, events, logged } = await openTestBackend(db, await temporaryFolder())
    await server.kill()
    // An open connection may still answer its last statement.
    while (
      await isDescribed(ports).then(
        () => true,
        () => false,
      )
    )
      await wait(10)
    expect(await inTransaction(ports, saveCity)).toMatchObject({ ok: false, code: 'unavailable' })
    await expect(isDescribed(ports)).rejects.toBeInstanceOf(DatabaseFailed)
    expect(events).toEqual([])
    expect(logged.at(-1)).toMatchObject({ level: 'error', message: 'a change could not be stored' })
    await server.restart()
    expect(await inTransaction(ports, saveCity)).toMatchObject({ ok: true })
  } finally {
    await db.destroy()
    await server.stop()
  }
})

/** Takes the write lock, as another process would; resolves with the function that releases it. */
async function holdLock(db: Ports['db']): Promise<() => Promise<void>> {
  const transaction = await db.startTransaction().execute()
  return async () => void (await transaction.rollback().execute())
}
