import type { NewSession, Ports } from '#portfolio/ports.ts'
import type { Caller } from '#portfolio/account/account-form.ts'
import { refuseWhenDatabaseFails } from '#portfolio/account/account-form.ts'
import { notSignedIn } from '#portfolio/account/as-user.ts'
import { findLink, redeemLink, type LinkCaller } from './one-time-links.ts'
import { signUp } from '#portfolio/account/sign-up.ts'
import { done, type Result } from '#portfolio/result.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import type { OpenInvitation } from '#portfolio/people/people.ts'

/** The e-mail address and the expiry of an open invitation. Refuses what `findLink` refuses. */
export async function showInvitation(
  ports: Pick<Ports, 'db' | 'now'>,
  token: string,
  caller: LinkCaller,
): Promise<Result<Pick<OpenInvitation, 'email' | 'expiresAt'>>> {
  const link = await findLink(ports, 'invitation', token, caller)
  return link.ok ? done({ email: link.value.email, expiresAt: link.value.expiresAt }) : link
}

export async function acceptInvitation(ports: Ports, token: string, caller: LinkCaller): Promise<Result> {
  return refuseWhenDatabaseFails(ports, async () => {
    const { person } = caller
    if (!person) return notSignedIn
    const found = await findLink(ports, 'invitation', token, caller)
    return found.ok ? markAsInvited(ports, token, person.userId) : found
  })
}

/** Signs up and accepts the invitation. If someone else used the link meanwhile, the account is kept, not invited. */
export async function signUpWithInvitation(
  ports: Ports,
  token: string,
  form: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<Result<NewSession & { isInvited: boolean }>> {
  return refuseWhenDatabaseFails(ports, async () => {
    const found = await findLink(ports, 'invitation', token, { person: null, clientAddress: caller.clientAddress })
    if (!found.ok) return found
    const session = await signUp(ports, { ...form, email: found.value.email || form['email'] }, caller)
    if (!session.ok) return session
    const accepted = await markAsInvited(ports, token, session.value.userId)
    return done({ ...session.value, isInvited: accepted.ok })
  })
}

async function markAsInvited(ports: Ports, token: string, userId: string): Promise<Result> {
  return inTransaction(ports, async (unit) => {
    const link = await redeemLink(unit, 'invitation', token, userId)
    if (!link.ok) return link
    unit.publish({ about: 'people' })
    return done()
  })
}
