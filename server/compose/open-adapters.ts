import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { endpoints, logInPaths } from '#app/endpoints.ts'
import { createChangeReader } from '#portfolio/changes.ts'
import type { Log } from '#portfolio/ports.ts'
import { openAccounts } from '#server/auth/better-auth.ts'
import { openClaimTokens } from '#server/auth/claim-tokens.ts'
import { openPrivateLinkTokens } from '#server/auth/private-link-tokens.ts'
import { openDeviceCookies } from '#server/auth/device-cookies.ts'
import { openPasskeys } from '#server/auth/passkeys.ts'
import { openSignedTimestamps } from '#server/auth/signed-timestamp.ts'
import { copyBeforeUpdate } from '#server/backup/copy-before-update.ts'
import type { Config } from '#server/config.ts'
import { createFolder } from '#server/database/create-folder.ts'
import { databasePath } from '#server/database/sqlite/database-file.ts'
import { probeWrite } from '#server/database/health-probe.ts'
import { matchStore, refuseFilesWithoutDatabase } from '#server/database/match-store.ts'
import { openDatabase } from '#server/database/open.ts'
import { openEventBus } from '#server/events/stored-changes.ts'
import { openMailer } from '#server/mail/smtp.ts'
import { openImageProcessor } from '#server/images/image-processor.ts'
import { processingLimits } from '#server/images/worker-limits.ts'
import type { OpenFileStore } from '#server/storage/bucket.ts'
import { openFileSystemStore } from '#server/storage/file-system.ts'
import { openTusUploads } from '#server/storage/tus-uploads.ts'
import { openUploadFolder } from '#server/storage/upload-folder.ts'
import type { Adapters } from './adapters.ts'
import { warnOfWritableFolder } from './file-permissions.ts'
import { hashSecret, readOrCreateSecret } from './secret.ts'

/** After this time without a request, derivatives are made on two cores again. */
const quietMs = 2_000

type StoreConfig = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'bucket' | 'secret'>>

/**
 * Throws `WeakSecret`, `NewerDatabase`, `UpdateFailed`, `StoreMismatch` and `BucketRefused`, and `BackupRefused` if the
 * SQLite file cannot be copied before an update.
 */
export async function openAdapters(
  config: StoreConfig & Pick<Config, 'origin'> & Partial<Pick<Config, 'mail'>>,
  log: Log,
): Promise<Adapters> {
  const { dataDir, origin, mail = null } = config
  await createFolder(dataDir)
  await warnOfWritableFolder(dataDir, log)
  const { db, events, files, uploads: uploadStore, secret, close, ...database } = await openStores(config, log)
  const uploads = openTusUploads(uploadStore, endpoints.uploads, log)
  let wake = () => {}
  let requestedAt = -Infinity
  const ports = {
    db,
    files,
    uploads,
    images: openImageProcessor(processingLimits, () => performance.now() - requestedAt < quietMs),
    events,
    accounts: openAccounts({ db, origin, secret, log }),
    timestamps: openSignedTimestamps(secret),
    devices: openDeviceCookies({ origin, secret, paths: logInPaths }),
    claimTokens: openClaimTokens(secret),
    privateLinkTokens: openPrivateLinkTokens(secret),
    passkeys: openPasskeys({ origin, secret, log }),
    log,
    now: () => new Date(),
    uptimeMs: () => uptime() * 1_000,
    newId: () => randomUUID(),
    wake: () => wake(),
    origin,
    mailConfigured: mail !== null,
    mailServer: mail && { host: mail.host, from: mail.from.address },
  }
  return {
    ports,
    mailer: mail && openMailer(mail, origin),
    probeDatabase: () => probeWrite(db),
    receiveUpload: uploads.receive,
    secretHash: hashSecret(secret),
    onWake: (listen) => (wake = listen),
    recordRequest: () => (requestedAt = performance.now()),
    ...database,
    close,
  }
}

/** Leaves nothing open if it throws, because the server retries while a store is unavailable. */
async function openStores({ dataDir, databaseUrl, bucket = null, secret: shared = null }: StoreConfig, log: Log) {
  const isNew = bucket !== null || !existsSync(join(dataDir, 'files'))
  const secret = shared ?? (await readOrCreateSecret(join(dataDir, 'secret'), log, isNew))
  const { files, uploads, requireConditionalWrites, close: closeFiles } = await openFiles(dataDir, bucket)
  let closeDatabase = async () => {}
  const close = () => {
    closeFiles()
    return closeDatabase()
  }
  try {
    const path = databasePath(dataDir)
    // Otherwise an empty database would be created in place of one that was lost.
    if (databaseUrl === null && !existsSync(path)) await refuseFilesWithoutDatabase(files)
    const { db, ...database } = await openDatabase(databaseUrl, path, (former) =>
      copyBeforeUpdate(dataDir, former, new Date()),
    )
    closeDatabase = () => db.destroy()
    await matchStore(db, files)
    await requireConditionalWrites()
    const events = await openEventBus(createChangeReader(db), log)
    return { db, events, files, uploads, secret, close, ...database }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens the files and uploads, in the bucket or below `dataDir`. Loads the bucket's large client only if needed. */
export async function openFiles(dataDir: string, bucket: Config['bucket']): Promise<OpenFileStore> {
  if (!bucket) {
    const files = await openFileSystemStore(join(dataDir, 'files'))
    const uploads = await openUploadFolder(join(dataDir, 'uploads'))
    return { files, uploads, requireConditionalWrites: async () => {}, close() {} }
  }
  const { openBucket } = await import('#server/storage/bucket.ts')
  return openBucket(bucket, join(dataDir, 'local-copies'))
}
