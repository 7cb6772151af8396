import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import { eachDatabase, createEmptyDatabase } from '#tests/support/backend/each-database.ts'
import * as firstTables from './migrations/0001-first-tables.ts'
import * as sessions from './migrations/0013-sessions.ts'

eachDatabase('existing sessions stay valid, without a label; their start counts as their proof', async ({ kind }) => {
  const { db } = await createEmptyDatabase(kind)
  const untyped = db as unknown as Kysely<unknown>
  await firstTables.up(untyped)
  const at = '2026-11-23T10:00:00.000Z'
  await sql`insert into "authUser" values ('u', '', 'u@example.com', 0, null, ${at}, ${at})`.execute(db)
  await sql`insert into "authSession" values ('s', 'u', 't', ${at}, null, null, ${at}, ${at})`.execute(db)
  await sessions.up(untyped)
  const kept = await db.selectFrom('authSession').select(['id', 'token', 'label', 'provenAt']).execute()
  expect(kept).toEqual([{ id: 's', token: 't', label: '', provenAt: at }])
})
