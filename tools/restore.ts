import { resolve } from 'node:path'
import { say } from '#server/log.ts'
import { NoBackup, restoreBackup } from '#server/setup/backup.ts'
import { readSettings } from './settings.ts'

const usage = `Brings a backup back, into a data folder that is empty or not there; the site must not run:
  npm run restore -- <folder of the backup>`

const [backup] = process.argv.slice(2)
if (!backup) {
  say(usage)
  process.exit(1)
}
const { dataDir } = readSettings()
try {
  await restoreBackup(resolve(backup), dataDir)
  say(`Every byte is what it was. ${dataDir} is ready: npm start`)
} catch (error) {
  if (!(error instanceof NoBackup)) throw error
  say(`Nothing was restored. ${error.message}`)
  process.exitCode = 1
}
