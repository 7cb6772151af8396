import { z } from 'zod'
import type { NewSession, Ports } from '#portfolio/ports.ts'
import { checkLimit } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { refuseFields } from '#portfolio/form-fields.ts'
import { passwordLimits } from './account.ts'
import { accountEmail, passwordLength, refuseWhenDatabaseFails, type Caller } from './account-form.ts'
import {
  clearLogInAttempts,
  countLogIn,
  countLogInAttempt,
  findDevice,
  undoLogIn,
  type LogInAttempt,
} from './log-in-attempts.ts'
import { setOnline } from './set-online.ts'

const logInForm = z.object({
  email: accountEmail,
  password: z.string({ error: 'The password is required.' }).min(1, 'The password is required.'),
})

/**
 * Creates a session and a device cookie, and sets the user online. Wrong passwords are counted by device cookie, or by
 * client address and by account; log-ins by client address and by account.
 */
export async function logIn(ports: Ports, form: unknown, { headers, address }: Caller): Promise<Result<NewSession>> {
  return refuseWhenDatabaseFails(ports, async () => {
    const input = logInForm.safeParse(form)
    const device = input.success ? await findDevice(ports, input.data.email, headers) : null
    const allowed = device === null ? await checkLimit(ports.db, ports.now(), rateLimits.logIn, address) : done()
    if (!allowed.ok) return allowed
    if (!input.success) return refuseFields(input.error)
    const { email, password } = input.data
    return createSession(ports, { email, address, device }, password, headers)
  })
}

async function createSession(
  ports: Ports,
  attempt: LogInAttempt,
  password: string,
  headers: Headers,
): Promise<Result<NewSession>> {
  for (const count of [countLogInAttempt, countLogIn]) {
    const counted = await count(ports, attempt)
    if (!counted.ok) return counted
  }
  const session = await checkPassword(ports, attempt, password, headers)
  if (!session) return refused('wrong-value', 'The e-mail address or the password is not right.')
  await clearLogInAttempts(ports, attempt)
  if (!(await setOnline(ports, session.userId, 1))) ports.log.warn('No such document!', { userId: session.userId })
  return done({ ...session, cookies: [...session.cookies, ...ports.devices.create(attempt.email, ports.now())] })
}

async function checkPassword(ports: Ports, attempt: LogInAttempt, password: string, headers: Headers) {
  let session: NewSession | null = null
  try {
    // Stored passwords are never longer, so hashing it would be wasted work.
    const tooLong = passwordLength(password) > passwordLimits.max
    session = tooLong ? null : await ports.accounts.logIn(attempt.email, password, headers)
    return session
  } finally {
    // Also when too many passwords are being checked, or an attacker could use up the account's log-ins.
    if (!session) await undoLogIn(ports, attempt)
  }
}
