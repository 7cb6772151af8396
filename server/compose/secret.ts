import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rm } from 'node:fs/promises'
import { z } from 'zod'
import { readFact, recordFact } from '#portfolio/health/fact.ts'
import type { Log, Ports } from '#portfolio/ports.ts'
import { errorCode, writeNewFile } from '#server/storage/durable-write.ts'
import { warnOfReadableSecret } from './file-permissions.ts'

/** 32 bytes in base64url. */
const secretLength = 43

/** The hash of the secret that signed last. */
const secretFact = { key: 'secret', schema: z.object({ sha256: z.string() }) }

const lostSecret =
  'the secret was missing, so a new one was created: everybody must log in again, unless the former is copied from a backup'

/** Thrown when the secret is too short. The message tells the operator what to do. */
export class WeakSecret extends Error {
  override readonly name = 'WeakSecret'
}

/** Reads the secret that signs cookies and forms. The first start creates it. Throws `WeakSecret` if too short. */
export async function readOrCreateSecret(path: string, log: Pick<Log, 'warn'>, isNewSite: boolean): Promise<string> {
  // Later starts write nothing, so a site on a full disk still starts.
  if (!existsSync(path)) {
    await createSecret(path)
    if (!isNewSite) log.warn(lostSecret, { path })
  }
  const secret = await readFile(path, 'utf8')
  if (secret.trim().length < secretLength)
    throw new WeakSecret(
      `The secret in ${path} is shorter than ${secretLength} characters. Delete it: the next start creates another, and everybody must log in again.`,
    )
  await warnOfReadableSecret(path, log)
  return secret
}

/** For a site whose processes have data folders of their own: warns if the secret is not the one that was used last. */
export async function warnOfOtherSecret(db: Ports['db'], secret: string, log: Pick<Log, 'warn'>): Promise<void> {
  const sha256 = createHash('sha256').update(secret).digest('hex')
  const former = await readFact(db, secretFact)
  if (former?.value.sha256 === sha256) return
  if (former)
    log.warn(
      'the secret is another one than before, so everybody must log in again: if other processes use the former, set the same SECRET for all',
    )
  await recordFact({ db, now: () => new Date() }, secretFact, { sha256 })
}

async function createSecret(path: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    await writeNewFile(temporary, randomBytes(32).toString('base64url'))
    // `link` does not replace a secret that another process created in the meantime.
    await link(temporary, path).catch(ignoreExisting)
  } finally {
    await rm(temporary, { force: true })
  }
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error
}
