import { expect } from 'vitest'
import { attacks, type Attack } from './attack.ts'
import { fresh, logsIn, signsUp, wrong } from './forms.ts'
import { emailOf, password } from './siege.ts'

const roleFields = [
  'role',
  'user.role',
  'data.role',
  'user[role]',
  'users.role',
  '__proto__.role',
  '__proto__',
  'constructor.prototype.role',
  'id',
  'userId',
  'online',
  'admin',
  'emailVerified',
  'name',
  'image',
] as const
const nearlyAdmin = [
  'admin',
  'ADMIN',
  'Admin ',
  ' Admin',
  'Admin\n',
  '\u0410dmin',
  'Ad\u200bmin',
  'Administrator',
  '',
  'true',
  '1',
  '["Admin"]',
]
const roles: Attack[] = roleFields.map((field) => ({
  name: `a sign-up with the field ${field}`,
  taken: true,
  status: 302,
  send: (siege) =>
    siege.ask('/signup', { form: { email: fresh(), password, [field]: field === 'online' ? '7' : 'Admin' } }),
  holds: ({ site }) => {
    expect(site.sql(`select id from users where role is not null`)).toHaveLength(1)
    expect(site.sql(`select id from users where id = 'Admin' or online not in (0, 1)`)).toEqual([])
    expect(site.sql(`select id from authUser where name <> '' or image is not null or emailVerified <> 0`)).toEqual([])
  },
}))

const rolesInTheDatabase: Attack[] = nearlyAdmin.map((role) => ({
  name: `somebody whose role is ${JSON.stringify(role)}`,
  status: 403,
  taken: true,
  send: async (siege) => {
    const { site } = siege
    const [member] = site.sql<{ id: string }>('select id from authUser where email = ?', emailOf('member'))
    site.sql('update users set role = ? where id = ?', role, member?.id ?? '')
    const tried = await siege.edit(
      0,
      { intent: 'save-text', field: 'name', text: 'Taken', version: '1' },
      { as: 'member' },
    )
    site.sql('update users set role = null where id = ?', member?.id ?? '')
    return tried
  },
  holds: ({ site }) => expect(site.sql(`select id from projects where name = 'Taken'`)).toEqual([]),
}))

const addresses: Attack[] = [
  '',
  ' ',
  'nobody',
  '@example.com',
  'a@',
  'a@b',
  'a b@example.com',
  'a@example.com\r\nBcc: x@example.com',
  'a@example.com\0',
  'a@example.com, b@example.com',
  `${'a'.repeat(243)}@example.com`,
  'а@example.com',
  '"quoted"@example.com',
  'a@exam\u202eple.com',
  '<script>@example.com',
  'a@[127.0.0.1]',
  `${'x'.repeat(9_000)}@example.com`,
].flatMap((email): Attack[] => [
  { name: `a sign-up as ${JSON.stringify(email.slice(0, 40))} (${email.length})`, status: 422, send: signsUp(email) },
  {
    name: `a log-in as ${JSON.stringify(email.slice(0, 40))} (${email.length})`,
    status: 422,
    send: logsIn(email, password),
    // Nobody looks for an account of that name.
    holds: (_, [answer]) => expect(answer?.text).not.toContain(wrong),
  },
])

const passwords: Attack[] = [
  ...['', 'short', '🚪'.repeat(7), 'password', 'Password1', 'x'.repeat(257), '🚪'.repeat(257), 'x'.repeat(15_000)].map(
    (chosen): Attack => ({
      name: `a password like ${JSON.stringify(chosen.slice(0, 10))} (${chosen.length})`,
      status: 422,
      // An address of its own: one that is taken would be refused whatever the password is.
      send: signsUp(fresh(), chosen),
    }),
  ),
  { name: 'the address as the password', status: 422, send: signsUp('new@example.com', 'NEW@example.com') },
  { name: 'a password of a megabyte', status: 413, send: signsUp(fresh(), 'x'.repeat(1_000_000)) },
  { name: 'a log-in with a megabyte', status: 413, send: logsIn(emailOf('admin'), 'x'.repeat(1_000_000)) },
  {
    name: 'a log-in with 60 KB in pieces, unannounced',
    status: 413,
    send: (siege) =>
      siege.ask('/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new Blob([`email=${emailOf('admin')}&password=${'x'.repeat(60_000)}`]).stream(),
      }),
  },
  ...['a\0b', '🪑', 'a\u0301\u0302\u0303', '%00', '{"$ne":""}', "' or '1'='1", 'x'.repeat(15_000)].map(
    (given): Attack => ({
      name: `a log-in with the password ${JSON.stringify(given.slice(0, 20))}`,
      status: 422,
      send: logsIn(emailOf('admin'), given),
      holds: (_, [answer]) => expect(answer?.text).toContain(wrong),
    }),
  ),
  ...['a\0b and more', '🪑🪑🪑🪑🪑🪑🪑🪑', 'a\u0301\u0302\u0303 combining'].map((chosen): Attack => ({
    name: `a new account with the password ${JSON.stringify(chosen.slice(0, 12))}, which is as good as any`,
    status: 302,
    taken: true,
    send: async (siege) => {
      const email = fresh()
      return [await signsUp(email, chosen)(siege), await logsIn(email, chosen)(siege)]
    },
  })),
]

attacks('accounts: roles', roles)
attacks('accounts: who is nearly an admin', rolesInTheDatabase)
attacks('accounts: addresses and passwords', [...addresses, ...passwords])
