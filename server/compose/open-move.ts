import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ports } from '#portfolio/ports.ts'
import { InvalidConfig, type Config } from '#server/config.ts'
import { databasePath } from '#server/database/sqlite/database-file.ts'
import { openPostgres } from '#server/database/postgres/postgres.ts'
import { batchLimits } from '#server/database/postgres/pool.ts'
import { openSqlite } from '#server/database/sqlite/sqlite.ts'
import { nullIfMissing } from '#server/storage/durable-write.ts'
import { openFiles } from './open-adapters.ts'

export interface Stores extends Pick<Ports, 'db' | 'files'> {
  readonly requireConditionalWrites: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens PostgreSQL and the bucket, or the database file and the files in the data folder; changes no content. */
export async function openStoresToMove(config: Config, where: 'bucket' | 'folder'): Promise<Stores> {
  const { dataDir, databaseUrl, bucket } = where === 'bucket' ? config : { ...config, databaseUrl: null, bucket: null }
  const { files, requireConditionalWrites, close: closeFiles } = await openFiles(dataDir, bucket)
  const db = databaseUrl ? openPostgres(databaseUrl, batchLimits) : openSqlite(databasePath(dataDir))
  const close = () => {
    closeFiles()
    return db.destroy()
  }
  return { db, files, requireConditionalWrites, close }
}

/** The site's secret: SECRET, or the file in the folder. Throws `InvalidConfig` if they differ or neither exists. */
export async function readSecret({ dataDir, secret }: Pick<Config, 'dataDir' | 'secret'>): Promise<string> {
  const path = join(dataDir, 'secret')
  const existing = await readFile(path, 'utf8').catch(nullIfMissing)
  if (existing !== null && secret !== null && existing !== secret)
    throw new InvalidConfig(
      `SECRET differs from the content of ${path}: make them the same, or everybody must log in again.`,
    )
  const known = secret ?? existing
  if (known !== null) return known
  throw new InvalidConfig(
    `Set SECRET, or copy the file ‘secret’ of the site to ${path}: otherwise everybody must log in again.`,
  )
}
