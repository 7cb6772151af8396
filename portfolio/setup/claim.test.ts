import { expect } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { grantAdmin, revokeAdmin } from '#portfolio/account/grant.ts'
import { isAdmin } from '#portfolio/account/session.ts'
import { showSiteSummary } from '#portfolio/studio/show.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { expectOk, origin, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { createSession } from '#tests/support/test-server.ts'
import { checkClaim, claimSite } from './claim.ts'
import { getOrCreateClaimLink } from './claim-link.ts'

const hour = 60 * 60_000
const form = { email: 'Owner@studio.example', password: 'walnut and plaster' }
const caller = { headers: new Headers(), clientAddress: '192.0.2.7' }

/** A backend without an admin. */
async function openUnclaimed(backend: TestBackend) {
  const { ports, admin, logged } = backend
  expectOk(await asOperator(ports, (unit, operator) => revokeAdmin(unit, operator, admin.userId)))
  const getToken = async (renew = false) => {
    const link = expectOk(await getOrCreateClaimLink(ports, origin, { renew }))
    return link && link.slice(`${origin}/claim/`.length)
  }
  const check = (token: string | null, clientAddress = '192.0.2.7') => checkClaim(ports, token ?? '', clientAddress)
  const claim = (token: string | null, input: { form?: unknown; person?: typeof admin } = {}) =>
    claimSite(ports, { token: token ?? '', person: input.person ?? null, form: input.form ?? form }, caller)
  return { ...backend, ports, logged, getToken, check, claim }
}

const setupOf = ({ ports }: Pick<TestBackend, 'ports'>) =>
  ports.db.selectFrom('siteSetup').selectAll().executeTakeFirst()

eachDatabase(
  'the link stays the same for 24 hours, even across restarts, until a new one replaces it',
  async (backend) => {
    const { getToken, check, advance } = await openUnclaimed(backend)
    const first = await getToken()
    advance(23 * hour)
    expect(await getToken()).toBe(first)
    expect(await check(first)).toMatchObject({ ok: true })
    const renewed = await getToken(true)
    expect(renewed).not.toBe(first)
    expect(await check(first)).toMatchObject({ code: 'unknown', message: expect.stringContaining('newer one') })
    expect(await check(renewed)).toMatchObject({ ok: true })
    advance(24 * hour)
    expect(await check(renewed)).toMatchObject({ code: 'unknown', message: expect.stringContaining('has expired') })
    expect(await getToken()).not.toBe(renewed)
    expect(renewed).toMatch(/^[\w-]{32}$/)
  },
)

eachDatabase('a link that was created while the clock was ahead is not valid', async (backend) => {
  const { getToken, check, shiftClock } = await openUnclaimed(backend)
  shiftClock(365 * 24 * hour)
  const token = await getToken()
  shiftClock(-365 * 24 * hour)
  expect(await check(token)).toMatchObject({ message: expect.stringContaining('has expired') })
  expect(await getToken()).not.toBe(token)
})

eachDatabase('opening the link changes nothing', async (backend) => {
  const { getToken, check, ports } = await openUnclaimed(backend)
  const token = await getToken()
  const before = await setupOf({ ports })
  for (let times = 0; times < 60; times += 1) expect(await check(token)).toMatchObject({ ok: true })
  expect(await setupOf({ ports })).toEqual(before)
  expect(await ports.db.selectFrom('tallies').selectAll().execute()).toEqual([])
})

eachDatabase(
  'the form creates an account with the admin role, uses up the link and starts the setup',
  async (backend) => {
    const { getToken, claim, check, ports, logged } = await openUnclaimed(backend)
    const token = await getToken()
    const { cookies } = expectOk(await claim(token))
    const headers = new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') })
    const session = await ports.accounts.readSession(headers)
    expect(session?.email).toBe('owner@studio.example')
    expect(await isAdmin(ports.db, session?.userId ?? '')).toBe(true)
    expect(await showSiteSummary(ports)).toMatchObject({
      visibility: 'unlisted',
      // There are no samples.
      remainingScreens: ['words', 'pictures', 'opening'],
    })
    expect(await check(token)).toMatchObject({ code: 'unknown', message: expect.stringContaining('was used') })
    expect(await claim(token, { form: { ...form, email: 'second@example.com' } })).toMatchObject({ ok: false })
    expect(await ports.accounts.findByEmail('second@example.com')).toBeNull()
    expect(await getToken()).toBeNull()
    expect(await getToken(true)).toBeNull()
    expect(JSON.stringify(logged)).not.toContain(token)
  },
)

eachDatabase('a user who is logged in claims the site with their account', async (backend) => {
  const { getToken, claim, ports } = await openUnclaimed(backend)
  const { person } = await createSession(backend)
  backend.events.length = 0
  expect(await claim(await getToken(), { person, form: {} })).toEqual({ ok: true, value: { cookies: [] } })
  expect(await isAdmin(ports.db, person.userId)).toBe(true)
  expect(backend.events).toEqual([{ about: 'person', userId: person.userId }])
})

eachDatabase('a refused form does not use up the link', async (backend) => {
  const { getToken, claim, check } = await openUnclaimed(backend)
  const token = await getToken()
  expect(await claim(token, { form: { email: 'no address', password: 'x' } })).toMatchObject({
    code: 'wrong-value',
    fields: { email: expect.any(String), password: expect.any(String) },
  })
  expect(await claim('wrong', { form })).toMatchObject({ code: 'unknown' })
  expect(await check(token)).toMatchObject({ ok: true })
})

eachDatabase('of several simultaneous claims, one succeeds', async (backend) => {
  const { getToken, claim, ports } = await openUnclaimed(backend)
  const token = await getToken()
  const emails = ['one@example.com', 'two@example.com', 'three@example.com']
  const results = await Promise.all(emails.map((email) => claim(token, { form: { ...form, email } })))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  for (const result of results) if (!result.ok) expect(result.code).toBe('unknown')
  const admins = await ports.db.selectFrom('users').selectAll().where('role', '=', 'Admin').execute()
  expect(admins).toHaveLength(1)
})

eachDatabase('a grant by the operator invalidates the link and leaves the site open', async (backend) => {
  const { getToken, claim, check, ports, admin } = await openUnclaimed(backend)
  const token = await getToken()
  expect(await showSiteSummary(ports)).toMatchObject({ visibility: 'unlisted' })
  expectOk(await asOperator(ports, (unit, operator) => grantAdmin(unit, operator, admin.userId)))
  const refusal = { code: 'unknown', message: expect.stringContaining('already has an admin') }
  expect(await check(token)).toMatchObject(refusal)
  expect(await claim(token)).toMatchObject(refusal)
  expect(await ports.accounts.findByEmail(form.email)).toBeNull()
  expect(await showSiteSummary(ports)).toMatchObject({ visibility: 'open', remainingScreens: [] })
})

eachDatabase('a client address may guess 25 times in 5 minutes', async (backend) => {
  const { getToken, check, claim, advance } = await openUnclaimed(backend)
  const token = await getToken()
  // With another first character, no guess can be the token by chance.
  const first = token?.startsWith('A') ? 'B' : 'A'
  const guess = (n: number) => first + (token ?? '').slice(1, -2) + String(n).padStart(2, '0')
  for (let n = 0; n < 25; n += 1) expect(await check(guess(n))).toMatchObject({ code: 'unknown' })
  expect(await check(guess(25))).toMatchObject({ code: 'too-often', retryAfter: expect.any(Number) })
  // Otherwise further guesses would reveal the right token.
  expect(await check(token)).toMatchObject({ code: 'too-often' })
  expect(await claim(token)).toMatchObject({ code: 'too-often' })
  expect(await check(token, '192.0.2.8')).toMatchObject({ ok: true })
  advance(5 * 60_000)
  expect(await check(token)).toMatchObject({ ok: true })
})

eachDatabase('a site that was closed stays closed when it is claimed again', async (backend) => {
  const { getToken, claim, ports } = await openUnclaimed(backend)
  const token = await getToken()
  await ports.db.updateTable('siteSetup').set({ visibility: 'closed' }).execute()
  expectOk(await claim(token))
  expect(await showSiteSummary(ports)).toMatchObject({ visibility: 'closed' })
})
