import { z } from 'zod'
import type { NewSession, Ports } from '#portfolio/ports.ts'
import { checkLimit } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { refuseFields } from '#portfolio/form-fields.ts'
import { accountEmail, refuseWhenDatabaseFails, type Caller } from '#portfolio/account/account-form.ts'
import { passwordLength, passwordLimits } from '#portfolio/account/password.ts'
import { attemptLogIn, findDevice, type LogInAttempt } from './log-in-attempts.ts'
import { setOnline } from '#portfolio/account/set-online.ts'

const logInForm = z.object({
  email: accountEmail,
  password: z.string({ error: 'The password is required.' }).min(1, 'The password is required.'),
})

/** Creates a session and a device cookie, and sets the user online. Limits wrong passwords and successful log-ins. */
export async function logIn(
  ports: Ports,
  form: unknown,
  { headers, clientAddress }: Caller,
): Promise<Result<NewSession>> {
  return refuseWhenDatabaseFails(ports, async () => {
    const input = logInForm.safeParse(form)
    const device = input.success ? await findDevice(ports, input.data.email, headers) : null
    const allowed = device === null ? await checkLimit(ports.db, ports.now(), rateLimits.logIn, clientAddress) : done()
    if (!allowed.ok) return allowed
    if (!input.success) return refuseFields(input.error)
    const { email, password } = input.data
    // No stored password is longer than the limit, so hashing a longer one would be wasted work.
    const isTooLong = passwordLength(password) > passwordLimits.max
    const session = await startSession(ports, { email, clientAddress, device }, async () =>
      isTooLong ? null : ports.accounts.logIn(email, password, headers),
    )
    if (!session.ok) return session
    return session.value ? done(session.value) : refused('wrong-value', 'The e-mail address or the password is wrong.')
  })
}

/** Runs `authenticate` as a log-in attempt and adds a device cookie. `null` if the password or passkey was wrong. */
export async function startSession(
  ports: Ports,
  attempt: LogInAttempt,
  authenticate: () => Promise<NewSession | null>,
): Promise<Result<NewSession | null>> {
  const attempted = await attemptLogIn(ports, attempt, authenticate)
  if (!attempted.ok) return attempted
  const session = attempted.value
  if (!session) return done(null)
  if (!(await setOnline(ports, session.userId, 1))) ports.log.warn('No such document!', { userId: session.userId })
  return done({ ...session, cookies: [...session.cookies, ...ports.devices.create(attempt.email, ports.now())] })
}
