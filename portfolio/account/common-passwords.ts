import { dictionary } from '@zxcvbn-ts/language-common'

/** How many of the most common passwords are refused (NIST SP 800-63B-4, 3.1.1.2, asks for a blocklist). */
const refusedCount = 3_000

let refusedPasswords: ReadonlySet<string> | undefined

export function isCommonPassword(password: string): boolean {
  refusedPasswords ??= new Set(dictionary['passwords-common'].slice(0, refusedCount))
  return refusedPasswords.has(password.toLowerCase())
}
