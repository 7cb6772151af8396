import { sql, type Kysely } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'

/** The database contains a site, or is in use by one. The message says what the operator can do. */
export class UsedDatabase extends Error {
  override readonly name = 'UsedDatabase'
}

/** The store id of a database into which a site is being moved: no site starts with it. */
export const unfinishedMoveId = 'unfinished-move'

/** Rows in any of these show that a site uses the database. Migrations fill none of them. */
const filledBySites = ['storeIdentity', 'authUser', 'users', 'projects', 'photos', 'contactSubmissions']

/** Throws `UsedDatabase` if there is a site in the database, which may be without tables. */
export async function refuseUsedDatabase(db: Kysely<Tables>): Promise<void> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  for (const table of filledBySites.filter((name) => tables.includes(name))) {
    const { rows } = await sql<{ storeId?: string }>`select * from ${sql.table(table)} limit 1`.execute(db)
    if (rows.some(({ storeId }) => storeId !== unfinishedMoveId))
      throw new UsedDatabase('There is a site in the new database already: choose an empty one.')
  }
}

/** Makes starts refuse this database, which has no site, until `copyRows` replaces its rows. */
export async function markUnfinishedMove(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('storeIdentity')
    .values({ id: 1, storeId: unfinishedMoveId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Throws `UsedDatabase` if a process of a site listens to the changes of this PostgreSQL database. */
export async function refuseListenedDatabase(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and query = 'listen changes' limit 1`.execute(db)
  if (rows.length > 0)
    throw new UsedDatabase('A process of the site uses the PostgreSQL database: stop it, then repeat.')
}
