import { resolve } from 'node:path'
import { restorableMs } from '#portfolio/bin/retention.ts'
import { createBackup, type Backup } from '#server/backup/create.ts'
import { describeMissing } from '#server/backup/manifest.ts'
import { refuseBucket } from '#server/backup/refuse-bucket.ts'
import { isBucketUrl, parseBucketUrl } from '#server/config.ts'
import { readOriginals } from '#server/database/originals.ts'
import { openPostgres } from '#server/database/postgres/postgres.ts'
import { print } from '#server/log.ts'
import { readConfigOrExit } from './command-line/read-config.ts'
import { exitWithUsage, parseArguments, printLine, runCommand } from './command-line/run-command.ts'

const usage = `Copies the database, the files and the secret; the site may be running:
  npm run backup -- <folder>
  npm run backup -- s3://<bucket>/<folder>   with BACKUP_DIR=s3://<bucket> and its settings S3_…

The backup contains messages, accounts and the secret that signs cookies: protect it like the site itself.
A backup in a folder does not contain a PostgreSQL database: back that up with pg_dump.`

const [destination] = parseArguments(usage, 1).positionals
if (!destination) exitWithUsage(usage)
const { dataDir, databaseUrl, bucket, bucketConnection, secret } = readConfigOrExit()
await runCommand(async () => {
  const now = new Date()
  const common = { dataDir, now, removedBefore: new Date(now.getTime() - restorableMs), isNightly: false }
  if (isBucketUrl(destination)) {
    const { name, prefix } = parseBucketUrl(destination) ?? exitWithUsage(usage)
    // Loaded only for a bucket, because the client is large.
    const { createBucketBackup } = await import('#server/backup/bucket/create.ts')
    const into = { bucket: { ...bucketConnection, name }, prefix }
    report(await createBucketBackup({ ...common, into, databaseUrl, bucket, secret }), 'are in the bucket')
  } else {
    refuseBucket(bucket)
    const originals = databaseUrl ? await readPostgresOriginals(databaseUrl, common.removedBefore) : null
    report(await createBackup({ ...common, into: resolve(destination), originals }), 'were read back')
  }
})

function report(backup: Backup, state: string): void {
  for (const missing of backup.missing) printLine(describeMissing(missing))
  print(`Backup complete, all its ${backup.files} files ${state}: ${backup.folder}`)
  if (!backup.hasDatabase) print('The backup does not contain the PostgreSQL database: back that up with pg_dump.')
  if (backup.missing.length > 0) process.exitCode = 1
}

async function readPostgresOriginals(url: string, removedBefore: Date) {
  const db = openPostgres(url)
  return readOriginals(db, removedBefore).finally(() => db.destroy())
}
