import type { z } from 'zod'
import type { NewSession, Ports } from '#portfolio/ports.ts'
import { checkLimit, countAttempt } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { refuseFields } from '#portfolio/form-fields.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import { refuseWhenDatabaseFails, type Caller } from './account-form.ts'
import { newCredentials } from './check-password.ts'
import { countLogInAttempt } from '#portfolio/log-in/log-in-attempts.ts'

const notLoggedIn = refused(
  'unavailable',
  'Your account was created, but you could not be logged in. Please log in in a moment.',
)

/**
 * Creates an account (without a role), its session and a device cookie. A sign-up with a taken e-mail address counts as
 * a failed log-in.
 */
export async function signUp(ports: Ports, form: unknown, caller: Caller): Promise<Result<NewSession>> {
  return refuseWhenDatabaseFails(ports, async () => {
    const allowed = await checkLimit(ports.db, ports.now(), rateLimits.signUp, caller.clientAddress)
    if (!allowed.ok) return allowed
    const input = newCredentials.safeParse(form)
    return input.success ? createAccount(ports, input.data, caller) : refuseFields(input.error)
  })
}

async function createAccount(
  ports: Ports,
  { email, password }: z.infer<typeof newCredentials>,
  { headers, clientAddress }: Caller,
): Promise<Result<NewSession>> {
  const counted = await countAttempt(ports.db, ports.now(), rateLimits.signUp, clientAddress)
  if (!counted.ok) return counted
  const session = await ports.accounts.signUp(email, password, headers)
  if (!session) {
    const allowed = await countLogInAttempt(ports, { email, clientAddress, device: null })
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
  // `saved` says that nothing was changed, but the account exists.
  if (!saved.ok) return { ...notLoggedIn, code: saved.code }
  return done({ ...session, cookies: [...session.cookies, ...ports.devices.create(email, ports.now())] })
}
