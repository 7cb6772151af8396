import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '#tests/support/backend/each-database.ts'
import { isCurrent } from './migrate.ts'
import { openDatabase } from './open.ts'
import { requestLimits } from './postgres/pool.ts'

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
