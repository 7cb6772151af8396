import { expect } from 'vitest'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { eraseAccount } from '#portfolio/account/erase.ts'
import { asUser } from '#portfolio/account/as-user.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { createSoftwarePasskey } from '#tests/support/software-passkey.ts'
import { signedIn } from '#tests/support/site/signed-in.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskeyCreation } from './edit.ts'
import { passkeyLimits } from './passkey.ts'
import { listPasskeys } from './show.ts'

const minute = 60_000

eachDatabase('a passkey is stored with its counter and flags; its name can be changed', async (backend) => {
  const { ports, events } = backend
  const session = await signedIn(backend, 'anna')
  const passkey = createSoftwarePasskey()
  expectOk(await addPasskey(ports, session, passkey.create(expectOk(await startPasskeyCreation(ports, session)))))
  const [row] = await ports.db.selectFrom('passkeys').selectAll().execute()
  expect(row).toMatchObject({
    userId: session.userId,
    name: 'Passkey',
    credentialId: passkey.credentialId,
    counter: 0,
    synced: 0,
    backedUp: 0,
    transports: '["internal"]',
    usedAt: null,
  })
  expect(events).toContainEqual({ about: 'person', userId: session.userId })
  const id = row?.id ?? ''
  const rename = (name: string, by = session) =>
    asUser(ports, by, (unit, own) => renamePasskey(unit, own, { id, name }))
  expectOk(await rename('  My \n laptop '))
  expect(await listPasskeys(ports, session.userId)).toMatchObject([{ id, name: 'My laptop' }])
  expect(await rename(' ')).toMatchObject({ ok: false, message: 'The name is required.' })
  expect(await rename('x'.repeat(passkeyLimits.name + 1))).toMatchObject({
    ok: false,
    message: 'The name can have at most 60 characters.',
  })
})

eachDatabase('a user cannot rename or remove the passkey of another user', async (backend) => {
  const { ports } = backend
  const [anna, bert] = [await signedIn(backend, 'anna'), await signedIn(backend, 'bert')]
  expectOk(
    await addPasskey(ports, anna, createSoftwarePasskey().create(expectOk(await startPasskeyCreation(ports, anna)))),
  )
  const [before] = await listPasskeys(ports, anna.userId)
  const id = before?.id ?? ''
  const renamed = await asUser(ports, bert, (unit, own) => renamePasskey(unit, own, { id, name: 'Mine' }))
  expect(renamed).toMatchObject({ code: 'unknown' })
  expectOk(await asUser(ports, bert, (unit, own) => removePasskey(unit, own, id)))
  expect(await listPasskeys(ports, anna.userId)).toEqual([before])
  expectOk(await asUser(ports, anna, (unit, own) => removePasskey(unit, own, id)))
  expect(await listPasskeys(ports, anna.userId)).toEqual([])
})

eachDatabase(
  'a challenge is valid once, for five minutes, on this site, and in the session that requested it',
  async (backend) => {
    const { ports, advance } = backend
    const [anna, bert] = [await signedIn(backend, 'anna'), await signedIn(backend, 'bert')]
    const start = async () => expectOk(await startPasskeyCreation(ports, anna))
    const refusal = { ok: false, message: 'The passkey could not be added. Please try again.' }
    const options = await start()
    expect(await addPasskey(ports, bert, createSoftwarePasskey().create(options))).toMatchObject(refusal)
    const elsewhere = createSoftwarePasskey().create(options, { origin: 'https://elsewhere.example' })
    expect(await addPasskey(ports, anna, elsewhere)).toMatchObject(refusal)
    expectOk(await addPasskey(ports, anna, createSoftwarePasskey().create(options)))
    expect(await addPasskey(ports, anna, createSoftwarePasskey().create(options))).toMatchObject(refusal)
    const late = await start()
    advance(5 * minute + 1)
    expect(await addPasskey(ports, anna, createSoftwarePasskey().create(late))).toMatchObject(refusal)
    for (const malformed of [{ id: 'x' }, { id: 'x', response: { clientDataJSON: '%', attestationObject: '' } }])
      expect(await addPasskey(ports, anna, malformed)).toMatchObject(refusal)
    expect(await listPasskeys(ports, anna.userId)).toHaveLength(1)
  },
)

eachDatabase('a passkey belongs to one account, and an account has at most 20', async (backend) => {
  const { ports } = backend
  const [anna, bert] = [await signedIn(backend, 'anna'), await signedIn(backend, 'bert')]
  const passkey = createSoftwarePasskey()
  expectOk(await addPasskey(ports, anna, passkey.create(expectOk(await startPasskeyCreation(ports, anna)))))
  const again = await addPasskey(ports, bert, passkey.create(expectOk(await startPasskeyCreation(ports, bert))))
  expect(again).toMatchObject({ message: 'This passkey has already been added.' })
  const last = expectOk(await startPasskeyCreation(ports, anna))
  const [row] = await ports.db.selectFrom('passkeys').selectAll().execute()
  if (!row) throw new Error('there is no passkey')
  const others = Array.from({ length: passkeyLimits.perUser - 1 }, (_, n) => ({
    ...row,
    id: `${n}`,
    credentialId: `${n}`,
  }))
  await ports.db.insertInto('passkeys').values(others).execute()
  const tooMany = { ok: false, message: 'You have 20 passkeys. Remove one to add another.' }
  expect(await startPasskeyCreation(ports, anna)).toMatchObject(tooMany)
  expect(await addPasskey(ports, anna, createSoftwarePasskey().create(last))).toMatchObject(tooMany)
})

eachDatabase(
  'no passkey can be added after the session has ended, and erasing an account deletes its passkeys',
  async (backend) => {
    const { ports } = backend
    const session = await signedIn(backend, 'anna')
    const options = expectOk(await startPasskeyCreation(ports, session))
    expectOk(await addPasskey(ports, session, createSoftwarePasskey().create(options)))
    const late = expectOk(await startPasskeyCreation(ports, session))
    await ports.db.deleteFrom('authSession').execute()
    expect(await addPasskey(ports, session, createSoftwarePasskey().create(late))).toMatchObject({ code: 'no-session' })
    expectOk(await asOperator(ports, (unit, admin) => eraseAccount(unit, admin, session.userId)))
    expect(await listPasskeys(ports, session.userId)).toEqual([])
  },
)
