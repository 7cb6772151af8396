import { setTimeout } from 'node:timers/promises'
import type { Ports } from '#portfolio/ports.ts'
import { queueMail } from '#portfolio/mail/queue-mail.ts'
import { countAttempt } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { refuseFields } from '#portfolio/form-fields.ts'
import { showSiteSummary } from '#portfolio/studio/show.ts'
import { inTransaction, type UnitOfWork } from '#portfolio/transaction.ts'
import { accountEmail, refuseWhenDatabaseFails } from '#portfolio/account/account-form.ts'
import type { Admin } from '#portfolio/account/as-admin.ts'
import { clearFailures } from '#portfolio/log-in/log-in-backoff.ts'
import { createLink, endLinks, findLink, redeemLink, type LinkCaller } from './one-time-links.ts'
import { passwordProblem } from '#portfolio/account/check-password.ts'

/** Longer than the work for an existing account, which queues an e-mail: the response time does not reveal accounts. */
const answerAfterMs = 300

/** E-mails a link if the address has an account. The result and the response time do not depend on it. */
export async function requestReset(
  ports: Ports,
  form: { readonly email: unknown },
  { clientAddress, origin }: { readonly clientAddress: string; readonly origin: string },
): Promise<Result> {
  return refuseWhenDatabaseFails(ports, async () => {
    if (!ports.mailConfigured) return refused('wrong-value', 'This site sends no mail.')
    const email = accountEmail.safeParse(form.email)
    if (!email.success) return refuseFields(email.error, 'email')
    const fromAddress = await countAttempt(ports.db, ports.now(), rateLimits.reset, clientAddress)
    if (!fromAddress.ok) return fromAddress
    const ofAccount = await countAttempt(ports.db, ports.now(), rateLimits.resetOfAccount, email.data)
    if (!ofAccount.ok) return ofAccount
    const [sent] = await Promise.all([
      inTransaction(ports, (unit) => sendReset(unit, email.data, origin)),
      setTimeout(answerAfterMs),
    ])
    return sent
  })
}

async function sendReset(unit: UnitOfWork, email: string, origin: string): Promise<Result> {
  const account = await unit.tx.selectFrom('authUser').select('id').where('email', '=', email).executeTakeFirst()
  const { name } = await showSiteSummary({ db: unit.tx })
  // Stored without an account too, so that the work is the same; nobody gets that token.
  const { token } = await createLink(unit, { purpose: 'reset', userId: account?.id ?? null, email: '' })
  if (!account) return done()
  await queueMail(unit, {
    kind: 'reset',
    to: email,
    subject: `Your password at ${name}`,
    text: [
      `Somebody asked for a new password for your account at ${name}. If it was you, choose one here:`,
      `${origin}/reset/${token}`,
      'The link works once, for 30 minutes. If it was not you, you can ignore this e-mail.',
    ].join('\n\n'),
  })
  return done()
}

/** Creates a link for a new password. Resolves with its token, for the operator to pass on. */
export async function createReset(unit: UnitOfWork, _: Admin, userId: string): Promise<Result<string>> {
  const { token } = await createLink(unit, { purpose: 'reset', userId, email: '' })
  return done(token)
}

/** Deletes an account's password, passkeys, sessions and unused links: nobody can log in to it until a reset. */
export async function removePassword(unit: UnitOfWork, _: Admin, userId: string): Promise<Result> {
  await replacePassword(unit, userId, null)
  return done()
}

/** The account that a reset link is for. Refuses what `findLink` refuses. */
export async function showReset(
  ports: Pick<Ports, 'db' | 'now'>,
  token: string,
  caller: LinkCaller,
): Promise<Result<{ email: string }>> {
  const link = await findLink(ports, 'reset', token, caller)
  return link.ok ? done(await accountOf(ports, link.value.userId ?? '')) : link
}

/** Sets the new password, uses up the link, and deletes the account's sessions, passkeys and other unused links. */
export async function resetPassword(
  ports: Ports,
  { token, password }: { readonly token: string; readonly password: string },
  caller: LinkCaller,
): Promise<Result> {
  return refuseWhenDatabaseFails(ports, async () => {
    const account = await showReset(ports, token, caller)
    if (!account.ok) return account
    const { email } = account.value
    const problem = passwordProblem(password, email)
    if (problem !== null) return refused('wrong-value', problem, { fields: { password: problem } })
    // Before the transaction, which would otherwise block other writes during the hashing.
    const hash = await ports.accounts.hashPassword(password)
    return inTransaction(ports, async (unit) => {
      const link = await redeemLink(unit, 'reset', token)
      if (!link.ok) return link
      await replacePassword(unit, link.value.userId ?? '', hash)
      await clearFailures(unit.tx, email)
      return done()
    })
  })
}

async function replacePassword(unit: UnitOfWork, userId: string, password: string | null): Promise<void> {
  const { numUpdatedRows } = await unit.tx
    .updateTable('authAccount')
    .set({ password, updatedAt: unit.now })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  // In earlier versions, a sign-up that was interrupted left an account without this row.
  if (numUpdatedRows === 0n) {
    const times = { createdAt: unit.now, updatedAt: unit.now }
    await unit.tx
      .insertInto('authAccount')
      .values({ id: unit.newId(), userId, accountId: userId, providerId: 'credential', password, ...times })
      .execute()
  }
  await unit.tx.deleteFrom('authSession').where('userId', '=', userId).execute()
  // Someone who signed up with this address, or stole the account, may have added a passkey.
  await unit.tx.deleteFrom('passkeys').where('userId', '=', userId).execute()
  await endLinks(unit, userId)
  unit.publish({ about: 'person', userId })
}

async function accountOf({ db }: Pick<Ports, 'db'>, userId: string): Promise<{ email: string }> {
  return db.selectFrom('authUser').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
}
