import { randomBytes, timingSafeEqual } from 'node:crypto'
import { computeArgon2idTag } from './hash-threads.ts'

// OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, parallelism 1.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/** Hashes a password to `argon2id$salt$tag`, in about 40 ms and with 19 MiB. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt)
  return ['argon2id', salt.toString('base64url'), tag.toString('base64url')].join('$')
}

/** Whether `password` has this hash; `false` for a malformed hash. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, salt, tag] = hash.split('$')
  if (!salt || !tag) return false
  const expected = Buffer.from(tag, 'base64url')
  const actual = await tagOf(password, Buffer.from(salt, 'base64url'))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

// NFC: the same characters typed on another keyboard give the same password (NIST SP 800-63B-4, 3.1.1.2).
async function tagOf(password: string, salt: Buffer): Promise<Buffer> {
  return computeArgon2idTag({ message: password.normalize('NFC'), nonce: salt, ...cost })
}
