import { expect, inject } from 'vitest'
import { runAttacks, type Attack } from './run-attacks.ts'
import { deviceCookieOf, logInAs, newEmail, sendAtOnce, signUpAs, countStatus } from './account-forms.ts'
import { emailOf, password, freshClientAddress, type TextResponse } from './target-site.ts'

const guesses: Attack[] = [
  {
    name: 'an unknown e-mail address and a wrong password, which get identical responses',
    status: 422,
    send: async (target) => [
      await logInAs(emailOf('admin'), 'not this one')(target),
      await logInAs('xxxxx@example.com', 'not this one')(target),
    ],
    verify: (_, [known, unknown]) => {
      const withoutEmail = (text = '') =>
        text.replaceAll(/admin@example\.com|xxxxx@example\.com/g, '').replaceAll(/nonce="[^"]*"/g, '')
      expect(withoutEmail(known?.text)).toBe(withoutEmail(unknown?.text))
    },
  },
  {
    name: '200 concurrent log-ins from one client address, of which 5 are tried',
    status: [422, 429, 503],
    send: (target) => {
      const clientAddress = freshClientAddress()
      return sendAtOnce(200, (_, n) => logInAs('guessed@example.com', `guess ${n}`, clientAddress)(target))(target)
    },
    verify: (_, responses) => {
      const [tried, delayed, failed] = [422, 429, 503].map((status) => countStatus(responses, status))
      // On a busy machine PostgreSQL may respond too late for some of the five.
      if (inject('attackedStores') === 'SQLite') expect(failed).toBe(0)
      if (failed === 0) expect([tried, delayed]).toEqual([5, 195])
      else expect(tried).toBeLessThanOrEqual(5)
    },
  },
  {
    name: '200 concurrent log-ins to one account from 200 client addresses, of which at most 11 are tried',
    status: [422, 429, 503],
    send: (target) => sendAtOnce(200, (_, n) => logInAs('wanted@example.com', `guess ${n}`)(target))(target),
    verify: (_, responses) => expect(countStatus(responses, 422)).toBeLessThanOrEqual(11),
  },
  {
    name: 'log-ins to 30 accounts from one client address, of which 25 are tried',
    status: [422, 429],
    send: (target) => {
      const clientAddress = freshClientAddress()
      return sendAtOnce(30, (_, n) => logInAs(`many-${n}@example.com`, 'a guess', clientAddress)(target))(target)
    },
    verify: (_, responses) => expect(countStatus(responses, 422)).toBe(25),
  },
  {
    name: '7 log-ins with a forged address before the client address in X-Forwarded-For, of which 5 are tried',
    status: [422, 429],
    send: async (target) => {
      const [clientAddress, responses] = [freshClientAddress(), [] as TextResponse[]]
      for (let n = 0; n < 7; n++)
        responses.push(await logInAs('forged@example.com', 'a guess', `203.0.113.${n}, ${clientAddress}`)(target))
      return responses
    },
    verify: (_, responses) => expect(countStatus(responses, 422)).toBe(5),
  },
  {
    name: '20 sign-ups from one client address, of which 5 succeed',
    status: [302, 429],
    isAccepted: true,
    send: (target) => {
      const clientAddress = freshClientAddress()
      return sendAtOnce(20, (_, n) =>
        target.request('/signup', { form: { email: `crowd-${n}@example.com`, password }, clientAddress }),
      )(target)
    },
    verify: (_, responses) => expect(countStatus(responses, 302)).toBe(5),
  },
  {
    name: 'sign-ups with a registered e-mail address, with its password and with another one',
    status: 422,
    send: async (target) => [
      await signUpAs(emailOf('user'))(target),
      await signUpAs(emailOf('user'), 'another one')(target),
    ],
    verify: (_, responses) => {
      for (const { text, headers } of responses) {
        expect(text).toContain('Could not complete signup')
        expect(headers.get('Set-Cookie')).toBeNull()
      }
    },
  },
  {
    name: '40 sign-ups with one registered e-mail address from 40 client addresses, of which at most 11 are tried',
    status: [422, 429],
    send: (target) => sendAtOnce(40, (_, n) => signUpAs(emailOf('expired'), `guess number ${n}`)(target))(target),
    verify: (_, responses) => expect(countStatus(responses, 422)).toBeLessThanOrEqual(11),
  },
  {
    name: '30 log-ins with the right password, of which 20 succeed and leave 20 sessions',
    status: [302, 429],
    isAccepted: true,
    send: async (target) => {
      const email = newEmail()
      await signUpAs(email)(target)
      const responses: TextResponse[] = []
      for (let n = 0; n < 30; n++) responses.push(await logInAs(email, password)(target))
      return responses
    },
    verify: async ({ site }, responses) => {
      expect(countStatus(responses, 302)).toBe(20)
      const counts = await site.query<{ count: number }>(
        'select count(*) as count from "authSession" group by "userId"',
      )
      expect(Math.max(...counts.map(({ count }) => count))).toBe(20)
    },
  },
  {
    name: 'log-ins with the device cookie of another account, and guesses with a stolen device cookie',
    status: [302, 422, 429],
    isAccepted: true,
    send: async (target) => {
      const [email, other] = [newEmail(), newEmail()]
      const cookie = deviceCookieOf(await signUpAs(email)(target))
      const foreignCookie = deviceCookieOf(await signUpAs(other)(target))
      for (let n = 0; n < 10; n++) await logInAs(email, `guess ${n}`)(target)
      const logInWith = (deviceCookie: string, givenPassword: string) =>
        target.request('/login', { form: { email, password: givenPassword }, cookie: deviceCookie })
      const foreign = await logInWith(foreignCookie, password)
      const owner = await logInWith(cookie, password)
      for (let n = 0; n < 10; n++) await logInAs(email, `guess ${n}`)(target)
      const stolen = await sendAtOnce(20, (_, n) => logInWith(cookie, `guess ${n}`))(target)
      return [foreign, owner, ...stolen]
    },
    verify: (_, [foreign, owner, ...stolen]) => {
      expect([foreign?.status, owner?.status]).toEqual([429, 302])
      expect(countStatus(stolen, 422)).toBeLessThanOrEqual(11)
    },
  },
]

const edit = { intent: 'save-text', field: 'name', text: 'Taken', version: '1' }
const cookieAttacks: readonly (readonly [string, (validCookie: string) => string])[] = [
  ['a made-up cookie', () => 'enfilade.session_token=planted'],
  ['a made-up cookie with a signature', () => `enfilade.session_token=planted.${'A'.repeat(43)}=`],
  ['a cookie with another signature', (validCookie) => `${validCookie.slice(0, -6)}AAAAAA`],
  ['a cookie without its signature', (validCookie) => validCookie.split('.').slice(0, 2).join('.')],
  ['a cookie of 8 KB', () => `enfilade.session_token=${'x'.repeat(8_000)}`],
  ['100 cookies', () => Array.from({ length: 100 }, (_, n) => `enfilade.session_token=${n}`).join('; ')],
  [
    'a made-up cookie before the valid one under a capitalised name',
    (validCookie) => `enfilade.session_token=planted; ${validCookie.replace('enfilade', 'Enfilade')}`,
  ],
  ['a cookie with invalid escapes', () => 'enfilade.session_token=%E0%A4%A'],
  [
    'the valid cookie under the name for HTTPS',
    (validCookie) => validCookie.replace('enfilade.session_token', '__Host-enfilade'),
  ],
  ['a cookie without a value', () => 'enfilade.session_token'],
]
const cookies: Attack[] = cookieAttacks.map(([name, cookieFrom]) => ({
  name: `${name}, for an edit and an upload`,
  status: 401,
  send: async (target) => {
    const cookie = cookieFrom(target.cookies.admin)
    return [await target.editProject(0, edit, { cookie }), await target.createUpload(10, { cookie })]
  },
}))

const sessions: Attack[] = [
  {
    name: 'the cookie of a logged-out session, for an edit and an upload',
    status: [202, 302, 401],
    isAccepted: true,
    send: async (target) => {
      const cookie = await target.logIn('admin')
      const logOut = await target.request('/logout', { method: 'POST', cookie })
      return [logOut, await target.editProject(0, edit, { cookie }), await target.createUpload(10, { cookie })]
    },
    verify: (_, [, page, upload]) => expect([page?.status, upload?.status]).toEqual([401, 401]),
  },
  {
    name: 'the old cookie of a browser that has logged in again',
    status: 401,
    isAccepted: true,
    send: async (target) => {
      const cookie = await target.logIn('user')
      await target.request('/login', { form: { email: emailOf('user'), password }, cookie })
      return target.editProject(0, edit, { cookie })
    },
  },
  {
    name: 'an edit and an upload by an admin whose role was revoked while a page was open',
    status: 403,
    isAccepted: true,
    send: async (target) => {
      const cookie = await target.logIn('former admin')
      await target.site.runAdminCommand('grant', emailOf('former admin'), '--keep-password')
      expect((await target.request('/create', { cookie })).text).toContain('Project Name')
      await target.site.runAdminCommand('revoke', emailOf('former admin'))
      return [await target.editProject(0, edit, { cookie }), await target.createUpload(10, { cookie })]
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
    name: `the route ${path} of the authentication library`,
    status: [404, 405],
    send: async (target) => [
      await target.request(path, { as: 'admin' }),
      await target.request(path, { as: 'admin', method: 'POST', form: { email: emailOf('admin'), password } }),
    ],
  })),
]

runAttacks('accounts: guessed credentials, cookies and sessions', [...guesses, ...cookies, ...sessions])
