import { createHash, randomBytes } from 'node:crypto'
import type { Ports } from '#portfolio/ports.ts'
import { checkLimit, countAttempt } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { OneTimeLinksTable } from '#portfolio/tables.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import type { Person } from '#portfolio/account/account.ts'
import { linkLifetimesMs } from './link-lifetimes.ts'

/** 144 bits, so that a token cannot be guessed; 24 characters of base64url. */
const tokenBytes = 18

/** What a link does: sets a new password, marks an account as invited, or confirms the address of an account. */
export type LinkPurpose = OneTimeLinksTable['purpose']

export type OneTimeLink = Pick<OneTimeLinksTable, 'id' | 'userId' | 'email' | 'expiresAt'>

/** Who opens a link: the logged-in user, if any, and the IP address of the client. */
export interface LinkCaller {
  readonly person: Person | null
  readonly clientAddress: string
}

const invalidLink = refused(
  'unknown',
  'This link is not valid, or is no longer valid. Check that it is complete, or ask for a new one.',
)
const usedLink = refused('unknown', 'This link has already been used. Ask for a new one if you need it.')
const expiredLink = refused('unknown', 'This link has expired. Ask for a new one.')
const foreignLink = refused('unknown', 'This link is for another account. Log out, then open it again.')

/** Creates a link. The token is not stored, so the caller must pass it on now. */
export async function createLink(
  unit: UnitOfWork,
  link: { purpose: LinkPurpose; userId: string | null; email: string; createdBy?: string },
): Promise<{ id: string; token: string; expiresAt: string }> {
  const id = unit.newId()
  const token = randomBytes(tokenBytes).toString('base64url')
  const expiresAt = new Date(Date.parse(unit.now) + linkLifetimesMs[link.purpose]).toISOString()
  await unit.tx
    .insertInto('oneTimeLinks')
    .values({ ...link, id, tokenHash: hashOf(token), createdAt: unit.now, expiresAt, usedAt: null })
    .execute()
  return { id, token, expiresAt }
}

/** Counts an e-mail with a link to an address that a user typed. Refuses too many from one client or to one address. */
export async function countLinkMail(
  db: Ports['db'],
  now: Date,
  { purpose, to, clientAddress }: { purpose: LinkPurpose; to: string; clientAddress: string },
): Promise<Result> {
  const fromClient = await countAttempt(db, now, rateLimits.linkMail, clientAddress)
  // Counted last, so that refused attempts do not use up the limit of the recipient.
  return fromClient.ok ? countAttempt(db, now, rateLimits.linkMailTo, purpose, to) : fromClient
}

/**
 * Finds an opened link without using it up, because messaging apps open links too. Refuses a link that is unknown,
 * used, expired or for another account than the caller's. Unknown tokens are counted by client address (`too-often`).
 */
export async function findLink(
  ports: Pick<Ports, 'db' | 'now'>,
  purpose: LinkPurpose,
  token: string,
  { person, clientAddress }: LinkCaller,
): Promise<Result<OneTimeLink>> {
  const allowed = await checkLimit(ports.db, ports.now(), rateLimits.wrongLink, clientAddress)
  if (!allowed.ok) return allowed
  const link = await readLink(ports.db, ports.now().toISOString(), purpose, token)
  if (link === invalidLink) {
    const counted = await countAttempt(ports.db, ports.now(), rateLimits.wrongLink, clientAddress)
    if (!counted.ok) return counted
  }
  return link.ok && person && !isFor(link.value, person) ? foreignLink : link
}

/** Uses up a link and clears its address. Refuses unknown, used and expired links. `usedBy`: the invited user. */
export async function redeemLink(
  unit: UnitOfWork,
  purpose: LinkPurpose,
  token: string,
  usedBy?: string,
): Promise<Result<OneTimeLink>> {
  const link = await readLink(unit.tx, unit.now, purpose, token)
  if (!link.ok) return link
  const redeemed = await unit.tx
    .updateTable('oneTimeLinks')
    .set({ usedAt: unit.now, email: '', userId: usedBy ?? link.value.userId })
    .where('id', '=', link.value.id)
    // Another transaction may have used it meanwhile.
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return redeemed ? link : usedLink
}

/** Deletes the unused links of this account, or only those for one purpose. */
export async function endLinks(unit: UnitOfWork, userId: string, purpose?: LinkPurpose): Promise<void> {
  await unit.tx
    .deleteFrom('oneTimeLinks')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .$if(purpose !== undefined, (links) => links.where('purpose', '=', purpose ?? 'reset'))
    .execute()
}

/** Deletes unused invitations by id, by e-mail address or by the admin who created them. Returns their number. */
export async function endInvitations(
  unit: UnitOfWork,
  invitations: { id: string } | { email: string } | { createdBy: string },
): Promise<number> {
  const { numDeletedRows } = await unit.tx
    .deleteFrom('oneTimeLinks')
    .where('purpose', '=', 'invitation')
    .where('usedAt', 'is', null)
    .where((eb) => eb.and(invitations))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the unused links that invite or confirm this e-mail address. */
export async function eraseLinksTo(unit: UnitOfWork, email: string): Promise<void> {
  await unit.tx.deleteFrom('oneTimeLinks').where('email', '=', email.trim().toLowerCase()).execute()
}

async function readLink(
  db: Ports['db'],
  now: string,
  purpose: LinkPurpose,
  token: string,
): Promise<Result<OneTimeLink>> {
  const link = await db
    .selectFrom('oneTimeLinks')
    .select(['id', 'userId', 'email', 'expiresAt', 'usedAt'])
    .where('tokenHash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!link) return invalidLink
  if (link.usedAt !== null) return usedLink
  return link.expiresAt > now ? done(link) : expiredLink
}

function isFor(link: OneTimeLink, person: Person): boolean {
  return link.userId === null ? link.email === '' || link.email === person.email : link.userId === person.userId
}

// A fast hash is enough, because tokens are random and too long for a brute-force search.
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
