import type { Log, Ports } from '#portfolio/ports.ts'
import type { Config } from '#server/config.ts'
import { databasePath } from '#server/database/database-file.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { markUnfinishedMove, refuseUsedDatabase } from '#server/database/used-database.ts'
import { openFiles, openStores } from './open-adapters.ts'

/** Where a site is moved: from the data folder to PostgreSQL and the bucket, or back. */
export type MoveDirection = 'to-bucket' | 'to-folder'

interface Stores extends Pick<Ports, 'db' | 'files'> {
  readonly close: () => void | Promise<void>
}

/** Opens the stores of an existing site and empty ones. Throws like `openAdapters`, and `UsedDatabase`. */
export async function openMove(
  config: Config,
  direction: MoveDirection,
  log: Log,
): Promise<{ from: Stores; to: Stores }> {
  const folder = { ...config, databaseUrl: null, bucket: null, secret: null }
  const [source, target] = direction === 'to-bucket' ? [folder, config] : [config, folder]
  const from = await openStores(source, log)
  try {
    return { from, to: await openEmptyStores(target) }
  } catch (error) {
    await from.close()
    throw error
  }
}

async function openEmptyStores({ dataDir, databaseUrl, bucket }: Config): Promise<Stores> {
  const { files, refuseOverwriting, close: closeFiles } = await openFiles(dataDir, bucket)
  const db = databaseUrl ? openPostgres(databaseUrl) : openSqlite(databasePath(dataDir))
  const close = async () => {
    closeFiles()
    await db.destroy()
  }
  try {
    await refuseUsedDatabase(db)
    await refuseOverwriting()
    await migrate(db)
    await markUnfinishedMove(db)
    return { db, files, close }
  } catch (error) {
    await close()
    throw error
  }
}
