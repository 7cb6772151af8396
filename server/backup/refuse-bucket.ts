import { BackupRefused } from './backup-refused.ts'

/** Throws `BackupRefused` if the files are in a bucket: a backup in a folder can only copy files from a folder. */
export function refuseBucket(bucket: { readonly name: string } | null): void {
  if (!bucket) return
  throw new BackupRefused(
    `The files are in the bucket ${bucket.name}, so their backups must be in another one: set BACKUP_DIR to its URL, such as s3://backups.`,
  )
}
