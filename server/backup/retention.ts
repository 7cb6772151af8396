import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbandoned } from '#server/database/unfinished-folder.ts'
import { backupName, parseBackupName, unfinishedSuffix } from './backup-name.ts'
import { BackupRefused } from './backup-refused.ts'
import { maxCopyAgeMs } from './copies-before-updates.ts'
import { readManifest, type Manifest } from './manifest.ts'

const dayMs = 24 * 60 * 60_000

/** Much longer than a backup takes. */
const maxBackupMs = 12 * 60 * 60_000

/** One backup per day, and before that one per week. Unless backups fail, none is kept for more than 35 days. */
const kept = { days: 7, weeks: 4 }

export interface NightlyBackup {
  readonly name: string
  readonly madeAt: Date
}

/** The complete nightly backups of the site with this store id, newest first. Ignores all other folders and files. */
export async function listNightlyBackups(into: string, storeId: string | null): Promise<NightlyBackup[]> {
  const backups: NightlyBackup[] = []
  for (const name of (await foldersIn(into)).sort().reverse()) {
    const parts = parseBackupName(name)
    if (!parts?.isNightly || parts.isUnfinished) continue
    const manifest = await readManifest(join(into, name)).catch(nullIfRefused)
    if (manifest && isNightlyOf(name, manifest, storeId)) backups.push({ name, madeAt: parts.madeAt })
  }
  return backups
}

/** Whether a complete backup is a nightly one of the site with this store id. */
export function isNightlyOf(name: string, manifest: Manifest, storeId: string | null): boolean {
  return storeId !== null && manifest.storeId === storeId && backupName(new Date(manifest.madeAt), true) === name
}

/** Removes nightly backups older than `maxCopyAgeMs`, for a site that now makes its backups elsewhere. */
export async function removeExpiredBackups(into: string, storeId: string | null, now: Date): Promise<void> {
  for (const { name, madeAt } of await listNightlyBackups(into, storeId))
    if (now.getTime() - madeAt.getTime() > maxCopyAgeMs) await removeBackup(into, name)
}

export async function removeOldBackups(into: string, storeId: string | null, now: Date): Promise<void> {
  const backups = await listNightlyBackups(into, storeId)
  const selected = selectKept(backups, now)
  for (const { name } of backups.filter((backup) => !selected.has(backup))) await removeBackup(into, name)
}

/** Renames the folder first, so that what an interrupted removal leaves is not mistaken for a backup. */
async function removeBackup(into: string, name: string): Promise<void> {
  const unfinished = join(into, name + unfinishedSuffix)
  await rename(join(into, name), unfinished)
  await rm(unfinished, { recursive: true, force: true })
}

/**
 * Selects the backups to keep, by calendar day and week: if weeks were counted back from today, each backup would be
 * replaced before it was a week old. Also keeps the newest one and, until there are 7 others, those dated in the
 * future, because the clock may have been wrong when they were made, or may be wrong now.
 */
export function selectKept<T extends { readonly madeAt: Date }>(backups: readonly T[], now: Date): Set<T> {
  const newestFirst = backups.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
  const past = newestFirst.filter(({ madeAt }) => madeAt <= now)
  const selected = new Set(past.length < kept.days ? newestFirst.filter((backup) => !past.includes(backup)) : [])
  if (past[0]) selected.add(past[0])
  for (const [toPeriod, count] of [
    [dayOf, kept.days],
    [weekOf, kept.weeks + 1],
  ] as const) {
    const periods = new Set<number>()
    for (const backup of past) {
      const age = toPeriod(now) - toPeriod(backup.madeAt)
      if (age >= count || periods.has(age)) continue
      periods.add(age)
      selected.add(backup)
    }
  }
  return selected
}

/** Deletes unfinished folders: abandoned ones at once, others 12 hours after the time in their name. */
export async function removeUnfinishedBackups(into: string, now: Date): Promise<void> {
  for (const name of await foldersIn(into)) {
    const parts = parseBackupName(name)
    const isOld = parts !== null && now.getTime() - parts.madeAt.getTime() >= maxBackupMs
    if (!parts?.isUnfinished || !(isOld || isAbandoned(join(into, name)))) continue
    await rm(join(into, name), { recursive: true, force: true })
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

function dayOf(date: Date): number {
  return Math.floor(date.getTime() / dayMs)
}

/** Weeks from Monday to Sunday: 1 January 1970 was a Thursday. */
function weekOf(date: Date): number {
  return Math.floor((dayOf(date) + 3) / 7)
}

/** A handler for `.catch`: `null` for a backup that is damaged. */
export function nullIfRefused(error: unknown): null {
  if (error instanceof BackupRefused) return null
  throw error
}
