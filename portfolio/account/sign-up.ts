import { z } from 'zod'
import type { NewSession, Ports } from '#portfolio/ports.ts'
import { checkLimit, countAttempt } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { fieldErrors, refuseFields } from '#portfolio/form-fields.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import { passwordLimits } from './account.ts'
import { accountEmail, passwordLength, refuseWhenDatabaseFails, type Caller } from './account-form.ts'
import { isCommonPassword } from './common-passwords.ts'
import { countLogInAttempt } from '#portfolio/log-in/log-in-attempts.ts'

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

const signUpForm = z
  .object({ email: accountEmail, password: newPassword })
  .refine((form) => form.password.toLowerCase() !== form.email, {
    path: ['password'],
    error: 'The password must not be the e-mail address.',
  })

/**
 * Creates the account, the user (online, without a role), a session and a device cookie. A client address may sign up 5
 * times an hour. A taken e-mail address counts as a wrong password for its account.
 */
export async function signUp(ports: Ports, form: unknown, caller: Caller): Promise<Result<NewSession>> {
  return refuseWhenDatabaseFails(ports, async () => {
    const allowed = await checkLimit(ports.db, ports.now(), rateLimits.signUp, caller.address)
    if (!allowed.ok) return allowed
    const input = signUpForm.safeParse(form)
    return input.success ? createAccount(ports, input.data, caller) : refuseFields(input.error)
  })
}

/** The message that refuses this password for this e-mail address; `null` when it is accepted. */
export function passwordProblem(password: string, email: string): string | null {
  const input = signUpForm.safeParse({ email, password })
  return input.success ? null : (fieldErrors(input.error).password ?? null)
}

async function createAccount(
  ports: Ports,
  { email, password }: z.infer<typeof signUpForm>,
  { headers, address }: Caller,
): Promise<Result<NewSession>> {
  const counted = await countAttempt(ports.db, ports.now(), rateLimits.signUp, address)
  if (!counted.ok) return counted
  const session = await ports.accounts.signUp(email, password, headers)
  if (!session) {
    const allowed = await countLogInAttempt(ports, { email, address, device: null })
    return allowed.ok ? refused('wrong-value', 'Could not complete signup') : allowed
  }
  const saved = await inTransaction(ports, async (unit) => {
    await unit.tx
      .insertInto('users')
      .values({ id: session.userId, role: null, online: 1 })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ online: 1 }))
      .execute()
    return done()
  })
  if (!saved.ok) return saved
  return done({ ...session, cookies: [...session.cookies, ...ports.devices.create(email, ports.now())] })
}
