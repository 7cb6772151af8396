import { expect } from 'vitest'
import { attacks, type Attack } from './attack.ts'
import { emailOf, password, stranger, type Answer, type Siege } from './siege.ts'

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
const wrong = 'The e-mail address or the password is not right.'

const fresh = () => `fresh-${stranger()}@example.com`
const signsUp =
  (email: string, chosen = password) =>
  (siege: Siege) =>
    siege.ask('/signup', { form: { email, password: chosen } })
const logsIn =
  (email: string, given: string, from = stranger()) =>
  (siege: Siege) =>
    siege.ask('/login', { form: { email, password: given }, from })
const many = (count: number, send: (siege: Siege, n: number) => Promise<Answer>) => (siege: Siege) =>
  Promise.all(Array.from({ length: count }, (_, n) => send(siege, n)))
const tally = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

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
  ...[
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
    },
  ]),
]

const passwords: Attack[] = [
  ...['', 'short', '🚪'.repeat(7), 'password', 'Password1', 'x'.repeat(257), '🚪'.repeat(257), 'x'.repeat(15_000)].map(
    (chosen): Attack => ({
      name: `a password like ${JSON.stringify(chosen.slice(0, 10))} (${chosen.length})`,
      status: 422,
      send: signsUp('new@example.com', chosen),
    }),
  ),
  { name: 'the address as the password', status: 422, send: signsUp('new@example.com', 'NEW@example.com') },
  { name: 'a password of a megabyte', status: 413, send: signsUp('new@example.com', 'x'.repeat(1_000_000)) },
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

const guesses: Attack[] = [
  {
    name: 'an unknown address and a wrong password answer alike, byte for byte',
    status: 422,
    send: async (siege) => [
      await logsIn(emailOf('admin'), 'not this one')(siege),
      await logsIn('xxxxx@example.com', 'not this one')(siege),
    ],
    holds: (_, [known, unknown]) => {
      const plain = (text = '') =>
        text.replaceAll(/admin@example\.com|xxxxx@example\.com/g, '').replaceAll(/nonce="[^"]*"/g, '')
      expect(plain(known?.text)).toBe(plain(unknown?.text))
    },
  },
  {
    name: 'two hundred log-ins of one address in one tick',
    status: [422, 429, 503],
    send: (siege) => {
      const from = stranger()
      return many(200, (_, n) => logsIn('guessed@example.com', `guess ${n}`, from)(siege))(siege)
    },
    holds: (_, answers) => {
      expect(tally(answers, 422)).toBe(5)
      expect(tally(answers, 429)).toBe(195)
    },
  },
  {
    name: 'two hundred log-ins of two hundred addresses in one tick, for one account',
    status: [422, 429, 503],
    send: (siege) => many(200, (_, n) => logsIn('wanted@example.com', `guess ${n}`)(siege))(siege),
    holds: (_, answers) => expect(tally(answers, 422)).toBeLessThanOrEqual(11),
  },
  {
    name: 'thirty accounts tried from one address, each once',
    status: [422, 429],
    send: (siege) => {
      const from = stranger()
      return many(30, (_, n) => logsIn(`many-${n}@example.com`, 'a guess', from)(siege))(siege)
    },
    holds: (_, answers) => expect(tally(answers, 422)).toBe(25),
  },
  {
    name: 'an address made up in front of the true one',
    status: [422, 429],
    send: async (siege) => {
      const [from, answers] = [stranger(), [] as Answer[]]
      for (let n = 0; n < 7; n++)
        answers.push(await logsIn('forged@example.com', 'a guess', `203.0.113.${n}, ${from}`)(siege))
      return answers
    },
    holds: (_, answers) => expect(tally(answers, 422)).toBe(5),
  },
  {
    name: 'twenty sign-ups of one address',
    status: [302, 429],
    taken: true,
    send: (siege) => {
      const from = stranger()
      return many(20, (_, n) => siege.ask('/signup', { form: { email: `crowd-${n}@example.com`, password }, from }))(
        siege,
      )
    },
    holds: (_, answers) => expect(tally(answers, 302)).toBe(5),
  },
  {
    name: 'a sign-up for an address that is taken, with its own password and with another',
    status: 422,
    send: async (siege) => [
      await signsUp(emailOf('member'))(siege),
      await signsUp(emailOf('member'), 'another one')(siege),
    ],
    holds: (_, answers) => {
      for (const { text, headers } of answers) {
        expect(text).toContain('Could not complete signup')
        expect(headers.get('Set-Cookie')).toBeNull()
      }
    },
  },
]

const edit = { intent: 'save-text', field: 'name', text: 'Taken', version: '1' }
const cookieAttacks: readonly (readonly [string, (own: string) => string])[] = [
  ['a planted cookie', () => 'enfilade.session_token=planted'],
  ['a planted cookie with a signature', () => `enfilade.session_token=planted.${'A'.repeat(43)}=`],
  ['a cookie with its end changed', (own) => `${own.slice(0, -6)}AAAAAA`],
  ['a cookie without its signature', (own) => own.split('.').slice(0, 2).join('.')],
  ['a cookie of 8 KB', () => `enfilade.session_token=${'x'.repeat(8_000)}`],
  ['a hundred cookies', () => Array.from({ length: 100 }, (_, n) => `enfilade.session_token=${n}`).join('; ')],
  [
    'a doubled cookie, the planted one first',
    (own) => `enfilade.session_token=planted; ${own.replace('enfilade', 'Enfilade')}`,
  ],
  ['a cookie of bad escapes', () => 'enfilade.session_token=%E0%A4%A'],
  ['a cookie under the secure name', (own) => own.replace('enfilade.session_token', '__Host-enfilade')],
  ['no cookie but its name', () => 'enfilade.session_token'],
]
const cookies: Attack[] = cookieAttacks.map(([name, make]) => ({
  name,
  status: 401,
  send: async (siege) => {
    const cookie = make(siege.cookies.admin)
    return [await siege.edit(0, edit, { cookie }), await siege.announce(10, { cookie })]
  },
}))

const sessions: Attack[] = [
  {
    name: 'the old cookie after the log-out, at a page, an upload and the live stream',
    status: [202, 302, 401],
    taken: true,
    send: async (siege) => {
      const cookie = await siege.logIn('admin')
      const out = await siege.ask('/logout', { method: 'POST', cookie })
      return [out, await siege.edit(0, edit, { cookie }), await siege.announce(10, { cookie })]
    },
    holds: (_, [, page, upload]) => expect([page?.status, upload?.status]).toEqual([401, 401]),
  },
  {
    name: 'the old cookie of a browser that has logged in again',
    status: 401,
    taken: true,
    send: async (siege) => {
      const cookie = await siege.logIn('member')
      await siege.ask('/login', { form: { email: emailOf('member'), password }, cookie })
      return siege.edit(0, edit, { cookie })
    },
  },
  {
    name: 'an admin with an open page who is none any more',
    status: 403,
    taken: true,
    send: async (siege) => {
      const cookie = await siege.logIn('former admin')
      await siege.site.owner('grant', emailOf('former admin'))
      expect((await siege.ask('/create', { cookie })).text).toContain('Project Name')
      await siege.site.owner('revoke', emailOf('former admin'))
      return [await siege.edit(0, edit, { cookie }), await siege.announce(10, { cookie })]
    },
  },
  ...[
    '/api/auth/sign-in/email',
    '/api/auth/sign-up/email',
    '/api/auth/get-session',
    '/api/auth/list-sessions',
    '/api/auth/update-user',
    '/api/auth/change-email',
    '/api/auth/ok',
    '/api/auth/error',
    '/api/auth/sign-in/social',
    '/api/auth/forget-password',
  ].map((path): Attack => ({
    name: `the library’s own route ${path}`,
    status: [404, 405],
    send: async (siege) => [
      await siege.ask(path, { as: 'admin' }),
      await siege.ask(path, { as: 'admin', method: 'POST', form: { email: emailOf('admin'), password } }),
    ],
  })),
]

attacks('accounts: roles', roles)
attacks('accounts: who is nearly an admin', rolesInTheDatabase)
attacks('accounts: addresses and passwords', [...addresses, ...passwords])
attacks('accounts: guesses, cookies and sessions', [...guesses, ...cookies, ...sessions])
