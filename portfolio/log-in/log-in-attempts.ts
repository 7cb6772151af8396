import { checkLimit, countAttempt, resetCounter, undoAttempt } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, type Result } from '#portfolio/result.ts'
import type { Ports } from '#portfolio/ports.ts'
import { freeAttempts, isKnownClientAddress, rememberClientAddress, startAttempt } from './log-in-backoff.ts'

/** The account, and where the attempt comes from. `device` is the id of a device cookie that has attempts left. */
export interface LogInAttempt {
  readonly email: string
  readonly clientAddress: string
  readonly device: string | null
}

/** The id of the account's device cookie in these headers; `null` without one, or after 10 wrong passwords in a day. */
export async function findDevice(
  { db, now, devices }: Ports,
  email: string,
  headers: Headers,
): Promise<LogInAttempt['device']> {
  const device = devices.find(headers, email, now())
  if (device === null) return null
  return (await checkLimit(db, now(), rateLimits.logInWithDevice, device)).ok ? device : null
}

/**
 * Counts a log-in as failed and as successful, runs `check` (`null` if the password or passkey is wrong), then undoes
 * the count that does not apply. It counts first because many log-ins may run at once. If the limit of successful
 * log-ins has been reached, it counts nothing: the password is not checked, so it must not count as wrong.
 */
export async function attemptLogIn<T>(
  ports: Ports,
  attempt: LogInAttempt,
  check: () => Promise<T | null>,
): Promise<Result<T | null>> {
  for (const step of [checkSuccessfulLogIns, countLogInAttempt, countSuccessfulLogIn]) {
    const allowed = await step(ports, attempt)
    if (!allowed.ok) return allowed
  }
  let value: T | null = null
  try {
    value = await check()
  } finally {
    // Also if `check` throws because too many passwords are being checked: otherwise an attacker could use up the
    // account's log-ins.
    if (value === null) await undoSuccessfulLogIn(ports, attempt)
  }
  if (value !== null) await clearLogInAttempts(ports, attempt)
  return done(value)
}

/** Counts a log-in as failed before its password is checked. Takes the same time for unknown accounts. */
export async function countLogInAttempt(ports: Ports, attempt: LogInAttempt): Promise<Result> {
  const { db, now, log } = ports
  const { email, clientAddress, device } = attempt
  // Otherwise an attacker who uses up all other attempts could lock out the account's owner.
  if (device !== null) return countAttempt(db, now(), rateLimits.logInWithDevice, device)
  const byAddress = await countAttempt(db, now(), rateLimits.logIn, clientAddress)
  if (!byAddress.ok) return byAddress
  const byAccount = await countAttempt(db, now(), rateLimits.logInToAccount, clientAddress, email)
  if (!byAccount.ok) return byAccount
  // Otherwise an attacker could lock out the account's owner by guessing.
  if (await isKnownClientAddress(db, now(), email, clientAddress)) return done()
  const started = await startAttempt(db, now(), email)
  if (!started.ok) return started
  if (started.value.count >= freeAttempts) {
    const account = await ports.accounts.findByEmail(email)
    log.warn('repeated wrong passwords for one account', {
      userId: account?.userId ?? null,
      tries: started.value.count,
      address: clientAddress,
    })
  }
  return done()
}

/** After a successful log-in: undoes its count as failed, and forgets earlier wrong passwords for the account. */
export async function clearLogInAttempts({ db, now }: Ports, attempt: LogInAttempt): Promise<void> {
  const { email, clientAddress, device } = attempt
  // The counter is not reset, because anyone with a copy of the cookie would get new attempts.
  if (device !== null) await undoAttempt(db, rateLimits.logInWithDevice, device)
  else await undoAttempt(db, rateLimits.logIn, clientAddress)
  await resetCounter(db, rateLimits.logInToAccount.name, clientAddress, email)
  await rememberClientAddress(db, now(), email, clientAddress)
}

/** Refuses when the limit of successful log-ins is already reached, without counting. */
async function checkSuccessfulLogIns({ db, now }: Ports, { email, clientAddress }: LogInAttempt): Promise<Result> {
  const fromAddress = await checkLimit(db, now(), rateLimits.logInsFromAddress, clientAddress)
  return fromAddress.ok ? checkLimit(db, now(), rateLimits.logInsToAccount, email) : fromAddress
}

/** Counts a log-in as successful before its password is checked, so that simultaneous ones cannot exceed the limit. */
export async function countSuccessfulLogIn(
  { db, now }: Ports,
  { email, clientAddress }: LogInAttempt,
): Promise<Result> {
  // The account comes last, so that refused attempts do not use up its log-ins.
  const fromAddress = await countAttempt(db, now(), rateLimits.logInsFromAddress, clientAddress)
  return fromAddress.ok ? countAttempt(db, now(), rateLimits.logInsToAccount, email) : fromAddress
}

export async function undoSuccessfulLogIn({ db }: Ports, { email, clientAddress }: LogInAttempt): Promise<void> {
  await undoAttempt(db, rateLimits.logInsFromAddress, clientAddress)
  await undoAttempt(db, rateLimits.logInsToAccount, email)
}
