import { hasAdmin } from '#portfolio/account/admin-role.ts'
import type { Ports } from '#portfolio/ports.ts'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { SiteSetupTable } from '#portfolio/tables.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import { writeSetup } from './setup-row.ts'

const claimLinkLifetimeMs = 24 * 60 * 60_000
/** How far in the future a link may have been created: the clocks of several servers differ by less. */
const maxClockSkewMs = 10 * 60_000

export const alreadyClaimed = refused(
  'unknown',
  'This site already has an admin, so this link no longer works. If you are the admin, log in.',
)

export type Claim = Pick<SiteSetupTable, 'claimId' | 'claimCreatedAt' | 'claimUsedAt'>

export async function readClaim(db: Ports['db']): Promise<Claim | undefined> {
  return db.selectFrom('siteSetup').select(['claimId', 'claimCreatedAt', 'claimUsedAt']).executeTakeFirst()
}

/** A creation time further in the future than `maxClockSkewMs` comes from a wrong clock: the link counts as expired. */
export function isUnexpired({ claimCreatedAt }: Claim, now: string): boolean {
  const ageMs = Date.parse(now) - Date.parse(claimCreatedAt ?? '')
  return ageMs > -maxClockSkewMs && ageMs < claimLinkLifetimeMs
}

/**
 * The URL of the valid claim link, or of a new one if there is none; `null` when the site has an admin. With `renew`,
 * always a new one, which invalidates the previous link. Anyone with the link can become the admin: show it only to the
 * operator, never in a response.
 */
export async function getOrCreateClaimLink(
  ports: Ports,
  origin: string,
  { renew }: { readonly renew: boolean },
): Promise<Result<string | null>> {
  return inTransaction(ports, async (unit) => {
    if (await hasAdmin(unit.tx)) return done(null)
    const claim = await readClaim(unit.tx)
    const isValid = claim?.claimUsedAt === null && isUnexpired(claim, unit.now)
    const claimId = (isValid && !renew && claim.claimId) || unit.newId()
    if (claimId !== claim?.claimId) await writeSetup(unit, { claimId, claimCreatedAt: unit.now, claimUsedAt: null })
    return done(`${origin}/claim/${ports.claimTokens.create(claimId)}`)
  })
}
