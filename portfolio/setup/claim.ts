import { grantAdminRole, hasAdmin } from '#portfolio/account/admin-role.ts'
import type { Person } from '#portfolio/account/account.ts'
import { refuseWhenDatabaseFails, type Caller } from '#portfolio/account/account-form.ts'
import { signUp } from '#portfolio/account/sign-up.ts'
import type { Ports } from '#portfolio/ports.ts'
import { checkLimit, countAttempt } from '#portfolio/rate-limit/counter.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import { inTransaction, type UnitOfWork } from '#portfolio/transaction.ts'
import { alreadyClaimed, isUnexpired, readClaim, type Claim } from './claim-link.ts'
import { hasSampleProjects } from './samples.ts'

const newLinkHint = 'On the server, ‘npm run admin -- claim’ prints a new one.'
const linkInvalid = refused(
  'unknown',
  `This link is not valid: it may be incomplete, or a newer one has replaced it. ${newLinkHint}`,
)
const linkExpired = refused('unknown', `This link has expired: it was valid for 24 hours. ${newLinkHint}`)
const linkUsed = refused('unknown', 'This link was used: the site has an admin. If that is you, log in.')
const claimedByAnother = refused(
  'unknown',
  'Somebody else claimed this site a moment ago. Your account was created without the admin role.',
)

/** Refuses an invalid token. Does not use up a valid one. A client address may guess 25 times in 5 minutes. */
export async function checkClaim(
  ports: Ports,
  token: string,
  clientAddress: string,
): Promise<Result<{ claimId: string }>> {
  const { db, now, claimTokens } = ports
  const claim = await readClaim(db)
  const isToken = Boolean(claim?.claimId && claimTokens.verify(token, claim.claimId))
  if (isToken && claim?.claimUsedAt) return linkUsed
  if (await hasAdmin(db)) return alreadyClaimed
  const allowed = await checkLimit(db, now(), rateLimits.claim, clientAddress)
  if (!allowed.ok) return allowed
  if (!claim?.claimId || !isToken) {
    const counted = await countAttempt(db, now(), rateLimits.claim, clientAddress)
    return counted.ok ? linkInvalid : counted
  }
  return isUnexpired(claim, now().toISOString()) ? done({ claimId: claim.claimId }) : linkExpired
}

/**
 * Makes this person, or a new account, an admin and uses up the link in one transaction. Returns the session cookies of
 * a new account.
 */
export async function claimSite(
  ports: Ports,
  input: { readonly token: string; readonly person: Person | null; readonly form: unknown },
  caller: Caller,
): Promise<Result<{ cookies: readonly string[] }>> {
  return refuseWhenDatabaseFails(ports, async () => {
    const claim = await checkClaim(ports, input.token, caller.clientAddress)
    if (!claim.ok) return claim
    const account = input.person
      ? done({ userId: input.person.userId, cookies: [] })
      : await signUp(ports, input.form, caller)
    if (!account.ok) return account
    const { userId, cookies } = account.value
    const claimed = await inTransaction(ports, (unit) => redeemClaim(unit, claim.value, userId))
    if (!claimed.ok) return claimed.code === 'unknown' && !input.person ? claimedByAnother : claimed
    ports.log.info('the site was claimed', { userId })
    return done({ cookies })
  })
}

async function redeemClaim(unit: UnitOfWork, { claimId }: { claimId: string }, userId: string): Promise<Result> {
  const samplesLeft = (await hasSampleProjects(unit.tx)) ? 1 : 0
  const claim: Claim | undefined = await unit.tx
    .updateTable('siteSetup')
    .set((eb) => ({
      claimUsedAt: unit.now,
      // Visible, but not listed, until the last screen; a site that was closed stays closed.
      visibility: eb
        .case()
        .when('visibility', '=', 'closed')
        .then('closed' as const)
        .else('unlisted' as const)
        .end(),
      wordsLeft: 1,
      picturesLeft: 1,
      samplesLeft,
      openingLeft: 1,
    }))
    .where('claimId', '=', claimId)
    .where('claimUsedAt', 'is', null)
    .returning(['claimId', 'claimCreatedAt', 'claimUsedAt'])
    .executeTakeFirst()
  if (!claim) return linkUsed
  if (await hasAdmin(unit.tx)) return alreadyClaimed
  await grantAdminRole(unit, userId)
  return done()
}
