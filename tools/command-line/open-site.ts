import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { print, openLog } from '#server/log.ts'
import type { Adapters } from '#server/compose/adapters.ts'
import { openAdapters } from '#server/compose/open-adapters.ts'
import { describeFailure } from '#server/expected-failure.ts'
import type { Config } from '#server/config.ts'
import { databasePath } from '#server/database/sqlite/database-file.ts'
import { readConfigOrExit } from './read-config.ts'

/** Opens an existing site's adapters for a command. On failure, prints one sentence and exits with code 1. */
export async function openSiteOrExit(): Promise<Adapters> {
  const config = readConfigOrExit()
  try {
    const missing = describeMissing(config)
    if (missing === null) return await openAdapters(config, openLog())
    print(missing)
  } catch (error) {
    const sentence = describeFailure(error)
    if (sentence === null) throw error
    print(sentence)
  }
  process.exit(1)
}

/** One sentence about a missing file that opening would create; `null` if none is missing. */
function describeMissing({ dataDir, databaseUrl, secret }: Config): string | null {
  const hasSecret = secret !== null || existsSync(join(dataDir, 'secret'))
  const database = statSync(databasePath(dataDir), { throwIfNoEntry: false })
  if (databaseUrl ? !hasSecret : !database?.size)
    return `There is no site in ${dataDir}: check DATA_DIR, or start the site once.`
  return hasSecret
    ? null
    : `The secret is missing from ${dataDir}: copy it from a backup, or restart the site, which creates a new one.`
}
