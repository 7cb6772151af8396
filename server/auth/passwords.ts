import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { StoreFailed } from '#portfolio/parts.ts'

// OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

const derive = promisify(argon2)

/** Each takes a core and 19 MiB: more at once would only starve the pages. */
const atOnce = 4
/** More than these would wait longer than anybody does. */
const mostWaiting = 100

let free = atOnce
const queue: (() => void)[] = []

/** Hashes a password; the answer holds all that `verifyPassword` needs. Takes some 40 ms and 19 MiB. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt)
  return ['argon2id', salt.toString('base64url'), tag.toString('base64url')].join('$')
}

/** Whether this is the password that was hashed. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, salt, tag] = hash.split('$')
  if (!salt || !tag) return false
  const expected = Buffer.from(tag, 'base64url')
  const given = await tagOf(password, Buffer.from(salt, 'base64url'))
  return expected.length === given.length && timingSafeEqual(expected, given)
}

// NFC: the same characters typed on another keyboard are the same password (NIST SP 800-63B-4, 3.1.1.2).
async function tagOf(password: string, salt: Buffer): Promise<Buffer> {
  return inTurn(() => derive('argon2id', { message: password.normalize('NFC'), nonce: salt, ...cost }))
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1
  else if (queue.length >= mostWaiting) throw new StoreFailed(new Error('too many passwords are being checked'))
  else await new Promise<void>((resume) => queue.push(resume))
  try {
    return await work()
  } finally {
    // Handed to the next one directly: between giving it back and taking it, another could slip in.
    const next = queue.shift()
    if (next) next()
    else free += 1
  }
}
