import { resolve } from 'node:path'
import { restorableMs } from '#portfolio/bin/retention.ts'
import { createBackup } from '#server/backup/create.ts'
import { describeMissing } from '#server/backup/manifest.ts'
import { refuseBucket } from '#server/backup/refuse-bucket.ts'
import { readOriginals } from '#server/database/originals.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { print } from '#server/log.ts'
import { readConfigOrExit } from './read-config.ts'
import { exitWithUsage, parseArguments, runCommand } from './run-command.ts'

const usage = `Copies the database, the files and the secret; the site may be running:
  npm run backup -- <folder>

The backup contains messages, accounts and the secret that signs cookies: protect it like the site itself.
A PostgreSQL database is not in it: back it up with pg_dump.`

const [folder] = parseArguments(usage, 1).positionals
if (!folder) exitWithUsage(usage)
const { dataDir, databaseUrl, bucket } = readConfigOrExit()
await runCommand(async () => {
  refuseBucket(bucket)
  const now = new Date()
  const removedBefore = new Date(now.getTime() - restorableMs)
  const originals = databaseUrl ? await readPostgresOriginals(databaseUrl, removedBefore) : null
  const backup = await createBackup({
    dataDir,
    into: resolve(folder),
    now,
    removedBefore,
    originals,
    isNightly: false,
  })
  for (const missing of backup.missing) print(describeMissing(missing))
  print(`Backup complete, all its ${backup.files} files were read back: ${backup.folder}`)
  if (!backup.hasDatabase) print('The PostgreSQL database is not in it: back it up with pg_dump.')
  if (backup.missing.length > 0) process.exitCode = 1
})

async function readPostgresOriginals(url: string, removedBefore: Date) {
  const db = openPostgres(url)
  return readOriginals(db, removedBefore).finally(() => db.destroy())
}
