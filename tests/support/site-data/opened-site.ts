import { openEmbedded } from '#server/compose/embedded.ts'
import { temporaryFolder } from '#tests/support/each-database.ts'
import { origin } from '#tests/support/test-backend.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Creates the data folder of a site that was started once. It is removed when the test has finished. */
export async function openedSite(): Promise<string> {
  const dataDir = await temporaryFolder()
  const { close } = await openEmbedded({ dataDir, origin, databaseUrl: null }, silent)
  await close()
  return dataDir
}
