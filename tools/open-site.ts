import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { print, openLog } from '#server/log.ts'
import type { Adapters } from '#server/compose/adapters.ts'
import { openEmbedded } from '#server/compose/embedded.ts'
import { describeFailure } from '#server/expected-failure.ts'
import type { Config } from '#server/config.ts'
import { readConfigOrExit } from './read-config.ts'

/** Opens the site's adapters for a command, which creates no site; a failure ends the command with one sentence. */
export async function openSiteOrExit(): Promise<Adapters> {
  const config = readConfigOrExit()
  try {
    const lacking = findLacking(config)
    if (lacking === null) return await openEmbedded(config, openLog())
    print(lacking)
  } catch (error) {
    const sentence = describeFailure(error)
    if (sentence === null) throw error
    print(sentence)
  }
  process.exit(1)
}

/** One sentence about what opening would create; `null` if it is all there. */
function findLacking({ dataDir, databaseUrl }: Config): string | null {
  const hasSecret = existsSync(join(dataDir, 'secret'))
  const database = statSync(join(dataDir, 'enfilade.db'), { throwIfNoEntry: false })
  if (databaseUrl ? !hasSecret : !database?.size)
    return `There is no site in ${dataDir}: check DATA_DIR, or start the site once.`
  return hasSecret
    ? null
    : `The secret is missing from ${dataDir}: copy it from a backup, or restart the site, which creates a new one.`
}
