import { parseBackupName } from '#server/backup/backup-name.ts'
import { refusedIsNull, selectKept } from '#server/backup/retention.ts'
import { openBackupBucket, type BackupBucket, type BucketBackupInput, type StoredBackup } from './backup-bucket.ts'
import { openSourceFiles } from './source-files.ts'

/** Longer than a backup takes: its contents are stored before its manifest. */
const unusedForMs = 24 * 60 * 60_000

/** The newest complete nightly backup of the site with this store id. */
export async function findLatestBackup(target: BackupBucket, storeId: string | null): Promise<StoredBackup | null> {
  for (const name of await target.listNames()) {
    if (!parseBackupName(name)?.isNightly) continue
    const backup = await target.readBackup(name).catch(refusedIsNull)
    if (backup && isNightlyOf(backup, storeId)) return backup
  }
  return null
}

/** Removes what is too old in the bucket. The clock must be right. */
export async function removeOldBucketBackups(input: Pick<BucketBackupInput, 'dataDir' | 'bucket' | 'into' | 'now'>) {
  const target = openBackupBucket(input.into)
  const files = await openSourceFiles(input)
  try {
    await removeOld(target, await files.readStoreId(), input.now)
  } finally {
    target.close()
    files.close()
  }
}

/** Removes nightly backups of this site as `selectKept` says, and contents that no backup of any site needs. */
async function removeOld(target: BackupBucket, storeId: string | null, now: Date): Promise<void> {
  const contents = await target.listContents()
  const backups = await readAll(target)
  const isOld = (time: Date) => now.getTime() - time.getTime() > unusedForMs
  const nightly = backups
    .filter((backup) => isNightlyOf(backup, storeId))
    .map((backup) => ({ ...backup, madeAt: timeOf(backup) }))
  const selected = new Set([...selectKept(nightly, now)].map(({ name }) => name))
  const surplus = nightly.filter(({ name }) => !selected.has(name))
  // Left by a backup that was interrupted.
  const unfinished = backups.filter((backup) => !backup.isComplete && isOld(timeOf(backup)))
  const removed = new Set([...surplus, ...unfinished].map(({ name }) => name))
  for (const name of removed) await target.removeManifest(name)
  const kept = backups.filter(({ name }) => !removed.has(name))
  const used = new Set(kept.flatMap(({ manifest }) => manifest.files.map(({ sha256 }) => sha256)))
  for (const [sha256, { changedAt }] of contents)
    if (!used.has(sha256) && isOld(changedAt)) await target.removeContent(sha256)
}

/** Throws `BackupRefused` if a manifest is damaged: contents that only it names would look unused. */
async function readAll(target: BackupBucket): Promise<StoredBackup[]> {
  const backups: StoredBackup[] = []
  for (const name of await target.listNames()) {
    const backup = await target.readBackup(name)
    if (backup) backups.push(backup)
  }
  return backups
}

function isNightlyOf({ name, isComplete, manifest }: StoredBackup, storeId: string | null): boolean {
  return isComplete && parseBackupName(name)?.isNightly === true && storeId !== null && manifest.storeId === storeId
}

function timeOf({ manifest }: StoredBackup): Date {
  return new Date(manifest.madeAt)
}
