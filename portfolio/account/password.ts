/** Password length in code points (NIST SP 800-63B-4 asks for at least 8 with any characters allowed). */
export const passwordLimits = { min: 8, max: 256 } as const

export const passwordRule = `At least ${passwordLimits.min} characters, not a common one, and not your e-mail address.`

export function passwordLength(password: string): number {
  return [...password].length
}
