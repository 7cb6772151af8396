import { expect } from 'vitest'
import { attacks, type Attack } from './attack.ts'
import { logsIn, many, signsUp, tally } from './forms.ts'
import { emailOf, password, stranger, type Answer } from './siege.ts'

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

attacks('accounts: guesses, cookies and sessions', [...guesses, ...cookies, ...sessions])
