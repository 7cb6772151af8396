import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as theHouse from './migrations/0001-the-house.ts'
import type { Tables } from './tables.ts'

/** Brings the database to the shape that the code expects. All or nothing. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ '0001-the-house': theHouse }) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
