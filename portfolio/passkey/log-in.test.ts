import { sql } from 'kysely'
import { expect } from 'vitest'
import { boundToSession, provePasskey, startProof } from '#portfolio/account/prove.ts'
import { findPerson } from '#portfolio/account/session.ts'
import { hasRecentProof } from '#portfolio/account/recent-proof.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { headersWith, newCaller } from '#tests/support/callers.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { createSoftwarePasskey } from '#tests/support/software-passkey.ts'
import { signedIn } from '#tests/support/site/signed-in.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { addPasskey, startPasskeyCreation } from './edit.ts'
import { logInWithPasskey, startPasskeyLogIn } from './log-in.ts'

const browserId = 'the browser'
const minute = 60_000
const notChecked = { ok: false, message: 'This passkey could not be checked. Please try again.' }

async function createUserWithPasskey(backend: TestBackend, name = 'anna') {
  const { ports } = backend
  const session = await signedIn(backend, name)
  const person = { userId: session.userId, email: session.email, admin: false }
  const passkey = createSoftwarePasskey()
  expectOk(await addPasskey(ports, session, passkey.create(expectOk(await startPasskeyCreation(ports, session)))))
  return { session, passkey, person }
}

const start = async ({ ports }: TestBackend) =>
  expectOk(await startPasskeyLogIn(ports, { browserId, clientAddress: newCaller().clientAddress }))

eachDatabase('a passkey logs its owner in, and its use is recorded', async (backend) => {
  const { ports } = backend
  const { passkey, person } = await createUserWithPasskey(backend)
  await ports.db.updateTable('users').set({ online: 0 }).execute()
  const response = passkey.use(await start(backend), { counter: 7, userId: person.userId })
  const headers = new Headers({ 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko Firefox/140.0' })
  const { cookies } = expectOk(await logInWithPasskey(ports, { response, browserId }, newCaller(headers)))
  expect(await findPerson(ports, headersWith(cookies))).toEqual(person)
  const labels = await ports.db.selectFrom('authSession').select('label').orderBy('createdAt').execute()
  expect(labels).toEqual([{ label: '' }, { label: 'Firefox on Linux' }])
  expect(await ports.db.selectFrom('passkeys').selectAll().execute()).toMatchObject([
    { counter: 7, usedAt: ports.now().toISOString() },
  ])
  const [user] = await ports.db.selectFrom('users').select('online').where('id', '=', person.userId).execute()
  expect(user).toEqual({ online: 1 })
})

eachDatabase(
  'a response is refused when it is repeated, late, or for another browser, site or user',
  async (backend) => {
    const { ports, advance } = backend
    const { passkey, person } = await createUserWithPasskey(backend)
    const attempt = (response: ReturnType<typeof passkey.use>, from = browserId) =>
      logInWithPasskey(ports, { response, browserId: from }, newCaller())
    const used = passkey.use(await start(backend))
    expectOk(await attempt(used))
    expect(await attempt(used)).toMatchObject(notChecked)
    expect(await attempt(passkey.use(await start(backend)), 'another')).toMatchObject(notChecked)
    const elsewhere = passkey.use(await start(backend), { origin: 'https://elsewhere.example' })
    expect(await attempt(elsewhere)).toMatchObject(notChecked)
    expect(await attempt(passkey.use(await start(backend), { userId: 'bert' }))).toMatchObject(notChecked)
    const late = passkey.use(await start(backend))
    advance(5 * minute + 1)
    expect(await attempt(late)).toMatchObject(notChecked)
    expect(await attempt(createSoftwarePasskey().use(await start(backend)))).toMatchObject({
      message: expect.stringMatching(/^This passkey is not known here\./),
    })
    expect(
      await ports.db.selectFrom('authSession').where('userId', '=', person.userId).selectAll().execute(),
    ).toHaveLength(2)
  },
)

eachDatabase('a counter that does not increase is refused: the passkey may have been copied', async (backend) => {
  const { ports } = backend
  const { passkey } = await createUserWithPasskey(backend)
  const attempt = async (counter: number) =>
    logInWithPasskey(ports, { response: passkey.use(await start(backend), { counter }), browserId }, newCaller())
  expectOk(await attempt(5))
  expect(await attempt(5)).toMatchObject(notChecked)
  expectOk(await attempt(6))
})

eachDatabase('passkey attempts have the same limits as password attempts', async (backend) => {
  const { ports } = backend
  const { passkey } = await createUserWithPasskey(backend)
  const caller = newCaller()
  const wrong = passkey.use(await start(backend), { origin: 'https://elsewhere.example' })
  for (let n = 0; n < rateLimits.logInToAccount.max; n += 1)
    expect(await logInWithPasskey(ports, { response: wrong, browserId }, caller)).toMatchObject(notChecked)
  const right = passkey.use(await start(backend))
  expect(await logInWithPasskey(ports, { response: right, browserId }, caller)).toMatchObject({ code: 'too-often' })
  const unknown = createSoftwarePasskey().use(await start(backend))
  for (let n = rateLimits.logInToAccount.max; n < rateLimits.logIn.max; n += 1)
    await logInWithPasskey(ports, { response: unknown, browserId }, caller)
  expect(await startPasskeyLogIn(ports, { browserId, clientAddress: caller.clientAddress })).toMatchObject({
    code: 'too-often',
  })
})

eachDatabase(
  'a passkey is accepted as a proof only from its owner, in the session that requested the challenge',
  async (backend) => {
    const { ports, advance } = backend
    const { session, passkey } = await createUserWithPasskey(backend)
    const bert = await createUserWithPasskey(backend, 'bert')
    advance(11 * minute)
    expect(hasRecentProof(session, ports.now())).toBe(false)
    const options = expectOk(await startProof(ports, session))
    const refusal = { message: 'This passkey does not belong to your account. Please use your password.' }
    expect(await provePasskey(ports, session, bert.passkey.use(options), newCaller())).toMatchObject(refusal)
    const forBert = await ports.passkeys.requestOptions({ boundTo: boundToSession(bert.session), at: ports.now() })
    expect(await provePasskey(ports, session, passkey.use(forBert), newCaller())).toMatchObject(refusal)
    expectOk(await provePasskey(ports, session, passkey.use(options), newCaller()))
    const [row] = await ports.db.selectFrom('authSession').select('provenAt').where('id', '=', session.id).execute()
    expect(row?.provenAt).toBe(ports.now().toISOString())
  },
)

eachDatabase('while the passkeys cannot be read, a proof is refused as unavailable', async (backend) => {
  const { ports } = backend
  const { session, passkey } = await createUserWithPasskey(backend)
  const response = passkey.use(expectOk(await startProof(ports, session)))
  await sql`alter table "passkeys" rename to elsewhere`.execute(ports.db)
  try {
    expect(await provePasskey(ports, session, response, newCaller())).toMatchObject({ code: 'unavailable' })
  } finally {
    await sql`alter table elsewhere rename to "passkeys"`.execute(ports.db)
  }
  expectOk(await provePasskey(ports, session, response, newCaller()))
})
