import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#portfolio/parts.ts'
import { openAccounts } from '#server/auth/accounts.ts'
import { openStamps } from '#server/auth/stamps.ts'
import type { Config } from '#server/config.ts'
import { beat } from '#server/data/beat.ts'
import { migrate } from '#server/data/migrate.ts'
import { openPostgres, scrubPostgres } from '#server/data/postgres.ts'
import { openSqlite, scrubSqlite } from '#server/data/sqlite.ts'
import { openFolder } from '#server/files/folder.ts'
import { openUploads } from '#server/files/uploads.ts'
import { openPictures } from '#server/images/pictures.ts'
import { openChannel } from '#server/live/in-process.ts'
import type { Machines } from './machines.ts'

/** Where uploads arrive. */
const uploadsPath = '/uploads'

/** One machine: SQLite (or the PostgreSQL that is named), a folder and memory, all under `DATA_DIR`. */
export async function openEmbedded(
  config: Pick<Config, 'dataDir' | 'origin' | 'databaseUrl'>,
  log: Log,
): Promise<Machines> {
  const { dataDir, origin, databaseUrl } = config
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const secret = await keepSecret(join(dataDir, 'secret'))
  const db = databaseUrl ? openPostgres(databaseUrl) : openSqlite(join(dataDir, 'enfilade.db'))
  await migrate(db)
  const uploads = await openUploads(join(dataDir, 'uploads'), uploadsPath, log)
  let wake = () => {}
  const parts = {
    db,
    files: await openFolder(join(dataDir, 'files')),
    uploads,
    pictures: openPictures(),
    channel: openChannel(),
    accounts: openAccounts({ db, origin, secret, log }),
    stamps: openStamps(secret),
    log,
    now: () => new Date(),
    newId: () => randomUUID(),
    wake: () => wake(),
  }
  return {
    parts,
    tryStore: () => beat(db),
    receiveUpload: uploads.receive,
    onWake: (listen) => (wake = listen),
    scrub: () => (databaseUrl ? scrubPostgres(db) : scrubSqlite(db)),
    close: () => db.destroy(),
  }
}

/** The secret that signs cookies: made at the first start, readable by the owner only. */
async function keepSecret(path: string): Promise<string> {
  // Later starts write nothing: a disk that is full keeps no site from being seen.
  if (!existsSync(path)) await makeSecret(path)
  return readFile(path, 'utf8')
}

async function makeSecret(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'wx', 0o600)
  await file
    .writeFile(randomBytes(32).toString('base64url'))
    .then(() => file.sync())
    .finally(() => file.close())
  // Under its name once it is whole, and never in place of another: a start that is cut off leaves no half secret.
  await link(draft, path)
    .catch(existsIsFine)
    .finally(() => rm(draft))
}

function existsIsFine(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
