import { expect, test } from 'vitest'
import { eachDatabase } from '#testing/each-database.ts'
import { expectDone, type House } from '#testing/parts.ts'
import { logIn, logOut, passwordProblem, signUp } from './enter.ts'
import { recognise } from './show.ts'

const email = 'anna@example.com'
const password = 'teak and travertine'
let strangers = 0
/** A browser without a cookie, each time at another address: what one of them may do does not count for the next. */
const someone = (headers = new Headers()) => ({ headers, address: `2001:db8:${(strangers += 1).toString(16)}::/64` })
const nothing = new Headers()

/** The headers with which a browser comes back that was given these cookies. */
const withCookies = (cookies: readonly string[]) =>
  new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ') })

const usersOf = ({ parts }: House) => parts.db.selectFrom('users').selectAll().where('role', 'is', null).execute()
const sessionsOf = ({ parts }: House) => parts.db.selectFrom('authSession').select(['userId', 'token']).execute()

test.each([
  ['seven c', 'The password needs at least 8 characters.'],
  ['🪑'.repeat(7), 'The password needs at least 8 characters.'],
  ['', 'The password needs at least 8 characters.'],
  ['🪑'.repeat(257), 'The password may have 256 characters at most.'],
  ['x'.repeat(1_000_000), 'The password may have 256 characters at most.'],
  ['password1', 'This password is among the most common ones. Please choose another.'],
  ['12345678', 'This password is among the most common ones. Please choose another.'],
  ['PassWord1', 'This password is among the most common ones. Please choose another.'],
  ['Anna@Example.com', 'The password must not be the e-mail address.'],
])('%.12s… may not be chosen', (chosen, problem) => expect(passwordProblem(chosen, email)).toBe(problem))

test.each([
  'eight ch',
  '🪑'.repeat(8),
  '🪑'.repeat(256),
  'x'.repeat(256),
  '        ',
  'naïve café \0 \u0301',
  'teak, oak & ash',
])('any characters may be chosen: %.12s', (chosen) => expect(passwordProblem(chosen, email)).toBeNull())

eachDatabase(
  'a sign-up makes the account and the user, online and without a role, and opens a session',
  async (house) => {
    const { parts } = house
    const entry = expectDone(await signUp(parts, { email, password }, someone()))
    expect(await usersOf(house)).toEqual([{ id: entry.userId, role: null, online: 1 }])
    expect(await recognise(parts, withCookies(entry.cookies))).toEqual({ userId: entry.userId, email, admin: false })
  },
)

eachDatabase('a role in the form gives no role', async (house) => {
  const { parts } = house
  const more = {
    role: 'Admin',
    admin: true,
    user: { role: 'Admin' },
    data: { role: 'Admin' },
    id: 'mine',
    online: 7,
    emailVerified: true,
  }
  const entry = expectDone(await signUp(parts, { email, password, ...more }, someone()))
  expect(await usersOf(house)).toEqual([{ id: entry.userId, role: null, online: 1 }])
  expect((await recognise(parts, withCookies(entry.cookies)))?.admin).toBe(false)
  const account = await parts.db.selectFrom('authUser').selectAll().executeTakeFirstOrThrow()
  expect(account).toMatchObject({ email, emailVerified: 0, name: '', image: null })
})

eachDatabase(
  'a taken address is refused in the same words, whatever the password, and leaves no session',
  async (house) => {
    const { parts } = house
    expectDone(await signUp(parts, { email, password }, someone()))
    const before = await sessionsOf(house)
    for (const tried of [password, 'some other words']) {
      for (const address of [email, 'ANNA@example.COM', ' anna@example.com ']) {
        const refusal = await signUp(parts, { email: address, password: tried }, someone())
        expect(refusal).toEqual({ ok: false, why: 'wrong-value', message: 'Could not complete signup' })
      }
    }
    expect(await sessionsOf(house)).toEqual(before)
    expect(await usersOf(house)).toHaveLength(1)
    expectDone(await logIn(parts, { email, password }, someone()))
  },
)

eachDatabase('one address signed up four times at once is one account', async (house) => {
  const { parts } = house
  const outcomes = await Promise.all(
    [1, 2, 3, 4].map((n) => signUp(parts, { email, password: `${password} ${n}` }, someone())),
  )
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  for (const outcome of outcomes)
    expect(outcome).toMatchObject(outcome.ok ? {} : { message: 'Could not complete signup' })
  expect(await usersOf(house)).toHaveLength(1)
  expect(await sessionsOf(house)).toHaveLength(1)
})

eachDatabase('addresses are kept in lower case, and known in any', async ({ parts }) => {
  const { userId } = expectDone(await signUp(parts, { email: ' Anna.A@Example.COM', password }, someone()))
  for (const address of ['anna.a@example.com', 'ANNA.A@EXAMPLE.COM', 'Anna.A@example.com  ']) {
    expect(expectDone(await logIn(parts, { email: address, password }, someone())).userId).toBe(userId)
    expect(await parts.accounts.findByEmail(address)).toEqual({ userId, email: 'anna.a@example.com' })
  }
})

eachDatabase('what is no e-mail address is refused at its field', async (house) => {
  const wrong = [
    '',
    ' ',
    'anna',
    '@example.com',
    'anna@',
    'a b@example.com',
    'anna@example.com\r\nBcc: x@y.z',
    'a\0@example.com',
    `${'a'.repeat(250)}@b.cd`,
    5,
    null,
    undefined,
  ]
  for (const address of wrong) {
    const given = { email: address, password }
    expect(await signUp(house.parts, given, someone())).toMatchObject({
      ok: false,
      why: 'wrong-value',
      fields: { email: expect.any(String) },
    })
    expect(await logIn(house.parts, given, someone())).toMatchObject({
      ok: false,
      why: 'wrong-value',
      fields: { email: expect.any(String) },
    })
  }
  expect(await usersOf(house)).toEqual([])
})

eachDatabase('a log-in opens a session and sets the user online', async (house) => {
  const { parts } = house
  const { userId } = expectDone(await signUp(parts, { email, password }, someone()))
  await parts.db.updateTable('users').set({ online: 0 }).where('id', '=', userId).execute()
  const entry = expectDone(await logIn(parts, { email, password }, someone()))
  expect(entry.userId).toBe(userId)
  expect(await usersOf(house)).toEqual([{ id: userId, role: null, online: 1 }])
  expect(await recognise(parts, withCookies(entry.cookies))).toMatchObject({ userId })
})

eachDatabase('an unknown address and a wrong password are refused alike', async (house) => {
  const { parts } = house
  expectDone(await signUp(parts, { email, password }, someone()))
  const unknown = await logIn(parts, { email: 'nobody@example.com', password }, someone())
  expect(unknown).toEqual({
    ok: false,
    why: 'wrong-value',
    message: 'The e-mail address or the password is not right.',
  })
  for (const tried of [`${password} `, password.toUpperCase(), 'x', 'x'.repeat(100_000)]) {
    expect(await logIn(parts, { email, password: tried }, someone())).toEqual(unknown)
  }
  expect(await sessionsOf(house)).toHaveLength(1)
})

eachDatabase('without a user document the log says so, and the person is a visitor', async (house) => {
  const { parts, logged } = house
  const { userId } = expectDone(await signUp(parts, { email, password }, someone()))
  await parts.db.deleteFrom('users').where('id', '=', userId).execute()
  const entry = expectDone(await logIn(parts, { email, password }, someone()))
  expect(logged).toContainEqual({ level: 'warn', message: 'No such document!', detail: { userId } })
  expect(await recognise(parts, withCookies(entry.cookies))).toEqual({ userId, email, admin: false })
  expect(await usersOf(house)).toEqual([])
})

eachDatabase('after the log-out the user is offline, and the old cookie knows nobody', async (house) => {
  const { parts, heard } = house
  const entry = expectDone(await signUp(parts, { email, password }, someone()))
  const headers = withCookies(entry.cookies)
  const cleared = expectDone(await logOut(parts, await recognise(parts, headers), headers))
  expect(cleared.join()).toMatch(/session_token=;.*Max-Age=0/)
  expect(await usersOf(house)).toEqual([{ id: entry.userId, role: null, online: 0 }])
  expect(await sessionsOf(house)).toEqual([])
  expect(await recognise(parts, headers)).toBeNull()
  expect(heard.at(-1)).toEqual({ about: 'person', userId: entry.userId })
})

eachDatabase('a session ends only when its user is offline already', async (house) => {
  const { parts } = house
  const headers = withCookies(expectDone(await signUp(parts, { email, password }, someone())).cookies)
  const found: unknown[] = []
  const logOutLooking = async (given: Headers) => {
    found.push(...(await usersOf(house)))
    return parts.accounts.logOut(given)
  }
  const watched = { ...parts, accounts: { ...parts.accounts, logOut: logOutLooking } }
  expectDone(await logOut(watched, await recognise(parts, headers), headers))
  expect(found).toEqual([expect.objectContaining({ online: 0 })])
})

eachDatabase('a log-out ends the session of this browser alone', async ({ parts }) => {
  const one = expectDone(await signUp(parts, { email, password }, someone()))
  const other = expectDone(await logIn(parts, { email, password }, someone()))
  await logOut(parts, await recognise(parts, withCookies(one.cookies)), withCookies(one.cookies))
  expect(await recognise(parts, withCookies(other.cookies))).toMatchObject({ userId: one.userId })
})

eachDatabase('who is not signed in may log out all the same', async ({ parts, heard }) => {
  await logOut(parts, null, nothing)
  expect(heard).toEqual([])
})

eachDatabase('a cookie that was tampered with, planted or doubled knows nobody', async ({ parts }) => {
  const { cookies } = expectDone(await signUp(parts, { email, password }, someone()))
  const cookie = withCookies(cookies).get('cookie') ?? ''
  const [name = '', value = ''] = cookie.split('=')
  for (const planted of [
    `${cookie.slice(0, -4)}AAAA`,
    `${name}=${value.split('.')[0]}`,
    `${name}=`,
    `${name}=${'x'.repeat(8_000)}`,
    'a=b',
    '%',
  ]) {
    expect(await recognise(parts, new Headers({ cookie: planted }))).toBeNull()
  }
  expect(await recognise(parts, nothing)).toBeNull()
})

eachDatabase(
  'the cookie is closed to scripts and to other sites, and the password is nowhere',
  async ({ parts, logged }) => {
    const { cookies } = expectDone(await signUp(parts, { email, password }, someone()))
    expect(cookies.join()).toMatch(/HttpOnly/i)
    expect(cookies.join()).toMatch(/SameSite=Lax/i)
    expect(cookies.join()).toMatch(/Path=\//)
    const account = await parts.db.selectFrom('authAccount').selectAll().executeTakeFirstOrThrow()
    expect(account.password).toMatch(/^argon2id\$/)
    expect(JSON.stringify([account, logged])).not.toContain(password)
  },
)
