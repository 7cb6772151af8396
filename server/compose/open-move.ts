import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ports } from '#portfolio/ports.ts'
import { InvalidConfig, type Config } from '#server/config.ts'
import { createFolder } from '#server/database/create-folder.ts'
import { databasePath } from '#server/database/database-file.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { batchLimits } from '#server/database/postgres-pool.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { missingIsNull } from '#server/storage/durable-write.ts'
import { openFiles } from './open-adapters.ts'
import { createSecret } from './secret.ts'

export interface Stores extends Pick<Ports, 'db' | 'files'> {
  readonly refuseOverwriting: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens PostgreSQL and the bucket, or the data folder, without a change to their content. */
export async function openStoresToMove(config: Config, where: 'bucket' | 'folder'): Promise<Stores> {
  const { dataDir, databaseUrl, bucket } = where === 'bucket' ? config : { ...config, databaseUrl: null, bucket: null }
  const { files, refuseOverwriting, close: closeFiles } = await openFiles(dataDir, bucket)
  const db = databaseUrl ? openPostgres(databaseUrl, batchLimits) : openSqlite(databasePath(dataDir))
  const close = () => {
    closeFiles()
    return db.destroy()
  }
  return { db, files, refuseOverwriting, close }
}

/** Makes the file `secret` of the folder the same as SECRET. Throws `InvalidConfig` if they differ, or without any. */
export async function keepSecret({ dataDir, secret }: Pick<Config, 'dataDir' | 'secret'>): Promise<void> {
  const path = join(dataDir, 'secret')
  const existing = (await readFile(path, 'utf8').catch(missingIsNull))?.trim() ?? null
  if (existing !== null && secret !== null && existing !== secret)
    throw new InvalidConfig(`SECRET is not the content of ${path}: make them the same, or everybody must log in again.`)
  if (existing !== null) return
  if (secret === null)
    throw new InvalidConfig(
      `Set SECRET, or copy the file ‘secret’ of the site to ${path}: otherwise everybody must log in again.`,
    )
  await createFolder(dataDir)
  await createSecret(path, secret)
}
