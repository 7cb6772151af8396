import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { WriterVersion } from '#server/database/migrate.ts'
import { sqliteSuffixes } from '#server/database/sqlite/snapshot.ts'
import { nullIfMissing } from '#server/storage/durable-write.ts'
import { formatFileTime, parseFileTime } from './backup-name.ts'

/** The number of versions whose newest copy is kept. */
const maxVersions = 3

/** As for nightly backups: copies are removed after this time, because they may contain erased data. */
export const maxCopyAgeMs = 35 * 24 * 60 * 60_000

const maxUnfinishedAgeMs = 60 * 60_000

const pattern = /^enfilade-(.+)-(\d{4})-(\d{4}-\d\d-\d\dT[\d-]+Z)(\.replaced)?\.db(\.unfinished)?$/

/** A database file that an update copied or a roll-back replaced. */
export interface DatabaseCopy {
  readonly name: string
  /** The version of the program that wrote it; `unknown` if it was not recorded. */
  readonly version: string
  /** The version and the number of the last migration. They determine which programs can open the copy. */
  readonly format: string
  readonly madeAt: Date
  /** Whether it is a database that a roll-back replaced, not a copy from before an update. */
  readonly isReplaced: boolean
  readonly isUnfinished: boolean
}

export function copiesFolder(dataDir: string): string {
  return join(dataDir, 'before-updates')
}

/** `enfilade-0.1.0-0020-2026-11-21T09-00-00-000Z.db`: the version, the last migration and the time of the copy. */
export function copyName({ version, migration }: WriterVersion, madeAt: Date, isReplaced = false): string {
  // The version comes from the database and may contain any characters.
  const safeVersion = /^[\w.+-]+$/.test(version ?? '') ? version : 'unknown'
  const time = formatFileTime(madeAt)
  return `enfilade-${safeVersion}-${migration.slice(0, 4)}-${time}${isReplaced ? '.replaced' : ''}.db`
}

/** The copies, newest first. Ignores all other files. */
export async function listCopies(dataDir: string): Promise<DatabaseCopy[]> {
  const names = (await readdir(copiesFolder(dataDir)).catch(nullIfMissing)) ?? []
  return names
    .flatMap((name) => parseCopyName(name) ?? [])
    .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
}

/** Removes all copies from before updates except the newest one of each of the last `maxVersions` formats. */
export async function removeSurplusCopies(dataDir: string): Promise<void> {
  const copies = (await listCopies(dataDir)).filter(({ isReplaced, isUnfinished }) => !isReplaced && !isUnfinished)
  const formats = [...new Set(copies.map(({ format }) => format))].slice(0, maxVersions)
  const kept = new Set(formats.map((format) => copies.find((copy) => copy.format === format)))
  await remove(
    dataDir,
    copies.filter((copy) => !kept.has(copy)),
  )
}

export async function removeUnfinishedCopies(dataDir: string, now: Date): Promise<void> {
  const copies = (await listCopies(dataDir)).filter(({ isUnfinished }) => isUnfinished)
  await remove(dataDir, olderThan(maxUnfinishedAgeMs, copies, now))
}

/** Removes all copies older than `maxCopyAgeMs`, including replaced databases and unfinished copies. */
export async function removeOldCopies(dataDir: string, now: Date): Promise<void> {
  await remove(dataDir, olderThan(maxCopyAgeMs, await listCopies(dataDir), now))
}

function olderThan(ageMs: number, copies: readonly DatabaseCopy[], now: Date): DatabaseCopy[] {
  return copies.filter(({ madeAt }) => now.getTime() - madeAt.getTime() > ageMs)
}

async function remove(dataDir: string, copies: readonly DatabaseCopy[]): Promise<void> {
  for (const { name } of copies)
    for (const suffix of ['', ...sqliteSuffixes]) await rm(join(copiesFolder(dataDir), name + suffix), { force: true })
}

/** The inverse of `copyName`, also for an unfinished copy; `null` for any other name. */
export function parseCopyName(name: string): DatabaseCopy | null {
  const [, version = '', migration, time = '', replaced, unfinished] = pattern.exec(name) ?? []
  const madeAt = parseFileTime(time)
  if (!madeAt) return null
  const flags = { isReplaced: replaced !== undefined, isUnfinished: unfinished !== undefined }
  return { name, version, format: `${version}-${migration}`, madeAt, ...flags }
}
