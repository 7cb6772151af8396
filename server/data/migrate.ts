import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as theHouse from './migrations/0001-the-house.ts'
import * as moreOfAPhoto from './migrations/0002-more-of-a-photo.ts'
import * as limits from './migrations/0004-limits.ts'
import type { Tables } from './tables.ts'

/** Brings the database to the shape that the code expects. All or nothing. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001-the-house': theHouse,
        '0002-more-of-a-photo': moreOfAPhoto,
        '0004-limits': limits,
      }),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
