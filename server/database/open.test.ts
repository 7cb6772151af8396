import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '#tests/support/backend/each-database.ts'
import { testLimits } from '#tests/support/postgres/postgres-database.ts'
import { isCurrent, migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { requestLimits } from './postgres/pool.ts'
import { openPostgres } from './postgres/postgres.ts'
import { findTemporaryReason } from './temporary-failure.ts'

/** The key of the advisory lock that Kysely takes for migrations on PostgreSQL. */
const migrationLock = 3_853_314_791_062_309_107n

test('a site waits for another process that migrates for longer than a request may take (PostgreSQL)', async () => {
  const { db, url } = await createEmptyDatabase('PostgreSQL')
  const opening = await db.connection().execute(async (migrating) => {
    await sql`select pg_advisory_lock(${sql.lit(migrationLock)})`.execute(migrating)
    const opening = openDatabase(url, '', async () => {})
    // Handled below.
    opening.catch(() => {})
    await wait(requestLimits.statementMs + 1_000)
    await sql`select pg_advisory_unlock(${sql.lit(migrationLock)})`.execute(migrating)
    return { opening }
  })
  const opened = await opening.opening
  onTestFinished(() => opened.db.destroy())
  expect(await isCurrent(db)).toBe(true)
})

test('a migration that reaches its time limit fails with its name, and the start is not retried (PostgreSQL)', async () => {
  const { db, url } = await createEmptyDatabase('PostgreSQL')
  await migrate(db)
  await sql`drop function "notifyChanges" cascade`.execute(db)
  await sql`delete from "kysely_migration" where "name" = '0039-notify-changes'`.execute(db)
  const limited = openPostgres(url ?? '', { ...testLimits, statementMs: 5_000 })
  onTestFinished(() => limited.destroy())
  const error = await db.transaction().execute(async (other) => {
    await sql`lock table "changes"`.execute(other)
    return migrate(limited).catch((reason: unknown) => reason)
  })
  expect(String(error)).toContain('(0039-notify-changes: canceling statement due to statement timeout)')
  expect(findTemporaryReason(error)).toBeNull()
})
