import { join, resolve } from 'node:path'
import { parseBackupName } from '#server/backup/backup-name.ts'
import { BackupRefused } from '#server/backup/backup-refused.ts'
import { describeMissing } from '#server/backup/manifest.ts'
import { restoreBackup, withTemporaryFolder } from '#server/backup/restore.ts'
import { isBucketUrl, parseBucketUrl } from '#server/config.ts'
import { print } from '#server/log.ts'
import { readConfigOrExit } from './command-line/read-config.ts'
import { exitWithUsage, parseArguments, printLine, runCommand } from './command-line/run-command.ts'

const usage = `Restores a backup into an empty or missing data folder; the site must not be running:
  npm run restore -- <folder of the backup>
  npm run restore -- --damaged <folder of the backup>   even if files other than the database are damaged
  npm run restore -- s3://<bucket>/<folder>/<backup>    with BACKUP_DIR=s3://<bucket> and its settings S3_…
  npm run restore -- s3://<bucket>/<folder>             lists the backups there`

const { positionals, flags } = parseArguments(usage, 1, ['damaged'])
const [backup] = positionals
if (!backup) exitWithUsage(usage)
const { dataDir, databaseUrl, bucketConnection } = readConfigOrExit()
await runCommand(() => (isBucketUrl(backup) ? restoreFromBucket(backup) : restore(resolve(backup))))

async function restoreFromBucket(url: string): Promise<void> {
  // Loaded only for a bucket, because the client is large.
  const { downloadBackup, listBucketBackups } = await import('#server/backup/bucket/download.ts')
  const { name, prefix } = parseBucketUrl(url) ?? exitWithUsage(usage)
  const folders = prefix.split('/').slice(0, -1)
  const last = folders.at(-1) ?? ''
  const isBackup = parseBackupName(last) !== null
  const parents = isBackup ? folders.slice(0, -1) : folders
  const location = { bucket: { ...bucketConnection, name }, prefix: parents.map((folder) => `${folder}/`).join('') }
  if (!isBackup) {
    const urls = await listBucketBackups(location)
    if (urls.length === 0) throw new BackupRefused(`There are no backups in ${url}.`)
    for (const found of urls) print(found)
    return
  }
  await withTemporaryFolder(dataDir, async (folder) => {
    await downloadBackup(location, last, join(folder, last))
    await restore(join(folder, last))
  })
}

async function restore(folder: string): Promise<void> {
  const options = { hasOtherDatabase: databaseUrl !== null, acceptDamaged: flags.has('damaged') }
  const { missing, hasDatabase } = await restoreBackup(folder, dataDir, options)
  if (missing.length > 0) print('These files were missing, damaged or unreadable when the backup was made, or are now:')
  for (const file of missing) printLine(`  ${describeMissing(file)}`)
  if (!hasDatabase) print('The backup contains no database: restore PostgreSQL from your pg_dump.')
  print(`Restored and verified: ${dataDir}. Start the site with npm start.`)
  if (databaseUrl && hasDatabase)
    print(`The database is a file there: start without DATABASE_URL, SECRET and S3_BUCKET, or run npm run move first.
To look at this copy while the site runs, also leave BACKUP_DIR unset, or its backups would replace those of the site.`)
}
