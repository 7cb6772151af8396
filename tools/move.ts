import { existsSync } from 'node:fs'
import { keepSecret } from '#server/compose/secret.ts'
import { openMove, type MoveDirection } from '#server/compose/open-move.ts'
import type { Config } from '#server/config.ts'
import { lockDataFolder } from '#server/database/data-folder-lock.ts'
import { databasePath } from '#server/database/database-file.ts'
import { refuseListenedDatabase } from '#server/database/used-database.ts'
import { openLog, print } from '#server/log.ts'
import { MoveRefused } from '#server/move/copy-files.ts'
import { moveSite } from '#server/move/move-site.ts'
import { readConfigOrExit } from './read-config.ts'
import { exitWithUsage, parseArguments, printLine, runCommand } from './run-command.ts'

const usage = `Copies a site, which must be stopped, to another place; DATA_DIR, DATABASE_URL and S3_BUCKET name both:
  npm run move -- to-bucket    from DATA_DIR into an empty PostgreSQL database and an empty bucket
  npm run move -- to-folder    from PostgreSQL and the bucket into DATA_DIR, which must have no site

Every file and every row is compared after it was copied. If the command is interrupted, run it again. The site stays
where it was, too: do not start it there again. Uploads that are not attached to a project are left out.`

const [direction] = parseArguments(usage, 1).positionals
if (direction !== 'to-bucket' && direction !== 'to-folder') exitWithUsage(usage)
const config = readConfigOrExit()
await runCommand(() => move(config, direction))

async function move(config: Config, direction: MoveDirection): Promise<void> {
  if (config.bucket === null) throw new MoveRefused('Set DATABASE_URL and S3_BUCKET, with their other settings.')
  if (direction === 'to-bucket' && !existsSync(databasePath(config.dataDir)))
    throw new MoveRefused(`There is no site in ${config.dataDir}: check DATA_DIR.`)
  await lockDataFolder(config.dataDir)
  const { from, to } = await openMove(config, direction, openLog())
  try {
    if (direction === 'to-folder' && config.secret) await keepSecret(config.dataDir, config.secret, print)
    const postgres = direction === 'to-bucket' ? to.db : from.db
    const { files, existed, rows, missing } = await moveSite(from, to, () => refuseListenedDatabase(postgres))
    for (const key of missing) printLine(`The original ${key} was missing before: restore it from a backup.`)
    const again = existed > 0 ? `, ${existed} of which were there already` : ''
    print(`Moved and compared: ${rows} rows, ${files} files${again}.`)
    print(
      direction === 'to-bucket'
        ? 'Start the site with the same settings. Several processes need the content of DATA_DIR/secret as SECRET.'
        : 'Start the site without DATABASE_URL, SECRET and the settings that begin with S3_.',
    )
  } finally {
    await from.close()
    await to.close()
  }
}
