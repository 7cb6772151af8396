import { expect } from 'vitest'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { done } from '#portfolio/result.ts'
import { inTransaction } from '#portfolio/transaction.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { createSession } from '#tests/support/test-server.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { expireLinks } from '#portfolio/account/expire.ts'
import { createLink, endLinks, findLink, redeemLink, type LinkPurpose } from './one-time-links.ts'

const minuteMs = 60_000
const caller = { person: null, clientAddress: '192.0.2.1' }

async function createToken({ ports }: TestBackend, purpose: LinkPurpose, userId: string | null, email = '') {
  const create = inTransaction(ports, async (unit) => done(await createLink(unit, { purpose, userId, email })))
  return expectOk(await create).token
}

eachDatabase('a link works once, and opening it does not use it up', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  const token = await createToken(backend, 'reset', person.userId)
  const redeem = () => inTransaction(ports, (unit) => redeemLink(unit, 'reset', token))
  for (const _ of [1, 2, 3]) expectOk(await findLink(ports, 'reset', token, caller))
  expect(expectOk(await redeem())).toMatchObject({ userId: person.userId })
  for (const refusal of [await redeem(), await findLink(ports, 'reset', token, caller)])
    expect(refusal).toMatchObject({ ok: false, code: 'unknown', message: expect.stringContaining('already been used') })
})

eachDatabase('if two requests use a link at once, one is refused', async (backend) => {
  const { ports, connect } = backend
  const { person } = await createSession(backend)
  const token = await createToken(backend, 'reset', person.userId)
  const others = [ports, { ...ports, db: connect() }]
  const redeemed = await Promise.all(
    others.map((one) => inTransaction(one, (unit) => redeemLink(unit, 'reset', token))),
  )
  expect(redeemed.map(({ ok }) => ok).sort()).toEqual([false, true])
})

eachDatabase('a refused command does not use up the link', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  const token = await createToken(backend, 'email', person.userId, 'new@example.com')
  await inTransaction(ports, async (unit) => {
    expectOk(await redeemLink(unit, 'email', token))
    return { ok: false, code: 'wrong-value', message: '' }
  })
  expect(expectOk(await findLink(ports, 'email', token, caller)).email).toBe('new@example.com')
})

eachDatabase('each kind of link has its own lifetime, and is refused as expired for a week', async (backend) => {
  const { ports, advance } = backend
  const { person } = await createSession(backend)
  for (const [purpose, minutes] of [
    ['reset', 30],
    ['email', 24 * 60],
    ['invitation', 7 * 24 * 60],
  ] as const) {
    const token = await createToken(backend, purpose, purpose === 'invitation' ? null : person.userId)
    advance(minutes * minuteMs - 1_000)
    expectOk(await findLink(ports, purpose, token, caller))
    advance(2_000)
    const expired = { ok: false, message: expect.stringContaining('expired') }
    expect(await findLink(ports, purpose, token, caller)).toMatchObject(expired)
    expect(await inTransaction(ports, (unit) => redeemLink(unit, purpose, token))).toMatchObject(expired)
    advance(6 * 24 * 60 * minuteMs)
    await expireLinks(ports)
    expect(await findLink(ports, purpose, token, caller)).toMatchObject(expired)
    advance(2 * 24 * 60 * minuteMs)
    await expireLinks(ports)
    expect(await findLink(ports, purpose, token, caller)).toMatchObject({
      message: expect.stringContaining('not valid'),
    })
  }
})

eachDatabase('a link for another account, another purpose or a deleted account is refused', async (backend) => {
  const { ports } = backend
  const [anna, bert] = [await createSession(backend), await createSession(backend, 'bert')]
  const reset = await createToken(backend, 'reset', anna.person.userId)
  const invitation = await createToken(backend, 'invitation', null, anna.person.email)
  for (const [purpose, token] of [
    ['reset', reset],
    ['invitation', invitation],
  ] as const) {
    expectOk(await findLink(ports, purpose, token, { ...caller, person: anna.person }))
    expect(await findLink(ports, purpose, token, { ...caller, person: bert.person })).toMatchObject({
      ok: false,
      message: expect.stringContaining('another account'),
    })
    expect(await findLink(ports, 'email', token, caller)).toMatchObject({ ok: false, code: 'unknown' })
  }
  await ports.db.deleteFrom('authUser').where('id', '=', anna.person.userId).execute()
  expect(await findLink(ports, 'reset', reset, caller)).toMatchObject({ ok: false, code: 'unknown' })
})

eachDatabase('the database stores no token, and no address of a used link', async (backend) => {
  const { ports } = backend
  const token = await createToken(backend, 'invitation', null, 'grace@example.com')
  const rows = () => ports.db.selectFrom('oneTimeLinks').selectAll().execute()
  expect(token).toMatch(/^[\w-]{24}$/)
  expect(JSON.stringify(await rows())).not.toContain(token)
  expectOk(await inTransaction(ports, (unit) => redeemLink(unit, 'invitation', token)))
  expect(JSON.stringify(await rows())).not.toContain('grace')
})

eachDatabase('wrong tokens are counted by client address, valid ones are not', async (backend) => {
  const { ports } = backend
  const { person } = await createSession(backend)
  const token = await createToken(backend, 'reset', person.userId)
  const open = (given: string, clientAddress = caller.clientAddress) =>
    findLink(ports, 'reset', given, { person: null, clientAddress })
  for (let n = 0; n < rateLimits.wrongLink.max; n++) {
    expect(await open(`wrong ${n}`)).toMatchObject({ code: 'unknown' })
    expectOk(await open(token, '192.0.2.2'))
  }
  expect(await open('wrong')).toMatchObject({ code: 'too-often', retryAfter: expect.any(Number) })
  expect(await open(token)).toMatchObject({ code: 'too-often' })
  expectOk(await open(token, '192.0.2.2'))
})

eachDatabase('deleting the links of one account keeps those of another', async (backend) => {
  const { ports } = backend
  const [anna, bert] = [await createSession(backend), await createSession(backend, 'bert')]
  const [first, second] = [
    await createToken(backend, 'reset', anna.person.userId),
    await createToken(backend, 'email', anna.person.userId, 'new@example.com'),
  ]
  const other = await createToken(backend, 'reset', bert.person.userId)
  const end = (purpose?: LinkPurpose) =>
    inTransaction(ports, async (unit) => done(await endLinks(unit, anna.person.userId, purpose)))
  await end('email')
  expectOk(await findLink(ports, 'reset', first, caller))
  expect(await findLink(ports, 'email', second, caller)).toMatchObject({ ok: false })
  await end()
  expect(await findLink(ports, 'reset', first, caller)).toMatchObject({ ok: false })
  expectOk(await findLink(ports, 'reset', other, caller))
})
