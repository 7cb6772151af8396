import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#testing/each-database.ts'
import { migrate } from './migrate.ts'
import { scrubPostgres } from './postgres.ts'

test('what was deleted is out of its pages, or it is said that somebody still reads it there', async () => {
  const { db, connect } = await emptyDatabase('PostgreSQL')
  await migrate(db)
  const size = async () =>
    (await sql<{ bytes: number }>`select pg_relation_size('users') as "bytes"`.execute(db)).rows[0]?.bytes
  await db.insertInto('users').values({ id: 'u', role: 'a word that is to go', online: 0 }).execute()
  const backup = connect()
  const reading = await backup.startTransaction().setIsolationLevel('repeatable read').execute()
  await reading.selectFrom('users').selectAll().execute()
  await db.deleteFrom('users').execute()

  expect(await scrubPostgres(db, 100)).toBe(false)
  expect(await size()).toBeGreaterThan(0)
  const scrubbing = scrubPostgres(db)
  await wait(100)
  await reading.commit().execute()
  expect(await scrubbing).toBe(true)
  expect(await size()).toBe(0)
  await backup.destroy()
})
