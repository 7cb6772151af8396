import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rm } from 'node:fs/promises'
import type { Log } from '#portfolio/ports.ts'
import { errorCode, writeNewFile } from '#server/storage/durable-write.ts'
import { warnOfReadableSecret } from './file-permissions.ts'

/** The minimum length: 32 bytes in base64url. */
const secretLength = 43

const lostSecret =
  'the secret was missing, so a new one was created: everybody must log in again, unless the old one is copied from a backup'

export class WeakSecret extends Error {
  override readonly name = 'WeakSecret'
}

/** Reads the secret that signs cookies and forms, or creates a missing one. Throws `WeakSecret` if it is too short. */
export async function readOrCreateSecret(path: string, log: Pick<Log, 'warn'>, isNewSite: boolean): Promise<string> {
  // Later starts write nothing, so a site on a full disk still starts.
  if (!existsSync(path)) {
    await createSecret(path, randomBytes(32).toString('base64url'))
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

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Writes the secret to a new file at `path`; an existing file is kept. */
export async function createSecret(path: string, secret: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    await writeNewFile(temporary, secret)
    // `link` does not replace a secret that another process created in the meantime.
    await link(temporary, path).catch(ignoreExisting)
  } finally {
    await rm(temporary, { force: true })
  }
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error
}
