import { DatabaseFailed, type Ports } from '#portfolio/ports.ts'
import { queueMail } from '#portfolio/mail/queue-mail.ts'
import { countAttempt } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { refuseFields } from '#portfolio/form-fields.ts'
import { showSiteSummary } from '#portfolio/studio/show.ts'
import { inTransaction, type UnitOfWork } from '#portfolio/transaction.ts'
import type { Person } from '#portfolio/account/account.ts'
import { accountEmail, refuseWhenDatabaseFails } from '#portfolio/account/account-form.ts'
import { notSignedIn } from '#portfolio/account/as-user.ts'
import { countLinkMail, createLink, endLinks, findLink, redeemLink, type LinkCaller } from './one-time-links.ts'

export interface EmailChange {
  readonly email: string
  readonly isConfirmed: boolean
}

/**
 * Changes the e-mail address of the person's account. With a mail server, a link is sent to the new address, and the
 * address changes once it is confirmed; without one, it changes at once. Refuses more than 5 changes an hour, and too
 * many e-mails to one address (`countLinkMail`), whether or not it has an account.
 */
export async function changeEmail(
  ports: Ports,
  person: Person | null,
  form: { readonly email: unknown },
  { clientAddress, origin }: { readonly clientAddress: string; readonly origin: string },
): Promise<Result<EmailChange>> {
  return refuseWhenDatabaseFails(ports, async () => {
    if (!person) return notSignedIn
    const input = accountEmail.safeParse(form.email)
    if (!input.success) return refuseFields(input.error, 'email')
    const email = input.data
    if (email === person.email) return refuseAddress('This is already your address.')
    const allowed = await countAttempt(ports.db, ports.now(), rateLimits.emailChange, person.userId)
    if (!allowed.ok) return allowed
    const isConfirmed = !ports.mailConfigured
    if (!isConfirmed) {
      const mailAllowed = await countLinkMail(ports.db, ports.now(), { purpose: 'email', to: email, clientAddress })
      if (!mailAllowed.ok) return mailAllowed
    }
    return inTransaction(ports, async (unit) => {
      if (!isConfirmed) await sendConfirmation(unit, person.userId, email, origin)
      const changed = isConfirmed ? await setEmail(unit, person.userId, email) : done()
      return changed.ok ? done({ email, isConfirmed }) : changed
    })
  })
}

/** Sends no e-mail to an address that already has an account; the response does not reveal this. */
async function sendConfirmation(unit: UnitOfWork, userId: string, email: string, origin: string): Promise<void> {
  await endLinks(unit, userId, 'email')
  const { token } = await createLink(unit, { purpose: 'email', userId, email })
  if (await isTaken(unit, email)) return
  const { name } = await showSiteSummary({ db: unit.tx })
  await queueMail(unit, {
    kind: 'confirmation',
    to: email,
    userId,
    subject: `Your e-mail address at ${name}`,
    text: [
      `Somebody asked to use this address for an account at ${name}. If you asked for it, confirm it here:`,
      `${origin}/confirm/${token}`,
      'The link works once, for one day. If you did not ask for it, you can ignore this e-mail.',
    ].join('\n\n'),
  })
}

/** The address that a link confirms. Refuses what `findLink` refuses. */
export async function showEmailChange(
  ports: Pick<Ports, 'db' | 'now'>,
  token: string,
  caller: LinkCaller,
): Promise<Result<{ email: string }>> {
  const link = await findLink(ports, 'email', token, caller)
  return link.ok ? done({ email: link.value.email }) : link
}

/** Changes the address, uses up the link and deletes the account's other unused links. Notifies the former address. */
export async function confirmEmail(ports: Ports, token: string, caller: LinkCaller): Promise<Result<EmailChange>> {
  return refuseWhenDatabaseFails(ports, async () => {
    const found = await findLink(ports, 'email', token, caller)
    if (!found.ok) return found
    return inTransaction(ports, async (unit) => {
      const link = await redeemLink(unit, 'email', token)
      if (!link.ok) return link
      const { userId, email } = link.value
      const changed = await setEmail(unit, userId ?? '', email)
      return changed.ok ? done({ email, isConfirmed: true }) : changed
    })
  })
}

async function setEmail(unit: UnitOfWork, userId: string, email: string): Promise<Result> {
  const taken = refuseAddress('This address cannot be used.')
  if (await isTaken(unit, email)) return taken
  const account = unit.tx.selectFrom('authUser').select('email').where('id', '=', userId)
  const { email: former } = await account.executeTakeFirstOrThrow()
  try {
    await unit.tx.updateTable('authUser').set({ email, updatedAt: unit.now }).where('id', '=', userId).execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return taken
  }
  // The former mailbox may contain a link for a new password.
  await endLinks(unit, userId)
  await unit.tx
    .updateTable('outbox')
    .set({ recipient: email })
    .where('recipient', '=', former)
    .where('state', '<>', 'sent')
    .where('kind', 'in', ['enquiry', 'health'])
    .execute()
  const { name } = await showSiteSummary({ db: unit.tx })
  await queueMail(unit, {
    kind: 'confirmation',
    to: former,
    userId,
    subject: `Your e-mail address at ${name}`,
    text: [
      `The address of your account at ${name} was changed to ${email}.`,
      'If it was not you, please tell the studio.',
    ].join('\n\n'),
  })
  unit.publish({ about: 'person', userId })
  unit.publish({ about: 'people' })
  return done()
}

async function isTaken({ tx }: UnitOfWork, email: string): Promise<boolean> {
  return (await tx.selectFrom('authUser').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
}

/** Thrown by PostgreSQL if another transaction takes the address meanwhile. SQLite has only one that writes. */
function isUniqueViolation(error: unknown): boolean {
  // https://www.postgresql.org/docs/18/errcodes-appendix.html
  const cause = error instanceof DatabaseFailed ? error.cause : null
  return cause instanceof Error && 'code' in cause && cause.code === '23505'
}

function refuseAddress(message: string) {
  return refused('wrong-value', message, { fields: { email: message } })
}
