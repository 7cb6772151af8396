import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#portfolio/parts.ts'
import { openAccounts } from '#server/auth/accounts.ts'
import type { Config } from '#server/config.ts'
import { migrate } from '#server/data/migrate.ts'
import { openSqlite } from '#server/data/sqlite.ts'
import { openFolder } from '#server/files/folder.ts'
import { openUploads } from '#server/files/uploads.ts'
import { openPictures } from '#server/images/pictures.ts'
import { openChannel } from '#server/live/in-process.ts'
import type { Machines } from './machines.ts'

/** Where uploads arrive. */
export const uploadsPath = '/uploads'

/** One machine: SQLite, a folder and memory, all under `DATA_DIR`. */
export async function openEmbedded(config: Pick<Config, 'dataDir' | 'origin'>, log: Log): Promise<Machines> {
  const { dataDir, origin } = config
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const secret = await keepSecret(join(dataDir, 'secret'))
  const db = openSqlite(join(dataDir, 'enfilade.db'))
  await migrate(db)
  const uploads = await openUploads(join(dataDir, 'uploads'), uploadsPath)
  let wake = () => {}
  const parts = {
    db,
    files: await openFolder(join(dataDir, 'files')),
    uploads,
    pictures: openPictures(),
    channel: openChannel(),
    accounts: openAccounts({ db, origin, secret, log }),
    log,
    now: () => new Date(),
    newId: () => randomUUID(),
    wake: () => wake(),
  }
  return {
    parts,
    receiveUpload: uploads.receive,
    onWake: (listen) => (wake = listen),
    close: () => db.destroy(),
  }
}

/** The secret that signs cookies: made at the first start, readable by the owner only. */
async function keepSecret(path: string): Promise<string> {
  const made = await open(path, 'wx', 0o600).catch(() => null)
  if (made) {
    await made.writeFile(randomBytes(32).toString('base64url'))
    await made.sync()
    await made.close()
  }
  return readFile(path, 'utf8')
}
