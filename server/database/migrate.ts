import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import packageJson from '#package.json' with { type: 'json' }
import { DatabaseFailed } from '#portfolio/ports.ts'
import type { Tables } from '#portfolio/tables.ts'
import * as firstTables from './migrations/0001-first-tables.ts'
import * as photoRecipes from './migrations/0002-photo-recipes.ts'
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
import * as projectFacts from './migrations/0026-project-facts.ts'
import * as readableAddresses from './migrations/0030-readable-addresses.ts'
import * as hiddenImages from './migrations/0031-hidden-images.ts'
import * as photoKinds from './migrations/0032-photo-kinds.ts'
import * as privateLinks from './migrations/0033-private-links.ts'
import * as scheduledPublication from './migrations/0034-scheduled-publication.ts'
import * as oldAddresses from './migrations/0035-old-addresses.ts'
import * as contrastMap from './migrations/0036-contrast-map.ts'
import * as imageLayouts from './migrations/0037-image-layouts.ts'
import * as layoutPartners from './migrations/0038-layout-partners.ts'
import * as notifyChanges from './migrations/0039-notify-changes.ts'
import { findTemporaryReason, isStatementTimeout } from './temporary-failure.ts'
import { oneLine } from './one-line.ts'

/** By the keys that databases have recorded, which never change. */
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
  '0026-project-facts': projectFacts,
  '0030-readable-addresses': readableAddresses,
  '0031-hidden-images': hiddenImages,
  '0032-photo-kinds': photoKinds,
  '0033-private-links': privateLinks,
  '0034-scheduled-publication': scheduledPublication,
  '0035-old-addresses': oldAddresses,
  '0036-contrast-map': contrastMap,
  '0037-image-layouts': imageLayouts,
  '0038-layout-partners': layoutPartners,
  '0039-notify-changes': notifyChanges,
}

const runningVersion = packageJson.version

export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase'
}

export class UpdateFailed extends Error {
  override readonly name = 'UpdateFailed'

  /** `migration`: the name of the one that failed; `undefined` if none was running. */
  constructor(cause: unknown, migration: string | undefined) {
    const inner = cause instanceof DatabaseFailed ? cause.cause : cause
    const message = inner instanceof Error ? inner.message : String(inner)
    const reason = migration === undefined ? message : `${migration}: ${message}`
    super(
      `The database could not be updated (${oneLine(reason)}) and is unchanged: the previous version of Enfilade can still open it.`,
      { cause },
    )
  }
}

export interface WriterVersion {
  /** `null` if the database was written by a version that did not record it. */
  readonly version: string | null
  /** The name of the last migration. */
  readonly migration: string
}

/**
 * Applies all missing migrations or none. `beforeUpdate` is called before the database of an earlier version changes.
 * Throws `NewerDatabase` or `UpdateFailed`; for a temporary failure or a new database, the error itself.
 */
export async function migrate(
  db: Kysely<Tables>,
  beforeUpdate: (former: WriterVersion) => Promise<void> = async () => {},
): Promise<void> {
  const { version, applied } = await readRecords(db)
  refuseNewer(version, applied)
  const migration = applied.at(-1)
  const hasMissingMigrations = Object.keys(migrations).some((name) => !applied.includes(name))
  const isUpdate = migration !== undefined && (hasMissingMigrations || version !== runningVersion)
  if (isUpdate) await beforeUpdate({ version, migration })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => withVersion(migrations) } })
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  // Another attempt would take as long. Without a failed migration, the wait for another process has timed out.
  const isTooSlow = failed !== undefined && isStatementTimeout(error)
  const canRetry = findTemporaryReason(error) !== null && !isTooSlow
  if (error) throw isUpdate && !canRetry ? new UpdateFailed(error, failed) : error
  // Nothing is written when the version is unchanged: the site must start on a full disk.
  if (!hasMissingMigrations && version !== runningVersion) await recordVersion(db)
}

/** Whether this version wrote the database. Throws `NewerDatabase`. */
export async function isCurrent(db: Kysely<Tables>): Promise<boolean> {
  const { version, applied } = await readRecords(db)
  refuseNewer(version, applied)
  return version === runningVersion && Object.keys(migrations).every((name) => applied.includes(name))
}

/** Makes the last migration also record the version, in the one transaction in which all migrations run. */
function withVersion(all: Record<string, Migration>): Record<string, Migration> {
  const last = Object.keys(all).toSorted().at(-1) ?? ''
  const up: Migration['up'] = async (db) => {
    await all[last]?.up(db)
    await recordVersion(db)
  }
  return { ...all, [last]: { up } }
}

async function recordVersion(db: Kysely<Tables>): Promise<void> {
  const row = { id: 1, version: runningVersion }
  await db
    .insertInto('programVersion')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** The version that wrote the database, and the names of its migrations in order; an empty database has neither. */
async function readRecords(db: Kysely<Tables>): Promise<{ version: string | null; applied: string[] }> {
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
  const row = tables.includes('programVersion')
    ? await db.selectFrom('programVersion').select('version').executeTakeFirst()
    : undefined
  const applied = tables.includes('kysely_migration')
    ? (await sql<{ name: string }>`select "name" from "kysely_migration" order by "name"`.execute(db)).rows
    : []
  return { version: row?.version ?? null, applied: applied.map(({ name }) => name) }
}

function refuseNewer(version: string | null, applied: readonly string[]): void {
  const unknown = applied.findLast((name) => !(name in migrations))
  const isNewer = version !== null && compareVersions(version, runningVersion) > 0
  if (!isNewer && unknown === undefined) return
  // While a version is in development, its number may equal this one: only its migration shows that it is newer.
  const writer = isNewer ? `version ${version}` : `a newer version, with migration ${unknown},`
  throw new NewerDatabase(
    `This data was written by ${writer} and cannot be opened by version ${runningVersion}: start the newer version of Enfilade, or go back to the data from before the update with its ‘npm run roll-back’.`,
  )
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
