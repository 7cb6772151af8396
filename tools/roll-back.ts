import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '#package.json' with { type: 'json' }
import { restorableMs } from '#portfolio/bin/retention.ts'
import { rollBack } from '#server/backup/roll-back.ts'
import { lockDataFolder } from '#server/database/data-folder-lock.ts'
import { databasePath } from '#server/database/sqlite/database-file.ts'
import { print } from '#server/log.ts'
import { readConfigOrExit } from './command-line/read-config.ts'
import { parseArguments, printLine, runCommand } from './command-line/run-command.ts'

const usage = `Goes back to the database from before the last update; the site must not be running:
  npm run roll-back
  npm run roll-back -- <file in DATA_DIR/before-updates>   to another one

The database that it replaces is kept. A PostgreSQL database is not copied by an update: restore your pg_dump.`

const [name = null] = parseArguments(usage, 1).positionals
const { dataDir, databaseUrl } = readConfigOrExit()
const refusal = findRefusal()
if (refusal !== null) {
  print(refusal)
  process.exit(1)
}
await runCommand(async () => {
  await lockDataFolder(dataDir)
  const now = new Date()
  const removedBefore = new Date(now.getTime() - restorableMs)
  const { copy, replaced, wasDamaged, missing } = await rollBack({ dataDir, name, now, removedBefore })
  const { version, madeAt } = copy
  print(`The database is that of version ${version} again, as it was at ${madeAt.toISOString()}.`)
  if (wasDamaged) print(`The damaged database that it replaces is kept for 35 days: before-updates/${replaced}`)
  else {
    print(
      `The database that it replaces is kept for 35 days, and photos added since then for 30. To go back to it: npm run roll-back -- ${replaced}`,
    )
  }
  printMissing(missing)
  print(
    `Accounts and messages erased after ${madeAt.toISOString()} are in it again: erase each with npm run admin -- forget.`,
  )
  const isThisVersion = version === packageJson.version
  print(
    isThisVersion ? 'Start the site.' : `Now put back version ${version} of the program: git reset --keep ORIG_HEAD`,
  )
})

function printMissing(missing: readonly string[]): void {
  if (missing.length === 0) return
  print('These photos were removed, because their files were deleted since; a backup may still have them:')
  for (const path of missing) printLine(`  ${path}`)
}

function findRefusal(): string | null {
  if (databaseUrl !== null)
    return 'The database is in PostgreSQL, which an update does not copy: restore your pg_dump from before the update.'
  const database = statSync(databasePath(dataDir), { throwIfNoEntry: false })
  // A failed update may have truncated the database.
  const isSite = database && (database.size > 0 || existsSync(join(dataDir, 'before-updates')))
  return isSite ? null : `There is no site in ${dataDir}: check DATA_DIR.`
}
