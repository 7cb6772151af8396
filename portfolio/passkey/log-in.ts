import type { NewSession, PasskeyResponse, Ports } from '#portfolio/ports.ts'
import { refuseWhenDatabaseFails, type Caller } from '#portfolio/account/account-form.ts'
import { findDevice } from '#portfolio/log-in/log-in-attempts.ts'
import { startSession } from '#portfolio/log-in/log-in.ts'
import { checkLimit, countAttempt } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { checkPasskey, findPasskey } from './check.ts'

const unknownPasskey = refused(
  'wrong-value',
  'This passkey is not known here. Please log in with your password; you can add the passkey in your account.',
)
const notVerified = refused('wrong-value', 'This passkey could not be checked. Please try again.')

/** The options that a browser needs to log in with a passkey. Its next request must repeat `browserId`. */
export async function startPasskeyLogIn(
  ports: Ports,
  { browserId, clientAddress }: { readonly browserId: string; readonly clientAddress: string },
): Promise<Result<object>> {
  return refuseWhenDatabaseFails(ports, async () => {
    const allowed = await checkLimit(ports.db, ports.now(), rateLimits.logIn, clientAddress)
    if (!allowed.ok) return allowed
    return done(await ports.passkeys.requestOptions({ boundTo: boundToBrowser(browserId), at: ports.now() }))
  })
}

/** Logs in the owner of a passkey, with the same rate limits as with a password. */
export async function logInWithPasskey(
  ports: Ports,
  input: { readonly response: PasskeyResponse; readonly browserId: string },
  { headers, clientAddress }: Caller,
): Promise<Result<NewSession>> {
  return refuseWhenDatabaseFails(ports, async () => {
    const allowed = await checkLimit(ports.db, ports.now(), rateLimits.logIn, clientAddress)
    if (!allowed.ok) return allowed
    const passkey = await findPasskey(ports, input.response.id)
    const email = passkey && (await ports.accounts.findEmails([passkey.userId])).get(passkey.userId)
    if (!passkey || !email) {
      const counted = await countAttempt(ports.db, ports.now(), rateLimits.logIn, clientAddress)
      return counted.ok ? unknownPasskey : counted
    }
    const attempt = { email, clientAddress, device: await findDevice(ports, email, headers) }
    const session = await startSession(ports, attempt, async () => {
      const checked = await checkPasskey(ports, passkey, input.response, boundToBrowser(input.browserId))
      return checked && ports.accounts.logInWithPasskey(passkey.userId, headers)
    })
    if (!session.ok) return session
    return session.value ? done(session.value) : notVerified
  })
}

function boundToBrowser(browserId: string): string {
  return `browser ${browserId}`
}
