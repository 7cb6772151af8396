import { claim, forgetTally, giveBack } from '#portfolio/limit/claim.ts'
import { freeTries, limits } from '#portfolio/limit/limit.ts'
import { isKnown, takeTurn, welcome } from '#portfolio/limit/wait.ts'
import { done, type Outcome } from '#portfolio/outcome.ts'
import type { Parts } from '#portfolio/parts.ts'

/**
 * Counts a log-in as a wrong one before the password is looked at, so that two hundred in the same instant cannot all
 * be looked at. Does the same, in the same time, for accounts that there are and accounts that there are not.
 */
export async function takeTurnAtAccount(parts: Parts, email: string, address: string): Promise<Outcome> {
  const { db, now, log } = parts
  const here = await claim(db, now(), limits.logIn, address)
  if (!here.ok) return here
  const pair = await claim(db, now(), limits.logInToAccount, address, email)
  if (!pair.ok) return pair
  // Else whoever guesses from elsewhere, without end, would keep the owner out.
  if (await isKnown(db, now(), email, address)) return done()
  const turn = await takeTurn(db, now(), email)
  if (!turn.ok) return turn
  if (turn.value.turn >= freeTries) {
    const account = await parts.accounts.findByEmail(email)
    log.warn('somebody may be guessing a password', {
      userId: account?.userId ?? null,
      tries: turn.value.turn,
      address,
    })
  }
  return done()
}

/** The password was right: none of it counts. */
export async function giveTurnBack({ db, now }: Parts, email: string, address: string): Promise<void> {
  await giveBack(db, limits.logIn, address)
  await forgetTally(db, limits.logInToAccount.name, address, email)
  await welcome(db, now(), email, address)
}
