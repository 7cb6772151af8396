import { openAdapters } from '#server/compose/open-adapters.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { origin } from '#tests/support/backend/test-backend.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Creates the data folder of a site that was started once. It is removed when the test has finished. */
export async function openedSite(): Promise<string> {
  const dataDir = await temporaryFolder()
  const { close } = await openAdapters({ dataDir, origin, databaseUrl: null }, silent)
  await close()
  return dataDir
}
