import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#tests/support/each-database.ts'
import { migrate } from './migrate.ts'
import { eraseDeletedPostgresContent } from './postgres.ts'

test('eraseDeletedPostgresContent removes deleted rows from their pages, or returns false while a reader needs them', async () => {
  const { db, connect } = await emptyDatabase('PostgreSQL')
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
