import { BackupRefused } from '#server/backup/backup-refused.ts'
import { parseBackupName } from '#server/backup/backup-name.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { isNightlyOf, nullIfRefused, selectKept } from '#server/backup/retention.ts'
import { openBackupBucket, type BackupBucket, type BucketBackupInput, type ListedBackup } from './backup-bucket.ts'
import { readSiteStoreId } from './source-files.ts'

/** Longer than all attempts of a first backup take: its contents are stored before its manifest. */
const unusedForMs = 7 * 24 * 60 * 60_000

/** A removal stops after this time; the next one continues. */
const maxRemovalMs = 30 * 60_000

/** An older mark was left by a removal that was killed, even if the clocks of the bucket and the machine differ. */
export const maxMarkAgeMs = 2 * 60 * 60_000

/** The name and the manifest of the newest complete nightly backup of the site with this store id. */
export async function findLatestBackup(
  target: BackupBucket,
  storeId: string | null,
): Promise<{ readonly name: string; readonly manifest: Manifest } | null> {
  for (const { name, isComplete } of await target.list()) {
    if (!isComplete || !parseBackupName(name)?.isNightly) continue
    const manifest = await target.readManifest(name).catch(nullIfRefused)
    if (manifest && isNightlyOf(name, manifest, storeId)) return { name, manifest }
  }
  return null
}

/**
 * Removes nightly backups that `selectKept` does not select, interrupted ones, and contents that no backup needs. The
 * clock must be right. Throws `BackupRefused` if a manifest is damaged: its files would look unused.
 */
export async function removeOldBucketBackups(
  input: Pick<BucketBackupInput, 'dataDir' | 'bucket' | 'into' | 'now'>,
): Promise<void> {
  const storeId = await readSiteStoreId(input)
  // Without a store id, no backup can be attributed to this site.
  if (storeId === null) return
  const target = openBackupBucket(input.into)
  try {
    // Before the manifests are listed: a backup writes its manifest before it looks for the mark.
    await target.markRemoving(storeId)
    const { kept, damaged } = await removeOldManifests(target, storeId, input.now)
    if (damaged.length > 0)
      throw new BackupRefused(
        `The manifest of ${damaged.join(', ')} is damaged, so no file is removed: delete that backup.`,
      )
    await removeUnused(target, kept, input.now)
  } finally {
    await target.unmarkRemoving(storeId).finally(target.close)
  }
}

/** Returns the manifests that are left, and the URLs of complete backups whose manifest cannot be read. */
async function removeOldManifests(target: BackupBucket, storeId: string, now: Date) {
  const manifests = new Map<ListedBackup, Manifest>()
  const damaged: string[] = []
  for (const backup of await target.list()) {
    const manifest = await target.readManifest(backup.name).catch(nullIfRefused)
    if (manifest) manifests.set(backup, manifest)
    else if (backup.isComplete) damaged.push(target.urlOf(backup.name))
  }
  const nightly = [...manifests]
    .filter(([{ name, isComplete }, manifest]) => isComplete && isNightlyOf(name, manifest, storeId))
    .map(([backup, { madeAt }]) => ({ backup, madeAt: new Date(madeAt) }))
  const selected = selectKept(nightly, now)
  const surplus = nightly.filter((one) => !selected.has(one)).map(({ backup }) => backup)
  // Left by a backup that was interrupted.
  const unfinished = [...manifests].filter(
    ([{ isComplete }, { madeAt }]) => !isComplete && isOld(new Date(madeAt), now),
  )
  for (const backup of [...surplus, ...unfinished.map(([backup]) => backup)]) {
    await target.removeManifest(backup.name)
    manifests.delete(backup)
  }
  return { kept: [...manifests.values()], damaged }
}

async function removeUnused(target: BackupBucket, kept: readonly Manifest[], now: Date): Promise<void> {
  const used = new Set(kept.flatMap(({ files }) => files.map(({ sha256 }) => sha256)))
  const deadline = performance.now() + maxRemovalMs
  for (const [sha256, { changedAt }] of await target.listContents()) {
    if (performance.now() > deadline) return
    if (!used.has(sha256) && isOld(changedAt, now)) await target.removeContent(sha256)
  }
}

function isOld(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() > unusedForMs
}
