import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Person } from '#portfolio/account/account.ts'
import { changeAtTheMachine } from '#portfolio/account/as-admin.ts'
import { grant } from '#portfolio/account/grant.ts'
import type { Change } from '#portfolio/changes.ts'
import type { Outcome } from '#portfolio/outcome.ts'
import type { Log, Parts } from '#portfolio/parts.ts'
import { openAccounts } from '#server/auth/accounts.ts'
import { openStamps } from '#server/auth/stamps.ts'
import type { Tables } from '#server/data/tables.ts'
import { openFolder } from '#server/files/folder.ts'
import { openUploads, type UploadFolder } from '#server/files/uploads.ts'
import { openPictures } from '#server/images/pictures.ts'
import { openChannel } from '#server/live/in-process.ts'
import { photograph } from './photographs.ts'

/** The address at which the site of the tests would live. */
export const origin = 'http://localhost:3000'
const secret = 'only-for-tests-only-for-tests-only'

/** One line of the log. */
export interface Line {
  readonly level: keyof Log
  readonly message: string
  readonly detail: Record<string, unknown>
}

/** A whole house on real ground: all parts are the ones that run on one machine, but for the log and the time. */
export interface House {
  readonly parts: Parts & { readonly uploads: UploadFolder }
  /** Holds `files/` and `uploads/`. */
  readonly folder: string
  /** What was logged. */
  readonly logged: Line[]
  /** What open pages were told, in order. */
  readonly heard: Change[]
  /** How often the clock was told that there is something to make. */
  readonly woken: () => number
  readonly admin: Person
  /** Lets time pass for everything that asks the parts what time it is. */
  readonly pass: (ms: number) => void
  /** Uploads a file, all of it, and gives the upload's id. */
  readonly upload: (bytes?: Uint8Array, fileName?: string, by?: Person) => Promise<string>
}

/** Builds a house in this folder, over this database. */
export async function build(db: Kysely<Tables>, folder: string): Promise<House> {
  const logged: Line[] = []
  const log = collect(logged)
  const channel = openChannel()
  const uploads = await openUploads(join(folder, 'uploads'), '/uploads', log)
  let now = Date.now()
  let wakes = 0
  const parts = {
    db,
    files: await openFolder(join(folder, 'files')),
    uploads,
    pictures: openPictures(),
    channel,
    accounts: openAccounts({ db, origin, secret, log }),
    stamps: openStamps(secret),
    log,
    now: () => new Date(now),
    newId: () => randomUUID(),
    wake: () => void (wakes += 1),
  }
  const admin = await appoint(parts)
  const heard: Change[] = []
  channel.subscribe((change) => heard.push(change))
  return {
    parts,
    folder,
    logged,
    heard,
    admin,
    woken: () => wakes,
    pass: (ms) => void (now += ms),
    upload: async (bytes, fileName = 'photo.jpg', by = admin) =>
      sendUpload(uploads, bytes ?? (await photograph()), fileName, by),
  }
}

/** Another admin. Has no account of the authentication: what a verb needs of a person is in `users` alone. */
export async function appoint(parts: Parts): Promise<Person> {
  const userId = randomUUID()
  expectDone(await changeAtTheMachine(parts, (unit, proof) => grant(unit, proof, userId)))
  return { userId, email: `${userId}@studio.example`, admin: true }
}

/** The value of an outcome that must be one. */
export function expectDone<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused (${outcome.why}): ${outcome.message}`)
  return outcome.value
}

/** Sends a file in one request, as the upload protocol allows, and gives the upload's id. */
async function sendUpload(uploads: UploadFolder, bytes: Uint8Array, fileName: string, by: Person): Promise<string> {
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
  const address = response.headers.get('Location')
  if (response.status !== 201 || !address) throw new Error(`upload: ${response.status} ${await response.text()}`)
  return address.slice('/uploads/'.length)
}

function collect(lines: Line[]): Log {
  const keep =
    (level: keyof Log) =>
    (message: string, detail: Record<string, unknown> = {}) =>
      void lines.push({ level, message, detail })
  return { info: keep('info'), warn: keep('warn'), error: keep('error') }
}
