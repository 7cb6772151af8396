import { resolve } from 'node:path'
import { describeMissing } from '#server/backup/manifest.ts'
import { refuseBucket } from '#server/backup/refuse-bucket.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { print } from '#server/log.ts'
import { readConfigOrExit } from './read-config.ts'
import { exitWithUsage, parseArguments, runCommand } from './run-command.ts'

const usage = `Restores a backup into an empty or missing data folder; the site must not be running:
  npm run restore -- <folder of the backup>
  npm run restore -- --damaged <folder of the backup>   even if files other than the database are damaged`

const { positionals, flags } = parseArguments(usage, 1, ['damaged'])
const [backup] = positionals
if (!backup) exitWithUsage(usage)
const { dataDir, databaseUrl, bucket } = readConfigOrExit()
await runCommand(async () => {
  refuseBucket(bucket)
  const options = { hasOtherDatabase: databaseUrl !== null, acceptDamaged: flags.has('damaged') }
  const { missing, hasDatabase } = await restoreBackup(resolve(backup), dataDir, options)
  if (missing.length > 0) print('These files were missing or damaged when the backup was made, or are now:')
  for (const file of missing) print(`  ${describeMissing(file)}`)
  if (!hasDatabase) print('The backup contains no database: restore it with the pg_dump.')
  print(`Restored and verified: ${dataDir}. Start the site with npm start.`)
})
