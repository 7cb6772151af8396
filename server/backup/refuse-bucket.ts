import { BackupRefused } from './backup-refused.ts'

/** Throws `BackupRefused` if the files are in a bucket: backups are made of folders. */
export function refuseBucket(bucket: { readonly name: string } | null): void {
  if (!bucket) return
  const advice =
    'turn on versioning at its provider, as docs/deploy.md describes, and back up the database with pg_dump.'
  throw new BackupRefused(`The files are in the bucket ${bucket.name}, which is not backed up from here: ${advice}`)
}
