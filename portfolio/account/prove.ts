import type { PasskeyResponse, Ports, Session } from '#portfolio/ports.ts'
import { checkPasskey, findPasskey } from '#portfolio/passkey/check.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { refuseWhenDatabaseFails, type Caller } from './account-form.ts'
import { passwordLength, passwordLimits } from './password.ts'
import { attemptLogIn, findDevice } from '#portfolio/log-in/log-in-attempts.ts'

/** Checks the password of the session's user and records the proof in the session. Counts as a log-in attempt. */
export async function provePassword(
  ports: Ports,
  session: Session,
  { password }: { readonly password: string },
  caller: Caller,
): Promise<Result> {
  if (!password) return refusePassword('The password is required.')
  // No stored password is longer than the limit, so hashing a longer one would be wasted work.
  const tooLong = passwordLength(password) > passwordLimits.max
  return refuseWhenDatabaseFails(ports, () =>
    prove(ports, session, caller, refusePassword('The password is wrong.'), async () =>
      !tooLong && (await ports.accounts.isPassword(session.userId, password)) ? done() : null,
    ),
  )
}

/** The options of `navigator.credentials.get`, with a challenge that is valid only in this session. */
export async function startProof(ports: Ports, session: Session): Promise<Result<object>> {
  return done(await ports.passkeys.requestOptions({ boundTo: boundToSession(session), at: ports.now() }))
}

/** Verifies a passkey of the session's user and records the proof in the session. Counts as a log-in attempt. */
export async function provePasskey(
  ports: Ports,
  session: Session,
  response: PasskeyResponse,
  caller: Caller,
): Promise<Result> {
  return refuseWhenDatabaseFails(ports, async () => {
    const passkey = await findPasskey(ports, response.id)
    const wrong = refused('wrong-value', 'This passkey does not belong to your account. Please use your password.')
    if (passkey?.userId !== session.userId) return wrong
    return prove(ports, session, caller, wrong, () => checkPasskey(ports, passkey, response, boundToSession(session)))
  })
}

/** The `boundTo` of challenges that are valid only in this session. */
export function boundToSession({ id }: Session): string {
  return `session ${id}`
}

function refusePassword(message: string) {
  return refused('wrong-value', message, { fields: { password: message } })
}

async function prove(
  ports: Ports,
  session: Session,
  { headers, clientAddress }: Caller,
  wrong: Result,
  check: () => Promise<Result | null>,
): Promise<Result> {
  const attempt = { email: session.email, clientAddress, device: await findDevice(ports, session.email, headers) }
  const attempted = await attemptLogIn(ports, attempt, check)
  if (!attempted.ok) return attempted
  if (attempted.value === null) return wrong
  await ports.accounts.recordProof(session.id, ports.now())
  return done()
}
