import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openBackupBucket, type BackupLocation, type BucketBackupInput } from '#server/backup/bucket/backup-bucket.ts'
import { createBucketBackup } from '#server/backup/bucket/create.ts'
import { connectToBucket } from '#server/storage/bucket-requests.ts'
import { settingsOf } from '#tests/support/object-store/create-bucket.ts'
import { createBucketOnSharedServer } from '#tests/support/object-store/create-bucket-on-shared-server.ts'
import { runTool } from '#tests/support/run-tool.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'

const dayMs = 24 * 60 * 60_000

/** A path in a new folder, at which nothing exists yet. */
export async function freePath(): Promise<string> {
  const folder = await mkdtemp(join(temporaryRoot(), 'enfilade-restored-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

function open(location: BackupLocation) {
  const target = openBackupBucket(location)
  onTestFinished(() => target.close())
  return target
}

/** The SHA-256 of each content in a backup bucket, sorted. */
export async function listHashes(target: ReturnType<typeof open>): Promise<string[]> {
  return [...(await target.listContents()).keys()].toSorted()
}

/** A bucket for the backups of the site in this data folder. */
export async function openBucketFor(dataDir: string) {
  const bucket = await createBucketOnSharedServer()
  const into: BackupLocation = { bucket, prefix: '' }
  const requests = connectToBucket(into.bucket)
  onTestFinished(() => requests.close())
  const input = { dataDir, into, removedBefore: new Date(0), databaseUrl: null, bucket: null, secret: null }
  const backUp = (changes: Partial<BucketBackupInput> & { readonly now: Date }) =>
    createBucketBackup({ ...input, isNightly: true, ...changes })
  return { into, requests, target: open(into), backUp }
}

/** Runs `npm run restore` into a new data folder. Resolves with the exit code and the output. */
export async function restore(location: BackupLocation, ...args: string[]) {
  return runTool('restore', args, { ...backupSettingsOf(location), DATA_DIR: await freePath() }).ended
}

const start = Date.now()
export const daysFromNow = (days: number) => new Date(start + days * dayMs)

/** The name of a backup: the last segment of its URL or path. */
export const nameOf = ({ folder }: { folder: string }) => folder.split('/').at(-1) ?? ''

/** The settings with which `npm run backup` and `npm run restore` use this bucket. */
export const backupSettingsOf = ({ bucket }: BackupLocation) => {
  return { ...settingsOf(bucket), S3_BUCKET: '', BACKUP_DIR: `s3://${bucket.name}` }
}
