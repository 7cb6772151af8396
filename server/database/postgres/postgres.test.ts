import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '#tests/support/backend/each-database.ts'
import { migrate } from '#server/database/migrate.ts'
import {
  eraseDeletedPostgresContent,
  isRunningOnPostgres,
  runExclusivelyOnPostgres,
  runUnlessRunningOnPostgres,
} from './postgres.ts'

test('eraseDeletedPostgresContent removes deleted rows from their pages, or returns false while a reader needs them', async () => {
  const { db, connect } = await createEmptyDatabase('PostgreSQL')
  await migrate(db)
  const size = async () =>
    (await sql<{ bytes: number }>`select pg_relation_size('users') as "bytes"`.execute(db)).rows[0]?.bytes
  await db.insertInto('users').values({ id: 'u', role: 'deleted content', online: 0 }).execute()
  const reader = connect()
  const transaction = await reader.startTransaction().setIsolationLevel('repeatable read').execute()
  await transaction.selectFrom('users').selectAll().execute()
  await db.deleteFrom('users').execute()

  expect(await eraseDeletedPostgresContent(db, 100)).toBe(false)
  expect(await size()).toBeGreaterThan(0)
  const erasing = eraseDeletedPostgresContent(db)
  await wait(100)
  await transaction.commit().execute()
  expect(await erasing).toBe(true)
  expect(await size()).toBe(0)
  await reader.destroy()
})

test('runExclusivelyOnPostgres waits for work of the same name in another process, even if that work fails', async () => {
  const { db, connect } = await createEmptyDatabase('PostgreSQL')
  const other = connect()
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const events: string[] = []
  const first = runExclusivelyOnPostgres(db, 'start', async () => {
    begun.resolve()
    await ended.promise
    events.push('first')
    throw new Error('no samples')
  })
  await begun.promise
  const second = runExclusivelyOnPostgres(other, 'start', async () => events.push('second'))
  await runExclusivelyOnPostgres(other, 'another name', async () => events.push('another'))
  ended.resolve()
  await expect(first).rejects.toThrow('no samples')
  await second
  expect(events).toEqual(['another', 'first', 'second'])
  await other.destroy()
})

test('runUnlessRunningOnPostgres does nothing while another process runs work of the same name', async () => {
  const { db, connect } = await createEmptyDatabase('PostgreSQL')
  const other = connect()
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const events: string[] = []
  const first = runUnlessRunningOnPostgres(db, 'backup', async () => {
    begun.resolve()
    await ended.promise
    events.push('first')
  })
  await begun.promise
  await runUnlessRunningOnPostgres(other, 'backup', async () => void events.push('never'))
  ended.resolve()
  await first
  await runUnlessRunningOnPostgres(other, 'backup', async () => void events.push('later'))
  expect(events).toEqual(['first', 'later'])
  await other.destroy()
})

test('isRunningOnPostgres tells every process whether one runs work of this name, until the lock is released', async () => {
  const { db, connect } = await createEmptyDatabase('PostgreSQL')
  const other = connect()
  // The first name has a negative hash, the second a positive one.
  for (const name of ['backup', 'start']) {
    expect(await isRunningOnPostgres(other, name)).toBe(false)
    await runUnlessRunningOnPostgres(db, name, async () => {
      expect(await isRunningOnPostgres(other, name)).toBe(true)
      expect(await isRunningOnPostgres(db, name)).toBe(true)
      expect(await isRunningOnPostgres(other, 'another name')).toBe(false)
    })
    expect(await isRunningOnPostgres(other, name)).toBe(false)
  }
  await other.destroy()
})

test('a process from which PostgreSQL receives nothing for a while loses its lock', async () => {
  const { db, connect } = await createEmptyDatabase('PostgreSQL')
  const other = connect()
  const running = runUnlessRunningOnPostgres(
    db,
    'backup',
    () => expect.poll(() => isRunningOnPostgres(other, 'backup')).toBe(false),
    50,
  )
  await expect(running).rejects.toThrow()
  await other.destroy()
})
