import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import packageJson from '#package.json' with { type: 'json' }
import type { Tables } from '#portfolio/tables.ts'
import * as firstTables from './migrations/0001-the-house.ts'
import * as photoRecipes from './migrations/0002-more-of-a-photo.ts'
import * as limits from './migrations/0004-limits.ts'
import * as programVersion from './migrations/0005-program-version.ts'
import * as storeIdentity from './migrations/0006-store-identity.ts'
import * as healthFacts from './migrations/0007-health-facts.ts'
import * as drafts from './migrations/0008-drafts.ts'
import * as studioTexts from './migrations/0009-studio-texts.ts'
import * as inbox from './migrations/0010-inbox.ts'
import * as claim from './migrations/0011-claim.ts'
import * as outbox from './migrations/0012-outbox.ts'
import * as sessions from './migrations/0013-sessions.ts'
import * as oneTimeLinks from './migrations/0014-one-time-links.ts'
import * as logo from './migrations/0015-logo.ts'
import * as changes from './migrations/0016-changes.ts'
import * as owners from './migrations/0017-owners-of-links-and-mails.ts'
import * as crops from './migrations/0018-crops.ts'
import * as gainMaps from './migrations/0019-gain-maps.ts'
import * as replacedPhotos from './migrations/0020-replaced-photos.ts'
import * as photoCredits from './migrations/0021-photo-credits.ts'
import * as coverImage from './migrations/0022-cover-image.ts'
import * as bin from './migrations/0023-bin.ts'
import * as lastMove from './migrations/0024-last-move.ts'
import * as textVersions from './migrations/0025-text-versions.ts'

const migrations: Record<string, Migration> = {
  '0001-the-house': firstTables,
  '0002-more-of-a-photo': photoRecipes,
  '0004-limits': limits,
  '0005-program-version': programVersion,
  '0006-store-identity': storeIdentity,
  '0007-health-facts': healthFacts,
  '0008-drafts': drafts,
  '0009-studio-texts': studioTexts,
  '0010-inbox': inbox,
  '0011-claim': claim,
  '0012-outbox': outbox,
  '0013-sessions': sessions,
  '0014-one-time-links': oneTimeLinks,
  '0015-logo': logo,
  '0016-changes': changes,
  '0017-owners-of-links-and-mails': owners,
  '0018-crops': crops,
  '0019-gain-maps': gainMaps,
  '0020-replaced-photos': replacedPhotos,
  '0021-photo-credits': photoCredits,
  '0022-cover-image': coverImage,
  '0023-bin': bin,
  '0024-last-move': lastMove,
  '0025-text-versions': textVersions,
}

const runningVersion = packageJson.version

/** The database was written by a newer version of the program. The message is one sentence for the operator. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase'
}

/** Applies all missing migrations or none. Throws `NewerDatabase`, and changes nothing, for data of a newer version. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const recorded = await refuseNewer(db)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  // Nothing is written when the version is unchanged: the site must start on a full disk.
  if (recorded === runningVersion) return
  const row = { id: 1, version: runningVersion }
  await db
    .insertInto('programVersion')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

async function refuseNewer(db: Kysely<Tables>): Promise<string | undefined> {
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
  const recorded = tables.includes('programVersion')
    ? (await db.selectFrom('programVersion').select('version').executeTakeFirst())?.version
    : undefined
  const unknown = tables.includes('kysely_migration') ? await findUnknownMigration(db) : undefined
  const isNewer = recorded !== undefined && compareVersions(recorded, runningVersion) > 0
  if (!isNewer && unknown === undefined) return recorded
  // After an interrupted update, only the migration tells that the version was newer.
  const writer = isNewer ? `version ${recorded}` : `a newer version, with migration ${unknown},`
  throw new NewerDatabase(
    `This data was written by ${writer} and cannot be opened by version ${runningVersion}: start the newer version of Enfilade, or use a backup from before the update.`,
  )
}

async function findUnknownMigration(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select "name" from "kysely_migration" order by "name" desc`.execute(db)
  return rows.find(({ name }) => !(name in migrations))?.name
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
