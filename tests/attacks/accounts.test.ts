import { expect } from 'vitest'
import { runAttacks, type Attack } from './run-attacks.ts'
import { newEmail, logInAs, signUpAs, wrongCredentialsMessage } from './account-forms.ts'
import { emailOf, password } from './target-site.ts'

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
const similarRoles = [
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
const extraFields: Attack[] = roleFields.map((field) => ({
  name: `a sign-up with the extra field ${field}, which is ignored`,
  isAccepted: true,
  status: 302,
  send: (target) =>
    target.request('/signup', { form: { email: newEmail(), password, [field]: field === 'online' ? '7' : 'Admin' } }),
  verify: async ({ site }) => {
    expect(await site.query(`select id from users where role is not null`)).toHaveLength(1)
    expect(await site.query(`select id from users where id = 'Admin' or online not in (0, 1)`)).toEqual([])
    const changed = `name <> '' or image is not null or "emailVerified" <> 0`
    expect(await site.query(`select id from "authUser" where ${changed}`)).toEqual([])
  },
}))

const storedRoles: Attack[] = similarRoles.map((role) => ({
  name: `an edit by an account with the role ${JSON.stringify(role)}`,
  status: 403,
  isAccepted: true,
  send: async (target) => {
    const { site } = target
    const [user] = await site.query<{ id: string }>('select id from "authUser" where email = ?', emailOf('user'))
    await site.query('update users set role = ? where id = ?', role, user?.id ?? '')
    const response = await target.editProject(
      0,
      { intent: 'save-text', field: 'name', text: 'Taken', version: '1' },
      { as: 'user' },
    )
    await site.query('update users set role = null where id = ?', user?.id ?? '')
    return response
  },
  verify: async ({ site }) => expect(await site.query(`select id from projects where name = 'Taken'`)).toEqual([]),
}))

const emails: Attack[] = [
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
  {
    name: `a sign-up with the e-mail address ${JSON.stringify(email.slice(0, 40))} (${email.length})`,
    status: 422,
    send: signUpAs(email),
  },
  {
    name: `a log-in with the e-mail address ${JSON.stringify(email.slice(0, 40))} (${email.length})`,
    status: 422,
    send: logInAs(email, password),
    // An invalid address is refused before the account is looked up.
    verify: (_, [response]) => expect(response?.text).not.toContain(wrongCredentialsMessage),
  },
])

const passwords: Attack[] = [
  ...['', 'short', '🚪'.repeat(7), 'password', 'Password1', 'x'.repeat(257), '🚪'.repeat(257), 'x'.repeat(15_000)].map(
    (chosen): Attack => ({
      name: `a sign-up with the password ${JSON.stringify(chosen.slice(0, 10))} (${chosen.length})`,
      status: 422,
      // A new address, because a registered one is refused with any password.
      send: signUpAs(newEmail(), chosen),
    }),
  ),
  {
    name: 'a sign-up with the e-mail address as the password',
    status: 422,
    send: signUpAs('new@example.com', 'NEW@example.com'),
  },
  { name: 'a sign-up with a password of 1 MB', status: 413, send: signUpAs(newEmail(), 'x'.repeat(1_000_000)) },
  {
    name: 'a log-in with a password of 1 MB',
    status: 413,
    send: logInAs(emailOf('admin'), 'x'.repeat(1_000_000)),
  },
  {
    name: 'a log-in of 60 KB without Content-Length',
    status: 413,
    send: (target) =>
      target.request('/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new Blob([`email=${emailOf('admin')}&password=${'x'.repeat(60_000)}`]).stream(),
      }),
  },
  ...['a\0b', '🪑', 'a\u0301\u0302\u0303', '%00', '{"$ne":""}', "' or '1'='1", 'x'.repeat(15_000)].map(
    (given): Attack => ({
      name: `a log-in with the password ${JSON.stringify(given.slice(0, 20))}`,
      status: 422,
      send: logInAs(emailOf('admin'), given),
      verify: (_, [response]) => expect(response?.text).toContain(wrongCredentialsMessage),
    }),
  ),
  ...['a\0b and more', '🪑🪑🪑🪑🪑🪑🪑🪑', 'a\u0301\u0302\u0303 combining'].map((chosen): Attack => ({
    name: `a sign-up and a log-in with the password ${JSON.stringify(chosen.slice(0, 12))}`,
    status: 302,
    isAccepted: true,
    send: async (target) => {
      const email = newEmail()
      return [await signUpAs(email, chosen)(target), await logInAs(email, chosen)(target)]
    },
  })),
]

runAttacks('accounts: extra sign-up fields', extraFields)
runAttacks('accounts: roles similar to Admin', storedRoles)
runAttacks('accounts: e-mail addresses and passwords', [...emails, ...passwords])
