import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Person } from '#portfolio/account/account.ts'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { grantAdmin } from '#portfolio/account/grant.ts'
import type { ChangeEvent } from '#portfolio/change-events.ts'
import { createChangeReader } from '#portfolio/changes.ts'
import type { Result } from '#portfolio/result.ts'
import type { Log, Ports } from '#portfolio/ports.ts'
import { openAccounts } from '#server/auth/better-auth.ts'
import { openClaimTokens } from '#server/auth/claim-tokens.ts'
import { openPrivateLinkTokens } from '#server/auth/private-link-tokens.ts'
import { openDeviceCookies } from '#server/auth/device-cookies.ts'
import { openPasskeys } from '#server/auth/passkeys.ts'
import { openSignedTimestamps } from '#server/auth/signed-timestamp.ts'
import type { Tables } from '#portfolio/tables.ts'
import type { OpenFileStore } from '#server/storage/bucket.ts'
import { openFileSystemStore } from '#server/storage/file-system.ts'
import { openUploadFolder } from '#server/storage/upload-folder.ts'
import type { UploadStore } from '#server/storage/upload-store.ts'
import { openTusUploads, type TusUploads } from '#server/storage/tus-uploads.ts'
import { openImageProcessor } from '#server/images/image-processor.ts'
import { openEventBus } from '#server/events/stored-changes.ts'
import { cacheDerivatives } from '#tests/support/images/cached-processor.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'

/** The origin of the site in tests. */
export const origin = 'http://localhost:3000'
const secret = 'only-for-tests-only-for-tests-only'
/** Shared by the tests of a worker, because starting an image process takes 250 ms; decoding a test photo takes 10 ms. */
const images = cacheDerivatives(openImageProcessor())

export interface LogEntry {
  readonly level: keyof Log
  readonly message: string
  readonly detail: Record<string, unknown>
}

/**
 * The ports with their production adapters, except the log, the clock and `wake`; `images` caches derivatives across
 * tests. No mail server is configured.
 */
export interface TestBackend {
  readonly ports: Ports & { readonly uploads: TusUploads }
  readonly uploadStore: UploadStore
  /** The folder that contains `files/` and `uploads/`, unless they are in a bucket. */
  readonly folder: string
  readonly logged: LogEntry[]
  /** The published change events, in order. */
  readonly events: ChangeEvent[]
  /** How many times `ports.wake` was called. */
  readonly wakeCount: () => number
  readonly admin: Person
  /** Advances the clock that `ports.now` reads, and the uptime. */
  readonly advance: (ms: number) => void
  /** Sets the clock forward or back, without changing the uptime. */
  readonly shiftClock: (ms: number) => void
  /** Uploads a complete file and returns the id of the upload. */
  readonly upload: (bytes?: Uint8Array, fileName?: string, by?: Person) => Promise<string>
}

/** Opens a backend with its rows in this database and its files in this folder, or in the given store. */
export async function openTestBackend(
  db: Kysely<Tables>,
  folder: string,
  store?: Pick<OpenFileStore, 'files' | 'uploads'>,
): Promise<TestBackend> {
  const files = store?.files ?? (await openFileSystemStore(join(folder, 'files')))
  const logged: LogEntry[] = []
  const log = openTestLog(logged)
  const bus = await openEventBus(createChangeReader(db), log)
  const uploadStore = store?.uploads ?? (await openUploadFolder(join(folder, 'uploads')))
  const uploads = openTusUploads(uploadStore, '/uploads', log)
  let now = Date.now()
  let uptimeMs = 0
  let wakes = 0
  const ports = {
    db,
    files,
    uploads,
    images,
    events: bus,
    accounts: openAccounts({ db, origin, secret, log }),
    timestamps: openSignedTimestamps(secret),
    devices: openDeviceCookies({ origin, secret, paths: ['/login'] }),
    claimTokens: openClaimTokens(secret),
    privateLinkTokens: openPrivateLinkTokens(secret),
    passkeys: openPasskeys({ origin, secret, log }),
    log,
    now: () => new Date(now),
    uptimeMs: () => uptimeMs,
    newId: () => randomUUID(),
    wake: () => void (wakes += 1),
    origin,
    mailConfigured: false,
    mailServer: null,
  }
  const admin = await createAdmin(ports)
  const events: ChangeEvent[] = []
  bus.subscribe(({ event }) => events.push(event))
  return {
    ports,
    uploadStore,
    folder,
    logged,
    events,
    admin,
    wakeCount: () => wakes,
    advance: (ms) => {
      now += ms
      uptimeMs += ms
    },
    shiftClock: (ms) => void (now += ms),
    upload: async (bytes, fileName = 'photo.jpg', by = admin) =>
      sendUpload(uploads, bytes ?? (await photoFile()), fileName, by),
  }
}

/** Creates an admin without an auth account, because commands read only `users`. */
export async function createAdmin(ports: Ports): Promise<Person> {
  const userId = randomUUID()
  expectOk(await asOperator(ports, (unit, admin) => grantAdmin(unit, admin, userId)))
  return { userId, email: `${userId}@studio.example`, admin: true }
}

/** Returns the value of a result. Throws if it is a refusal. */
export function expectOk<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused (${result.code}): ${result.message}`)
  return result.value
}

/** Uploads a file in one tus request and returns the upload's id. */
async function sendUpload(uploads: TusUploads, bytes: Uint8Array, fileName: string, by: Person): Promise<string> {
  const request = new Request(`${origin}/uploads`, {
    method: 'POST',
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(bytes.length),
      'Upload-Metadata': `filename ${Buffer.from(fileName).toString('base64')}`,
      'Content-Type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  })
  const response = await uploads.receive(request, by.userId)
  const location = response.headers.get('Location')
  if (response.status !== 201 || !location) throw new Error(`upload: ${response.status} ${await response.text()}`)
  return location.slice('/uploads/'.length)
}

function openTestLog(entries: LogEntry[]): Log {
  const add =
    (level: keyof Log) =>
    (message: string, detail: Record<string, unknown> = {}) =>
      void entries.push({ level, message, detail })
  return { info: add('info'), warn: add('warn'), error: add('error') }
}
