import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#server/data/migrate.ts'
import { openPostgres } from '#server/data/postgres.ts'
import { eachDatabase, openHouse, temporaryFolder } from '#testing/each-database.ts'
import { losingAnswers, openBreakingLine } from '#testing/lost-answers.ts'
import { build } from '#testing/parts.ts'
import { startPostgres } from '#testing/postgres.ts'
import { changeTogether, type UnitOfWork } from './change-together.ts'
import { done, refused } from './outcome.ts'
import { StoreFailed, type Parts } from './parts.ts'
import { isDescribed } from './studio/show.ts'

/** The smallest change there is. */
async function write({ tx, announce }: UnitOfWork): Promise<void> {
  await tx.insertInto('studio').values({ id: 1, words: '{}' }).execute()
  announce({ about: 'studio' })
}

const writeDone = async (unit: UnitOfWork) => {
  await write(unit)
  return done('written')
}

eachDatabase('whoever hears of a change already finds it', async ({ parts, connect }) => {
  const elsewhere = connect()
  const found: Promise<boolean>[] = []
  parts.channel.subscribe(() => void found.push(isDescribed(parts), isDescribed({ db: elsewhere })))
  expect(await changeTogether(parts, writeDone)).toEqual(done('written'))
  expect(await Promise.all(found)).toEqual([true, true])
})

eachDatabase(
  'until the commit nobody else sees anything, and nothing is announced',
  async ({ parts, connect, heard }) => {
    const elsewhere = connect()
    await changeTogether(parts, async (unit) => {
      await write(unit)
      expect(await isDescribed({ db: elsewhere })).toBe(false)
      expect(heard).toEqual([])
      return done()
    })
    expect(heard).toEqual([{ about: 'studio' }])
  },
)

eachDatabase('a refusal takes everything back and announces nothing', async ({ parts, heard }) => {
  const refusal = refused('wrong-value', 'No.', { fields: { a: 'No.' } })
  const outcome = await changeTogether(parts, async (unit) => {
    await write(unit)
    return refusal
  })
  expect(outcome).toBe(refusal)
  expect(await isDescribed(parts)).toBe(false)
  expect(heard).toEqual([])
})

eachDatabase('what nobody expected is thrown, taken back and not announced', async ({ parts, heard }) => {
  const surprise = new Error('surprise')
  await expect(
    changeTogether(parts, async (unit) => {
      await write(unit)
      throw surprise
    }),
  ).rejects.toBe(surprise)
  expect(await isDescribed(parts)).toBe(false)
  expect(heard).toEqual([])
  expect(await changeTogether(parts, writeDone)).toMatchObject({ ok: true })
})

eachDatabase('a change has one moment, the present one', async ({ parts, pass }) => {
  pass(60_000)
  const before = parts.now().toISOString()
  await changeTogether(parts, async (unit) => {
    pass(60_000)
    expect(unit.now).toBe(before)
    return done()
  })
})

eachDatabase('changes at the same time are all made', async ({ parts, heard }) => {
  await parts.db.insertInto('users').values({ id: 'counter', role: '0', online: 0 }).execute()
  const count = sql<string>`cast(cast("role" as integer) + 1 as text)`
  await Promise.all(
    Array.from({ length: 20 }, () =>
      changeTogether(parts, async (unit) => {
        await unit.tx.updateTable('users').set({ role: count }).where('id', '=', 'counter').execute()
        unit.announce({ about: 'person', userId: 'counter' })
        return done()
      }),
    ),
  )
  expect(await parts.db.selectFrom('users').select('role').where('id', '=', 'counter').executeTakeFirst()).toEqual({
    role: '20',
  })
  expect(heard).toHaveLength(20)
})

eachDatabase(
  'a statement that the database refuses takes the change back, and is logged with its cause',
  async ({ parts, heard, logged }) => {
    const outcome = await changeTogether(parts, async (unit) => {
      await write(unit)
      await unit.tx.insertInto('studio').values({ id: 1, words: 'twice' }).execute()
      return done()
    })
    expect(outcome).toMatchObject({ ok: false, why: 'unavailable' })
    expect(await isDescribed(parts)).toBe(false)
    expect(heard).toEqual([])
    expect(logged.at(-1)).toMatchObject({ level: 'error', detail: { cause: expect.stringMatching(/unique/i) } })
  },
)

test('a full store says so', async () => {
  const { parts } = await openHouse('SQLite')
  const outcome = await changeTogether(parts, () => Promise.reject(new StoreFailed(new Error('no room'), true)))
  expect(outcome).toMatchObject({ ok: false, why: 'full' })
})

test('SQLite: who waits 5 s for the lock of somebody else is refused, and meanwhile the process goes on', async () => {
  const { parts, connect, heard } = await openHouse('SQLite')
  const release = await holdLock(connect())
  let ticks = 0
  const ticking = setInterval(() => (ticks += 1), 10)
  const begun = performance.now()
  const outcome = await changeTogether(parts, writeDone)
  const took = performance.now() - begun
  clearInterval(ticking)
  await release()
  expect(outcome).toMatchObject({ ok: false, why: 'unavailable' })
  expect(took).toBeGreaterThan(4_900)
  expect(ticks).toBeGreaterThan(100)
  expect(heard).toEqual([])
  expect(await changeTogether(parts, writeDone)).toMatchObject({ ok: true })
})

test('SQLite: while others hold the lock, questions are answered, and nobody queues for more than 5 s', async () => {
  const { parts, connect } = await openHouse('SQLite')
  const release = await holdLock(connect())
  const begun = performance.now()
  const changes = Array.from({ length: 8 }, () => changeTogether(parts, writeDone))
  expect(await isDescribed(parts)).toBe(false)
  // Not one change has been answered by then.
  expect(await Promise.race([...changes, Promise.resolve('not yet')])).toBe('not yet')
  for (const outcome of await Promise.all(changes)) expect(outcome).toMatchObject({ ok: false, why: 'unavailable' })
  // One after the other, each with a patience of its own, they would have taken 40 s.
  expect(performance.now() - begun).toBeLessThan(20_000)
  await release()
  expect(await changeTogether(parts, writeDone)).toMatchObject({ ok: true })
})

test('SQLite: a question sees what was committed before it, and nothing of a change that is under way', async () => {
  const { parts } = await openHouse('SQLite')
  const outcome = await changeTogether(parts, async (unit) => {
    await write(unit)
    expect(await isDescribed(parts)).toBe(false)
    return done()
  })
  expect(outcome).toMatchObject({ ok: true })
  expect(await isDescribed(parts)).toBe(true)
})

test('SQLite: who waits for a lock that is given back in time gets it', async () => {
  const { parts, connect } = await openHouse('SQLite')
  const release = await holdLock(connect())
  const outcome = changeTogether(parts, writeDone)
  await wait(300)
  await release()
  expect(await outcome).toMatchObject({ ok: true })
})

test('PostgreSQL: a connection cut in the middle of a change refuses it, and the next finds another', async () => {
  const { parts, connect, heard } = await openHouse('PostgreSQL')
  const other = connect()
  for (const pauseMs of [0, 100]) {
    const outcome = await changeTogether(parts, async (unit) => {
      await write(unit)
      const {
        rows: [mine],
      } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(unit.tx)
      await sql`select pg_terminate_backend(${mine?.pid})`.execute(other)
      await wait(pauseMs)
      return done()
    })
    expect(outcome).toMatchObject({ ok: false, why: 'unavailable' })
  }
  expect(heard).toEqual([])
  expect(await isDescribed(parts)).toBe(false)
  expect(await changeTogether(parts, writeDone)).toMatchObject({ ok: true })
})

eachDatabase('of a change whose answer was lost nobody says that nothing was changed', async ({ parts }) => {
  const outcome = await changeTogether(losingAnswers(parts), writeDone)
  expect(outcome).toMatchObject({ ok: false, why: 'unavailable', unsure: true })
  expect(outcome).toMatchObject({ message: expect.not.stringContaining('Nothing was changed') })
  expect(await isDescribed(parts)).toBe(true)
})

eachDatabase('a change that failed before its commit is none, and nobody is unsure of that', async ({ parts }) => {
  const broken = changeTogether(parts, () => Promise.reject(new StoreFailed(new Error('gone'))))
  expect(await broken).toEqual(refused('unavailable', expect.stringContaining('Nothing was changed')))
  const refusal = await changeTogether(losingAnswers(parts), async () => refused('wrong-value', 'No.'))
  expect(refusal).toEqual(refused('wrong-value', 'No.'))
})

test('PostgreSQL: cut off between the commit and its answer, a change is unsure, and stands', async () => {
  const server = await startPostgres()
  const line = await openBreakingLine(server.url)
  const db = openPostgres(line.url)
  try {
    await migrate(db)
    const { parts } = await build(db, await temporaryFolder())
    line.breaks = true
    expect(await changeTogether(parts, writeDone)).toMatchObject({ ok: false, why: 'unavailable', unsure: true })
    line.breaks = false
    expect(await isDescribed(parts)).toBe(true)
  } finally {
    await db.destroy()
    await server.stop()
  }
})

test('PostgreSQL: while the server is dead a change is refused; once it lives again, it is made', async () => {
  const server = await startPostgres()
  const db = openPostgres(server.url)
  try {
    await migrate(db)
    const { parts, heard, logged } = await build(db, await temporaryFolder())
    await server.kill()
    // A connection that is open may have its last statement answered before it finds its server dead.
    while (
      await isDescribed(parts).then(
        () => true,
        () => false,
      )
    )
      await wait(10)
    expect(await changeTogether(parts, writeDone)).toMatchObject({ ok: false, why: 'unavailable' })
    await expect(isDescribed(parts)).rejects.toBeInstanceOf(StoreFailed)
    expect(heard).toEqual([])
    expect(logged.at(-1)).toMatchObject({ level: 'error', message: 'a change could not be stored' })
    await server.revive()
    expect(await changeTogether(parts, writeDone)).toMatchObject({ ok: true })
  } finally {
    await db.destroy()
    await server.stop()
  }
})

/** Takes the write lock, as another process would; returns the way to give it back. */
async function holdLock(db: Parts['db']): Promise<() => Promise<void>> {
  const transaction = await db.startTransaction().execute()
  return async () => void (await transaction.rollback().execute())
}
