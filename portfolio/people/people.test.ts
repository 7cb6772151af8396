import { beforeEach, expect, vi } from 'vitest'
import { asAdmin, asOperator, readAsAdmin } from '#portfolio/account/as-admin.ts'
import type { Person } from '#portfolio/account/account.ts'
import { eraseLinks } from '#portfolio/account/erase.ts'
import { queueMail } from '#portfolio/mail/queue-mail.ts'
import { newCaller, sessionsOf } from '#tests/support/callers.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import { createSession } from '#tests/support/test-server.ts'
import { rateLimits } from '#portfolio/rate-limit/rate-limit.ts'
import { expectOk, origin, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { acceptInvitation, showInvitation, signUpWithInvitation } from '#portfolio/one-time-link/accept.ts'
import { deleteAccount, makeAdmin, removeAdminRole } from './edit.ts'
import { invite, withdrawInvitation } from './invite.ts'
import { otherAccountsPerPage } from './people.ts'
import { listPeople } from './read.ts'

vi.mock('#portfolio/mail/queue-mail.ts', () => ({ queueMail: vi.fn() }))
const queuedEmails = () => vi.mocked(queueMail).mock.calls.map(([, mail]) => mail)
beforeEach(() => void vi.mocked(queueMail).mockClear())

const anonymous = { person: null, clientAddress: '192.0.2.1' }
const inviteBy = ({ userId }: Person) => ({ origin, invitedBy: userId, clientAddress: '192.0.2.1' })
const password = 'limewash and linen'

const list = async ({ ports }: TestBackend, by: Person, before = '') =>
  expectOk(await readAsAdmin(ports, by, (db, admin) => listPeople(db, admin, { now: ports.now(), before })))
const change = ({ ports }: TestBackend, by: Person, command: typeof makeAdmin, { userId }: Pick<Person, 'userId'>) =>
  asAdmin(ports, by, (unit, admin) => command(unit, admin, { userId }))
async function createInvitation({ ports }: TestBackend, by: Person, email = '') {
  const { link } = expectOk(await asAdmin(ports, by, (unit, admin) => invite(unit, admin, { email, ...inviteBy(by) })))
  expect(link).toMatch(/^http:\/\/localhost:3000\/invite\/[\w-]{24}$/)
  return link.slice(`${origin}/invite/`.length)
}

eachDatabase('admins and invited people come first, then those who signed up by themselves', async (backend) => {
  const { ports } = backend
  const { person: anna } = await createSession(backend, 'anna', 'admin')
  const { person: bert } = await createSession(backend, 'bert')
  const { person: carl } = await createSession(backend, 'carl')
  expectOk(await acceptInvitation(ports, await createInvitation(backend, anna), { ...anonymous, person: carl }))
  const { people, others, otherCount, next } = await list(backend, anna)
  expect(people).toMatchObject([
    { email: anna.email, isAdmin: true, isInvited: false },
    { email: carl.email, isAdmin: false, isInvited: true },
  ])
  expect(others).toMatchObject([{ userId: bert.userId, isAdmin: false, isInvited: false }])
  expect([otherCount, next]).toEqual([1, null])
})

eachDatabase('other accounts are listed in pages, newest first', async (backend) => {
  const { ports } = backend
  const { person: anna } = await createSession(backend, 'anna', 'admin')
  const count = otherAccountsPerPage + 3
  const users = Array.from({ length: count }, (_, n) => {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, n - (n % 2))).toISOString()
    const id = `user-${String(n).padStart(4, '0')}`
    return {
      id,
      name: '',
      email: `${id}@example.com`,
      emailVerified: 0,
      image: null,
      createdAt,
      updatedAt: '',
    } as const
  })
  await ports.db.insertInto('authUser').values(users).execute()
  const first = await list(backend, anna)
  const second = await list(backend, anna, first.next ?? '')
  expect([first.otherCount, first.others.length, second.others.length, second.next]).toEqual([count, 100, 3, null])
  const ids = [...first.others, ...second.others].map(({ userId }) => userId)
  expect(ids).toEqual(users.map(({ id }) => id).reverse())
})

eachDatabase(
  'an invited person signs up with a link that works once, and is then listed as invited',
  async (backend) => {
    const { ports, events } = backend
    const { person: anna } = await createSession(backend, 'anna', 'admin')
    const token = await createInvitation(backend, anna)
    expect((await list(backend, anna)).invitations).toMatchObject([{ email: '' }])
    expectOk(await showInvitation(ports, token, anonymous))
    const form = { email: 'grace@example.com', password }
    expect(await signUpWithInvitation(ports, token, { ...form, password: 'short' }, newCaller())).toMatchObject({
      ok: false,
    })
    events.length = 0
    const session = expectOk(await signUpWithInvitation(ports, token, form, newCaller()))
    expect(session).toMatchObject({ isInvited: true, cookies: expect.any(Array) })
    expect(events).toEqual([{ about: 'people' }])
    expect(
      await signUpWithInvitation(ports, token, { ...form, email: 'other@example.com' }, newCaller()),
    ).toMatchObject({
      code: 'unknown',
      message: expect.stringContaining('already been used'),
    })
    const { people, otherCount, invitations } = await list(backend, anna)
    expect(people.map(({ email }) => email)).toEqual([anna.email, 'grace@example.com'])
    expect([otherCount, invitations]).toEqual([0, []])
    expect(queuedEmails()).toEqual([])
  },
)

eachDatabase('an invitation to an address is e-mailed, and only that address can use it', async (backend) => {
  const { ports } = backend
  const { person: anna } = await createSession(backend, 'anna', 'admin')
  const { person: bert } = await createSession(backend, 'bert')
  const first = await createInvitation(backend, anna, 'grace@example.com')
  const token = await createInvitation(backend, anna, ' Grace@Example.com ')
  const mail = { kind: 'invitation', to: 'grace@example.com' }
  expect(queuedEmails()).toMatchObject([mail, mail])
  expect(queuedEmails()[1]?.text).toContain(`${origin}/invite/${token}`)
  expect((await list(backend, anna)).invitations).toMatchObject([{ email: 'grace@example.com' }])
  expect(await showInvitation(ports, first, anonymous)).toMatchObject({ ok: false })
  expect(await acceptInvitation(ports, token, { ...anonymous, person: bert })).toMatchObject({
    message: expect.stringContaining('another account'),
  })
  expect(await acceptInvitation(ports, token, anonymous)).toMatchObject({ code: 'no-session' })
  expectOk(await signUpWithInvitation(ports, token, { email: 'evil@example.com', password }, newCaller()))
  expect((await list(backend, anna)).people.map(({ email }) => email)).toEqual([anna.email, 'grace@example.com'])
})

eachDatabase(
  'an invitation can be withdrawn, or erased by its address; an invalid address is refused',
  async (backend) => {
    const { ports, events } = backend
    const { person: anna } = await createSession(backend, 'anna', 'admin')
    const token = await createInvitation(backend, anna)
    const [{ id = '' } = {}] = (await list(backend, anna)).invitations
    const withdraw = () => asAdmin(ports, anna, (unit, admin) => withdrawInvitation(unit, admin, { id }))
    expectOk(await withdraw())
    expect(await withdraw()).toMatchObject({ code: 'unknown' })
    expect(await signUpWithInvitation(ports, token, { email: 'a@example.com', password }, newCaller())).toMatchObject({
      ok: false,
    })
    await createInvitation(backend, anna, 'grace@example.com')
    events.length = 0
    expectOk(await asOperator(ports, (unit, admin) => eraseLinks(unit, admin, ' GRACE@example.com')))
    expect(events).toEqual([{ about: 'people' }])
    expect(await ports.db.selectFrom('oneTimeLinks').select('id').execute()).toEqual([])
    const wrong = asAdmin(ports, anna, (unit, admin) => invite(unit, admin, { email: 'no address', ...inviteBy(anna) }))
    expect(await wrong).toMatchObject({ code: 'wrong-value', fields: { email: expect.any(String) } })
  },
)

eachDatabase('the admin role can be granted and revoked, but not revoked from the last admin', async (backend) => {
  const { events } = backend
  const { person: anna } = await createSession(backend, 'anna', 'admin')
  const { person: bert } = await createSession(backend, 'bert')
  // The admin of the test backend has no account, so it cannot log in and does not count.
  expect(await change(backend, anna, removeAdminRole, anna)).toMatchObject({
    code: 'wrong-value',
    message: expect.stringContaining('last admin'),
  })
  events.length = 0
  expectOk(await change(backend, anna, makeAdmin, bert))
  expect(events).toEqual([{ about: 'people' }, { about: 'person', userId: bert.userId }])
  expectOk(await change(backend, bert, removeAdminRole, anna))
  expect(await change(backend, anna, makeAdmin, anna)).toMatchObject({ code: 'not-admin' })
  expect(await change(backend, bert, removeAdminRole, anna)).toMatchObject({ code: 'unknown' })
  expect(await change(backend, bert, removeAdminRole, bert)).toMatchObject({ code: 'wrong-value' })
})

eachDatabase('if two admins remove each other at once, one of them stays an admin', async (backend) => {
  const { ports, connect } = backend
  const { person: anna } = await createSession(backend, 'anna', 'admin')
  const { person: bert } = await createSession(backend, 'bert', 'admin')
  const admins = () => ports.db.selectFrom('users').innerJoin('authUser', 'authUser.id', 'users.id').select('role')
  const elsewhere = { ...backend, ports: { ...ports, db: connect() } }
  for (let n = 0; n < 10; n++) {
    const results = await Promise.all([
      change(backend, anna, removeAdminRole, n % 2 ? bert : anna),
      change(elsewhere, bert, removeAdminRole, n % 2 ? anna : bert),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await admins().where('role', '=', 'Admin').execute()).toHaveLength(1)
    await ports.db.updateTable('users').set({ role: 'Admin' }).execute()
  }
})

eachDatabase('deleting an account deletes its sessions and links; an admin cannot be deleted', async (backend) => {
  const { ports, events } = backend
  const { person: anna } = await createSession(backend, 'anna', 'admin')
  const { person: bert } = await createSession(backend, 'bert')
  expectOk(await acceptInvitation(ports, await createInvitation(backend, anna), { ...anonymous, person: bert }))
  expect(await change(backend, anna, deleteAccount, anna)).toMatchObject({ code: 'wrong-value' })
  events.length = 0
  expectOk(await change(backend, anna, deleteAccount, bert))
  expect(events).toEqual([{ about: 'people' }, { about: 'person', userId: bert.userId }])
  expect(await sessionsOf(backend)).toHaveLength(1)
  expect(await ports.db.selectFrom('oneTimeLinks').select('id').execute()).toEqual([])
  for (const command of [deleteAccount, makeAdmin])
    expect(await change(backend, anna, command, bert)).toMatchObject({ code: 'unknown' })
  expect(await ports.db.selectFrom('users').select('id').where('id', '=', bert.userId).execute()).toEqual([])
})

eachDatabase(
  'an account that is deleted and made an admin at the same time ends up either deleted or an admin',
  async (backend) => {
    const { ports, connect } = backend
    const { person: anna } = await createSession(backend, 'anna', 'admin')
    const elsewhere = { ...backend, ports: { ...ports, db: connect() } }
    for (const name of ['bert', 'carl', 'dora']) {
      const { person } = await createSession(backend, name)
      await Promise.all([change(backend, anna, deleteAccount, person), change(elsewhere, anna, makeAdmin, person)])
      const user = ports.db.selectFrom('users').select('role').where('id', '=', person.userId)
      const account = ports.db.selectFrom('authUser').select('id').where('id', '=', person.userId)
      const [role, exists] = [(await user.executeTakeFirst())?.role, (await account.executeTakeFirst()) !== undefined]
      expect([exists, role]).toEqual(exists ? [true, 'Admin'] : [false, undefined])
    }
  },
)

eachDatabase('the open invitations of an admin are deleted with the role; accepted ones stay', async (backend) => {
  const { ports, events } = backend
  const { person: anna } = await createSession(backend, 'anna', 'admin')
  const { person: bert } = await createSession(backend, 'bert', 'admin')
  const { person: carl } = await createSession(backend, 'carl')
  expectOk(await acceptInvitation(ports, await createInvitation(backend, bert), { ...anonymous, person: carl }))
  const tokens = [await createInvitation(backend, bert), await createInvitation(backend, bert, 'grace@example.com')]
  const kept = await createInvitation(backend, anna)
  events.length = 0
  expectOk(await change(backend, anna, removeAdminRole, bert))
  expect(events).toContainEqual({ about: 'people' })
  for (const token of tokens) expect(await showInvitation(ports, token, anonymous)).toMatchObject({ code: 'unknown' })
  expectOk(await showInvitation(ports, kept, anonymous))
  expectOk(await change(backend, anna, deleteAccount, bert))
  const { people, invitations } = await list(backend, anna)
  expect(people.map(({ email }) => email)).toEqual([anna.email, carl.email])
  expect(invitations).toHaveLength(1)
})

eachDatabase(
  'an address gets at most five invitations a day from all admins; links that are not e-mailed do not count',
  async (backend) => {
    const { ports } = backend
    const { person: anna } = await createSession(backend, 'anna', 'admin')
    const { person: bert } = await createSession(backend, 'bert', 'admin')
    const mailing = { ...ports, mailConfigured: true }
    const ask = (by: Person, email: string) =>
      asAdmin(mailing, by, (unit, admin) => invite(unit, admin, { email, ...inviteBy(by) }))
    for (let n = 0; n < rateLimits.linkMailTo.max; n++) expectOk(await ask(n % 2 ? anna : bert, 'grace@example.com'))
    expect(await ask(bert, 'Grace@example.com')).toMatchObject({ code: 'too-often' })
    expect(queuedEmails().at(-1)).toMatchObject({ kind: 'invitation', to: 'grace@example.com', userId: bert.userId })
    for (let n = 0; n < 30; n++) expectOk(await ask(anna, ''))
  },
)
