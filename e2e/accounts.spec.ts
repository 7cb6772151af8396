import { accounts, type Visitor } from './people.ts'
import { userOf } from './rows.ts'
import { expect, test } from './stories.ts'

const stranger = { email: 'stranger@example.com', password: 'seven quiet rooms' }
const wrong = 'The e-mail address or the password is not right.'

test('signing up makes a user who is online and has no role, and signs in', async ({ visitor, site }) => {
  await visitor.signsUp(stranger.email, stranger.password)
  await visitor.isAt('/work')
  await expect(visitor.logout).toBeVisible()
  await expect(visitor.navigation('Create')).toHaveCount(0)
  expect(userOf(site, stranger.email)).toEqual({ id: expect.any(String), role: null, online: 1 })
  await visitor.page.reload()
  await expect(visitor.logout).toBeVisible()
})

test('whoever signs up cannot choose a role', async ({ visitor, site }) => {
  const names = ['role', 'user.role', 'data.role', 'user[role]', 'online', 'id', 'userId', 'admin', '__proto__.role']
  await visitor.opens('/signup')
  await visitor.main.locator('form').evaluate((form, added) => {
    for (const name of added) form.append(Object.assign(document.createElement('input'), { name, value: 'Admin' }))
  }, names)
  await visitor.fillsCredentials(stranger)
  await visitor.main.getByRole('button', { name: 'Sign up' }).click()
  await visitor.isAt('/work')
  expect(userOf(site, stranger.email)).toEqual({ id: expect.any(String), role: null, online: 1 })
  expect(site.sql(`select id from users where role is not null`)).toHaveLength(1)
  await visitor.opens('/create')
  expect(await visitor.canonicalPath()).toBe('/work')
})

test('logging in sets a user online, logging out clears it and ends the session', async ({ visitor, site }) => {
  site.sql('update users set online = 0')
  await visitor.logsIn(accounts.member)
  expect(userOf(site, accounts.member.email).online).toBe(1)
  expect(userOf(site, accounts.admin.email).online).toBe(0)
  const cookies = await visitor.page.context().cookies()
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })

  await visitor.logsOut()
  expect(userOf(site, accounts.member.email).online).toBe(0)
  expect(await visitor.page.context().cookies()).toEqual([])
  // Somebody kept the cookie.
  await visitor.page.context().addCookies(cookies)
  await visitor.opens('/work')
  await expect(visitor.logout).toHaveCount(0)
  for (const path of ['/uploads', '/work', '/work.data']) {
    const answer = await visitor.page.request.post(site.origin + path, {
      headers: { Origin: site.origin },
      form: { intent: 'delete' },
    })
    expect(answer.status(), path).toBe(401)
  }
})

test('online is cleared before the session ends; a session that cannot be ended is only logged', async ({
  member,
  site,
}) => {
  site.sql(`create trigger keep before delete on authSession begin select raise(abort, 'kept'); end`)
  await member.logsOut()
  expect(userOf(site, accounts.member.email).online).toBe(0)
  expect(site.output).toMatch(/"level":"error".*session/)
  await expect(member.page.getByRole('alert')).toHaveCount(0)
})

for (const [path, label] of [
  ['/signup', 'Sign up'],
  ['/login', 'Log in'],
] as const) {
  test(`while ${path} is answered its button is disabled and says Loading`, async ({ visitor, site }) => {
    await visitor.opens(path)
    const letGo = await visitor.holdsBack(new RegExp(`${path}\\.data`))
    await visitor.fillsCredentials(path === '/login' ? accounts.member : stranger)
    await visitor.main.getByRole('button', { name: label }).click()
    const pending = visitor.main.getByRole('button', { name: 'Loading', exact: true })
    await expect(pending).toBeDisabled()
    await expect(visitor.main.getByRole('button', { name: label })).toHaveCount(0)
    await letGo()
    await visitor.isAt('/work')
    expect(site.sql('select id from users')).toHaveLength(path === '/login' ? 2 : 3)
  })
}

test('while the log-out is answered its button is disabled and says Loading', async ({ member }) => {
  for (const place of ['banner', 'main'] as const) {
    if (place === 'main') await member.logsIn(accounts.member)
    await member.opens('/logout')
    const letGo = await member.holdsBack(/\/logout\.data/)
    await member.page.getByRole(place).getByRole('button', { name: 'Logout', exact: true }).click()
    await expect(member.page.getByRole(place).getByRole('button', { name: 'Loading', exact: true })).toBeDisabled()
    await letGo()
    await member.isAt('/work')
    await expect(member.logout).toHaveCount(0)
  }
})

test('a wrong password and an unknown address are answered alike, and keep the address', async ({ visitor, site }) => {
  for (const { email, password } of [{ ...accounts.admin, password: 'not this one' }, stranger]) {
    await visitor.opens('/login')
    await visitor.fillsCredentials({ email, password })
    await visitor.main.getByRole('button', { name: 'Log in' }).click()
    await expect(visitor.alert).toHaveText(wrong)
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(email)
    await expect(visitor.logout).toHaveCount(0)
    expect(await visitor.page.context().cookies()).toEqual([])
  }
  expect(site.sql('select id from users')).toHaveLength(2)
})

test('a taken address cannot sign up, whatever the password', async ({ visitor, site }) => {
  const sessions = site.sql('select id from authSession').length
  for (const password of [accounts.member.password, stranger.password]) {
    await visitor.signsUp(accounts.member.email.toUpperCase(), password)
    await expect(visitor.alert).toHaveText('Could not complete signup')
    expect(await visitor.page.context().cookies()).toEqual([])
  }
  expect(site.sql('select id from authUser')).toHaveLength(2)
  expect(site.sql('select id from authSession')).toHaveLength(sessions)
})

const refusedPasswords = [
  ['short12', /at least 8 characters/],
  ['🚪🚪🚪🚪🚪🚪🚪', /at least 8 characters/],
  ['password1', /most common/],
  ['PassWord', /most common/],
  [stranger.email, /must not be the e-mail address/],
  [stranger.email.toUpperCase(), /must not be the e-mail address/],
  ['x'.repeat(257), /256 characters at most/],
] as const

test('the rule for passwords stands there before it is broken', async ({ visitor }) => {
  await visitor.opens('/signup')
  await expect(
    visitor.main.getByText('At least 8 characters, not a common one, and not your e-mail address.'),
  ).toBeVisible()
  await expect(visitor.page.getByLabel('Password')).toHaveAccessibleDescription(/At least 8 characters/)
})

for (const [password, sentence] of refusedPasswords) {
  test(`a password like ${[...password].slice(0, 12).join('')} is refused in an error block and at its field`, async ({
    visitor,
    site,
  }) => {
    await visitor.opens('/signup')
    await visitor.ignoresTheBrowser()
    await visitor.fillsCredentials({ ...stranger, password })
    await visitor.main.getByRole('button', { name: 'Sign up' }).click()
    await expect(visitor.alert).toHaveText(sentence)
    await expect(visitor.page.getByLabel('Password')).toHaveAccessibleDescription(sentence)
    await expect(visitor.page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(stranger.email)
    expect(site.sql('select id from authUser')).toHaveLength(2)
  })
}

test('a password of 256 characters, of any kind, signs up and logs in', async ({ visitor }) => {
  const password = `${'naïve 部屋 🚪 '.repeat(30)}`.slice(0, 300)
  const whole = [...password].slice(0, 256).join('')
  await visitor.signsUp(stranger.email, whole)
  await visitor.isAt('/work')
  await visitor.logsOut()
  await visitor.logsIn({ email: ` ${stranger.email.toUpperCase()} `.trim(), password: whole })
  await expect(visitor.logout).toBeVisible()
})

test('the browser itself asks for an e-mail address and a password', async ({ visitor }) => {
  for (const path of ['/signup', '/login']) {
    await visitor.opens(path)
    const email = visitor.page.getByLabel('E-mail')
    await expect(email).toHaveAttribute('type', 'email')
    await expect(email).toHaveJSProperty('required', true)
    await expect(visitor.page.getByLabel('Password')).toHaveJSProperty('required', true)
    await expect(visitor.page.getByLabel('Password')).toHaveAttribute('type', 'password')
    await email.fill('no address')
    await visitor.page.getByLabel('Password').fill(stranger.password)
    await visitor.page.keyboard.press('Enter')
    await expect(visitor.main.locator('input:invalid')).toHaveCount(1)
    await expect(email).toBeFocused()
    await visitor.isAt(path)
  }
})

test('the site asks again, and says it at the field', async ({ visitor }) => {
  for (const [path, label] of [
    ['/signup', 'Sign up'],
    ['/login', 'Log in'],
  ] as const) {
    await visitor.opens(path)
    await visitor.ignoresTheBrowser()
    await visitor.main.getByRole('button', { name: label }).click()
    await expect(visitor.page.getByLabel('E-mail')).toHaveAccessibleDescription(/e-mail address is required/)
    await expect(visitor.page.getByLabel('Password')).toHaveAccessibleDescription(
      /password (is required|needs at least)/,
    )
    await visitor.fillsCredentials({ email: 'no address', password: stranger.password })
    await visitor.main.getByRole('button', { name: label }).click()
    await expect(visitor.alert).toHaveText('This is not a valid e-mail address.')
    await expect(visitor.page.getByLabel('E-mail')).toHaveAccessibleDescription(/not a valid e-mail address/)
  }
})

test('whoever has no users row is a visitor, and the log names the id', async ({ visitor, site }) => {
  const { id } = userOf(site, accounts.admin.email)
  site.sql('delete from users where id = ?', id)
  await visitor.logsIn(accounts.admin)
  await expect(visitor.logout).toBeVisible()
  await expect(visitor.navigation('Create')).toHaveCount(0)
  await visitor.opens('/create')
  expect(await visitor.canonicalPath()).toBe('/work')
  const line = site.output.split('\n').find((text) => text.includes('No such document!'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ message: 'No such document!', userId: id })
})

test('a role that was granted at the machine counts from the next request on', async ({ visitor, site }) => {
  await visitor.signsUp(stranger.email, stranger.password)
  await visitor.isAt('/work')
  await expect(visitor.navigation('Create')).toHaveCount(0)
  await site.owner('grant', stranger.email)
  await visitor.opens('/create')
  await expect(visitor.page.getByLabel('Project Name')).toBeVisible()
})

test('only the role Admin, letter by letter, makes an admin', async ({ member, site }) => {
  const { id } = userOf(site, accounts.member.email)
  for (const role of ['admin', 'ADMIN', 'Admin ', ' Admin', 'Administrator', 'Аdmin', '', 'true', '1']) {
    site.sql('update users set role = ? where id = ?', role, id)
    await member.opens('/create')
    expect(await member.canonicalPath(), role).toBe('/work')
    await expect(member.navigation('Create')).toHaveCount(0)
  }
  site.sql(`update users set role = 'Admin' where id = ?`, id)
  await member.opens('/create')
  await expect(member.page.getByLabel('Project Name')).toBeVisible()
})

test('the first answer already knows who is signed in', async ({ visitor, member, admin, site }) => {
  const first = async (person: Visitor, path: string) => (await person.page.request.get(site.origin + path)).text()
  for (const path of ['/', '/work', '/about', '/nowhere']) {
    for (const person of [member, admin])
      expect(await first(person, path), path).toMatch(/<button[^>]*>Logout<\/button>/)
    expect(await first(admin, path), path).toMatch(/<a[^>]*href="\/create"/)
    expect(await first(member, path), path).not.toMatch(/href="\/create"/)
    expect(await first(visitor, path), path).not.toContain('Logout</button>')
  }
})
