import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSecretHash } from '#portfolio/health/check-secret.ts'
import { openStoresToMove, readSecret, type Stores } from '#server/compose/open-move.ts'
import { createSecret, hashSecret } from '#server/compose/secret.ts'
import type { Config } from '#server/config.ts'
import { lockDataFolder } from '#server/database/data-folder-lock.ts'
import { databasePath } from '#server/database/sqlite/database-file.ts'
import { print } from '#server/log.ts'
import { MoveRefused } from '#server/move/move-refused.ts'
import { moveSite, type MovedSite } from '#server/move/move-site.ts'
import { prepareTarget, readMatchedStoreId } from '#server/move/prepare.ts'
import { readConfigOrExit } from './command-line/read-config.ts'
import { exitWithUsage, parseArguments, printLine, runCommand } from './command-line/run-command.ts'

const usage = `Copies a site, which must be stopped, to another place; DATA_DIR, DATABASE_URL and S3_BUCKET name both:
  npm run move -- to-bucket    from DATA_DIR into an empty PostgreSQL database and an empty bucket
  npm run move -- to-folder    from PostgreSQL and the bucket into DATA_DIR, which must have no site

Every file and every row is compared after it was copied. If the command is interrupted, run it again. The site also
stays where it was: do not start it there again. Uploads that are not attached to a project are left out.`

const nextInBucket = `Start the site with the same settings. Several processes need the content of DATA_DIR/secret as SECRET.
Do not start it without them: delete enfilade.db, files, uploads, backups and before-updates in DATA_DIR within five weeks,
but keep secret.`

const nextInFolder = `Start the site without DATABASE_URL, SECRET and S3_BUCKET, and, unless BACKUP_DIR is a bucket, without the other
settings that begin with S3_. Do not start it in the former place, which still has all accounts and messages: delete the
database and the bucket within five weeks.`

const [direction] = parseArguments(usage, 1).positionals
if (direction !== 'to-bucket' && direction !== 'to-folder') exitWithUsage(usage)
const config = readConfigOrExit()
await runCommand(() => move(config, direction === 'to-bucket'))

async function move(config: Config, isToBucket: boolean): Promise<void> {
  if (config.bucket === null) throw new MoveRefused('Set DATABASE_URL and S3_BUCKET, with their other settings.')
  if (isToBucket && !existsSync(databasePath(config.dataDir)))
    throw new MoveRefused(`There is no site in ${config.dataDir}: check DATA_DIR.`)
  const secret = await readSecret(config)
  await lockDataFolder(config.dataDir)
  await withStores(config, isToBucket ? 'folder' : 'bucket', async (from) => {
    const storeId = await readMatchedStoreId(from)
    const secretHash = await readSecretHash(from.db)
    if (secretHash !== null && secretHash !== hashSecret(secret))
      throw new MoveRefused('SECRET is not the one that the site used last, so everybody would have to log in again.')
    await withStores(config, isToBucket ? 'bucket' : 'folder', async (to) => {
      await prepareTarget(to, storeId)
      if (!isToBucket) await createSecret(join(config.dataDir, 'secret'), secret)
      report(await moveSite(from, to, storeId), isToBucket)
    })
  })
}

async function withStores(config: Config, where: 'bucket' | 'folder', work: (stores: Stores) => Promise<void>) {
  const stores = await openStoresToMove(config, where)
  await work(stores).finally(stores.close)
}

function report({ files, alreadyCopied, rows, missing }: MovedSite, isToBucket: boolean): void {
  for (const key of missing) printLine(`The original ${key} was already missing: restore it from a backup.`)
  if (missing.length > 0) process.exitCode = 1
  const note = alreadyCopied > 0 ? `, ${alreadyCopied} of which were already there` : ''
  print(`Moved and compared: ${rows} rows, ${files} files${note}.`)
  print(isToBucket ? nextInBucket : nextInFolder)
}
