import { resolve } from 'node:path'
import { deletedKeptMs } from '#portfolio/photo/sweep.ts'
import { say } from '#server/log.ts'
import { makeBackup, NoBackup } from '#server/setup/backup.ts'
import { readSettings } from './settings.ts'

const usage = `Copies everything that is worth keeping, also while the site runs:
  npm run backup -- <folder>

The copy holds the messages and accounts, and the secret that signs cookies: keep it as safe as the site itself.`

const [folder] = process.argv.slice(2)
const { dataDir, databaseUrl } = readSettings()
if (!folder || databaseUrl) {
  say(
    databaseUrl ? 'The data lie in a PostgreSQL: back it up with pg_dump, and copy the data folder beside it.' : usage,
  )
  process.exit(1)
}
try {
  const made = await makeBackup(dataDir, resolve(folder), new Date(), deletedKeptMs)
  say(`Copied, restored once for a try, and found whole: ${made}`)
} catch (error) {
  if (!(error instanceof NoBackup)) throw error
  say(`There is no backup. ${error.message}`)
  process.exitCode = 1
}
