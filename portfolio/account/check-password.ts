import { z } from 'zod'
import { fieldErrors } from '#portfolio/form-fields.ts'
import { accountEmail } from './account-form.ts'
import { isCommonPassword } from './common-passwords.ts'
import { passwordLength, passwordLimits } from './password.ts'

const newPassword = z
  .string({ error: 'The password is required.' })
  .refine((text) => text.length <= 2 * passwordLimits.max && passwordLength(text) <= passwordLimits.max, {
    error: `The password can have at most ${passwordLimits.max} characters.`,
    abort: true,
  })
  .refine(
    (text) => passwordLength(text) >= passwordLimits.min,
    `The password needs at least ${passwordLimits.min} characters.`,
  )
  .refine((text) => !isCommonPassword(text), 'This password is among the most common ones. Please choose another.')

export const newCredentials = z
  .object({ email: accountEmail, password: newPassword })
  .refine((form) => form.password.toLowerCase() !== form.email, {
    path: ['password'],
    error: 'The password must not be the e-mail address.',
  })

/** Why this password is refused for this e-mail address, as a sentence; `null` if it is accepted. */
export function passwordProblem(password: string, email: string): string | null {
  const input = newCredentials.safeParse({ email, password })
  return input.success ? null : (fieldErrors(input.error).password ?? null)
}
