import { sql, type Kysely } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'
import { isPostgres } from './postgres/postgres.ts'

/** The database contains a site, or is in use by one. The message says what the operator can do. */
export class UsedDatabase extends Error {
  override readonly name = 'UsedDatabase'
}

/** While a site is being moved into a database, the store id begins with this, and no site starts on the database. */
const movePrefix = 'unfinished-move:'

/** A row in any of these tables shows that a site uses the database. Migrations fill none of them. */
const filledBySites = ['storeIdentity', 'authUser', 'users', 'projects', 'photos', 'contactSubmissions']

export function isMoveMark(storeId: string): boolean {
  return storeId.startsWith(movePrefix)
}

/** Throws `UsedDatabase` if the database contains a site, or if one other than `storeId` is being moved into it. */
export async function refuseUsedDatabase(db: Kysely<Tables>, storeId: string): Promise<void> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  for (const table of filledBySites.filter((name) => tables.includes(name))) {
    const { rows } = await sql<{ storeId?: string }>`select * from ${sql.table(table)} limit 1`.execute(db)
    const [row] = rows
    if (row?.storeId === storeId) throw new UsedDatabase('The site is already in the new database: it was moved.')
    if (row && row.storeId !== movePrefix + storeId)
      throw new UsedDatabase('There is already a site in the new database: choose an empty one.')
  }
}

/** Marks a database without a site, so that no site starts on it until `removeMoveMark`. Throws `UsedDatabase`. */
export async function markUnfinishedMove(db: Kysely<Tables>, storeId: string): Promise<void> {
  await db
    .insertInto('storeIdentity')
    .values({ id: 1, storeId: movePrefix + storeId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await refuseUsedDatabase(db, storeId)
}

/** Removes the mark. Throws `UsedDatabase` if it is gone: a site was started on the database or moved into it since. */
export async function removeMoveMark(db: Kysely<Tables>, storeId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('storeIdentity')
    .where('storeId', '=', movePrefix + storeId)
    .executeTakeFirstOrThrow()
  await refuseUsedDatabase(db, storeId)
  if (numDeletedRows === 0n) throw new UsedDatabase('Another move changed the new database: choose an empty one.')
}

/** Throws `UsedDatabase` if a running site listens for changes in the PostgreSQL database. Does nothing for SQLite. */
export async function refuseRunningSite(db: Kysely<Tables>): Promise<void> {
  if (!isPostgres(db)) return
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and query = 'listen changes' limit 1`.execute(db)
  if (rows.length > 0)
    throw new UsedDatabase('A process of the site uses the PostgreSQL database: stop it, then repeat the move.')
}
