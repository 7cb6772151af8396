import { cpSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createBucket } from '#tests/support/object-store/create-bucket.ts'
import { startObjectStore } from '#tests/support/object-store/object-store.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { startPostgres } from '#tests/support/postgres/postgres.ts'
import { runTool } from '#tests/support/run-tool.ts'
import prepareFolder, { preparedFolder } from '#tests/support/site-data/prepared-site.ts'
import { settingsOfStores, type SiteStores } from '#tests/support/site/site-stores.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import { setPreparedStores } from './stores-variable.ts'

/** Playwright global setup: starts PostgreSQL and an S3-compatible server, and moves the prepared site there. */
export default async function prepare(): Promise<() => Promise<void>> {
  const started: (() => Promise<void>)[] = []
  const stop = async () => void (await Promise.all(started.map((end) => end())))
  try {
    started.push(await prepareFolder())
    const postgres = await startPostgres()
    started.push(postgres.stop)
    const objectStore = await startObjectStore()
    started.push(objectStore.stop)
    const stores = {
      databaseUrl: await createPostgresDatabase(postgres.url),
      bucket: await createBucket(objectStore),
    }
    const { name: backupBucket } = await createBucket(objectStore)
    setPreparedStores({ ...stores, backupBucket, secret: await movePreparedSite(stores) })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/** Moves a copy of the prepared folder into these stores. Returns the secret of the site. */
async function movePreparedSite(stores: SiteStores): Promise<string> {
  const folder = await mkdtemp(join(temporaryRoot(), 'enfilade-moved-'))
  try {
    cpSync(preparedFolder(), folder, { recursive: true })
    const { code, output } = await runTool('move', ['to-bucket'], { DATA_DIR: folder, ...settingsOfStores(stores) })
      .ended
    if (code !== 0) throw new Error(`The prepared site could not be moved:\n${output}`)
    return await readFile(join(folder, 'secret'), 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
