import { createRequire } from 'node:module'
import type * as languageCommon from '@zxcvbn-ts/language-common'

/** How many of the most common passwords are refused (NIST SP 800-63B-4, 3.1.1.2, asks for a blocklist). */
const refusedCount = 3_000

let refusedPasswords: ReadonlySet<string> | undefined

export function isCommonPassword(password: string): boolean {
  refusedPasswords ??= loadRefusedPasswords()
  return refusedPasswords.has(password.toLowerCase())
}

/** Called on first use, because unpacking the dictionaries of the package takes 9 MB and a tenth of the start time. */
function loadRefusedPasswords(): ReadonlySet<string> {
  const { dictionary }: typeof languageCommon = createRequire(import.meta.url)('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].slice(0, refusedCount))
}
