import { accounts } from '#tests/support/accounts.ts'
import { type Visitor } from './fixtures/visitor.ts'
import { userOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

const newUser = { email: 'stranger@example.com', password: 'seven quiet rooms' }
const wrongCredentialsMessage = 'The e-mail address or the password is wrong.'

test('signing up creates a user who is online, has no role and is logged in', async ({ visitor, site }) => {
  await visitor.signUp(newUser.email, newUser.password)
  await visitor.expectPath('/work')
  await expect(visitor.logoutButton).toBeVisible()
  await expect(visitor.navigation('Create')).toHaveCount(0)
  expect(userOf(site, newUser.email)).toEqual({ id: expect.any(String), role: null, online: 1 })
  await visitor.reload()
  await expect(visitor.logoutButton).toBeVisible()
})

test('extra form fields at sign-up are ignored', async ({ visitor, site }) => {
  const names = ['role', 'user.role', 'data.role', 'user[role]', 'online', 'id', 'userId', 'admin', '__proto__.role']
  await visitor.open('/signup')
  await visitor.main.locator('form').evaluate((form, added) => {
    for (const name of added) form.append(Object.assign(document.createElement('input'), { name, value: 'Admin' }))
  }, names)
  await visitor.fillCredentials(newUser)
  await visitor.main.getByRole('button', { name: 'Sign up' }).click()
  await visitor.expectPath('/work')
  expect(userOf(site, newUser.email)).toEqual({ id: expect.any(String), role: null, online: 1 })
  expect(site.sql(`select id from users where role is not null`)).toHaveLength(1)
  await visitor.open('/create')
  expect(await visitor.canonicalPath()).toBe('/work')
})

test('logging in sets the user online; logging out sets the user offline and ends the session', async ({
  visitor,
  site,
}) => {
  site.sql('update users set online = 0')
  await visitor.logIn(accounts.user)
  expect(userOf(site, accounts.user.email).online).toBe(1)
  expect(userOf(site, accounts.admin.email).online).toBe(0)
  // The device cookie is sent to the log-in paths only.
  const cookies = await visitor.page.context().cookies(`${site.origin}/work`)
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })

  await visitor.logOut()
  expect(userOf(site, accounts.user.email).online).toBe(0)
  expect(await visitor.page.context().cookies(`${site.origin}/work`)).toEqual([])
  for (const path of ['/login', '/login.data']) {
    const deviceCookies = await visitor.page.context().cookies(site.origin + path)
    expect(deviceCookies).toMatchObject([{ name: 'enfilade.device', path, httpOnly: true, sameSite: 'Lax' }])
  }
  // The old cookie is no longer valid.
  await visitor.page.context().addCookies(cookies)
  await visitor.open('/work')
  await expect(visitor.logoutButton).toHaveCount(0)
  for (const path of ['/uploads', '/work', '/work.data']) {
    const response = await visitor.page.request.post(site.origin + path, {
      headers: { Origin: site.origin },
      form: { intent: 'delete' },
    })
    expect(response.status(), path).toBe(401)
  }
})

test(
  'if the session cannot be deleted, logging out still sets the user offline, and the error is logged',
  { tag: '@one-process' },
  async ({ user, site }) => {
    site.sql(`create trigger keep before delete on authSession begin select raise(abort, 'kept'); end`)
    await user.open('/work')
    await user.logOut()
    expect(userOf(site, accounts.user.email).online).toBe(0)
    expect(site.output).toMatch(/"level":"error".*session/)
    await expect(user.page.getByRole('alert')).toHaveCount(0)
  },
)

for (const [path, label] of [
  ['/signup', 'Sign up'],
  ['/login', 'Log in'],
] as const) {
  test(`the button of ${path} is disabled and reads Loading while the request is pending`, async ({
    visitor,
    site,
  }) => {
    await visitor.open(path)
    const release = await visitor.holdRequests(new RegExp(`${path}\\.data`))
    await visitor.fillCredentials(path === '/login' ? accounts.user : newUser)
    await visitor.main.getByRole('button', { name: label, exact: true }).click()
    const pending = visitor.main.getByRole('button', { name: 'Loading', exact: true })
    await expect(pending).toBeDisabled()
    await expect(visitor.main.getByRole('button', { name: label, exact: true })).toHaveCount(0)
    await release()
    await visitor.expectPath('/work')
    expect(site.sql('select id from users')).toHaveLength(path === '/login' ? 2 : 3)
  })
}

test('the Logout button is disabled and reads Loading while the request is pending', async ({ user }) => {
  for (const place of ['banner', 'main'] as const) {
    if (place === 'main') await user.logIn(accounts.user)
    await user.open('/logout')
    const release = await user.holdRequests(/\/logout\.data/)
    await user.page.getByRole(place).getByRole('button', { name: 'Logout', exact: true }).click()
    await expect(user.page.getByRole(place).getByRole('button', { name: 'Loading', exact: true })).toBeDisabled()
    await release()
    await user.expectPath('/work')
    await expect(user.logoutButton).toHaveCount(0)
  }
})

test('a wrong password and an unknown e-mail address show the same error and keep the address', async ({
  visitor,
  site,
}) => {
  for (const { email, password } of [{ ...accounts.admin, password: 'not this one' }, newUser]) {
    await visitor.open('/login')
    await visitor.fillCredentials({ email, password })
    await visitor.main.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(visitor.alert).toHaveText(wrongCredentialsMessage)
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(email)
    await expect(visitor.logoutButton).toHaveCount(0)
    expect(await visitor.page.context().cookies()).toEqual([])
  }
  expect(site.sql('select id from users')).toHaveLength(2)
})

test('a registered e-mail address cannot sign up again, with any password', async ({ visitor, site }) => {
  const sessions = site.sql('select id from authSession').length
  for (const password of [accounts.user.password, newUser.password]) {
    await visitor.signUp(accounts.user.email.toUpperCase(), password)
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
  [newUser.email, /must not be the e-mail address/],
  [newUser.email.toUpperCase(), /must not be the e-mail address/],
  ['x'.repeat(257), /at most 256 characters/],
] as const

test('the sign-up form shows the password rule before any input', async ({ visitor }) => {
  await visitor.open('/signup')
  await expect(
    visitor.main.getByText('At least 8 characters, not a common one, and not your e-mail address.'),
  ).toBeVisible()
  await expect(visitor.page.getByLabel('Password')).toHaveAccessibleDescription(/At least 8 characters/)
})

for (const [password, message] of refusedPasswords) {
  test(`the password ${[...password].slice(0, 12).join('')} is refused with an error above the form and at its field`, async ({
    visitor,
    site,
  }) => {
    await visitor.open('/signup')
    await visitor.disableBrowserValidation()
    await visitor.fillCredentials({ ...newUser, password })
    await visitor.main.getByRole('button', { name: 'Sign up' }).click()
    await expect(visitor.alert).toHaveText(message)
    await expect(visitor.page.getByLabel('Password')).toHaveAccessibleDescription(message)
    await expect(visitor.page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(newUser.email)
    expect(site.sql('select id from authUser')).toHaveLength(2)
  })
}

test('a password of 256 code points can be used to sign up and log in', async ({ visitor }) => {
  const password = `${'naïve 部屋 🚪 '.repeat(30)}`.slice(0, 300)
  const longestPassword = [...password].slice(0, 256).join('')
  await visitor.signUp(newUser.email, longestPassword)
  await visitor.expectPath('/work')
  await visitor.logOut()
  await visitor.logIn({ email: ` ${newUser.email.toUpperCase()} `.trim(), password: longestPassword })
  await expect(visitor.logoutButton).toBeVisible()
})

test('the browser requires a valid e-mail address and a password', async ({ visitor }) => {
  for (const path of ['/signup', '/login']) {
    await visitor.open(path)
    const email = visitor.page.getByLabel('E-mail')
    await expect(email).toHaveAttribute('type', 'email')
    await expect(email).toHaveJSProperty('required', true)
    await expect(visitor.page.getByLabel('Password')).toHaveJSProperty('required', true)
    await expect(visitor.page.getByLabel('Password')).toHaveAttribute('type', 'password')
    await email.fill('no address')
    await visitor.page.getByLabel('Password').fill(newUser.password)
    await visitor.page.keyboard.press('Enter')
    await expect(visitor.main.locator('input:invalid')).toHaveCount(1)
    await expect(email).toBeFocused()
    await visitor.expectPath(path)
  }
})

test('the server also validates the fields and shows errors at them', async ({ visitor }) => {
  for (const [path, label] of [
    ['/signup', 'Sign up'],
    ['/login', 'Log in'],
  ] as const) {
    await visitor.open(path)
    await visitor.disableBrowserValidation()
    await visitor.main.getByRole('button', { name: label, exact: true }).click()
    await expect(visitor.page.getByLabel('E-mail')).toHaveAccessibleDescription(/e-mail address is required/)
    await expect(visitor.page.getByLabel('Password')).toHaveAccessibleDescription(
      /password (is required|needs at least)/,
    )
    await visitor.fillCredentials({ email: 'no address', password: newUser.password })
    await visitor.main.getByRole('button', { name: label, exact: true }).click()
    await expect(visitor.alert).toHaveText('This is not a valid e-mail address.')
    await expect(visitor.page.getByLabel('E-mail')).toHaveAccessibleDescription(/not a valid e-mail address/)
  }
})

test('an account without a users row has no role, and its id is logged', async ({ visitor, site }) => {
  const { id } = userOf(site, accounts.admin.email)
  site.sql('delete from users where id = ?', id)
  await visitor.logIn(accounts.admin)
  await expect(visitor.logoutButton).toBeVisible()
  await expect(visitor.navigation('Create')).toHaveCount(0)
  await visitor.open('/create')
  expect(await visitor.canonicalPath()).toBe('/work')
  const line = site.output.split('\n').find((text) => text.includes('No such document!'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ message: 'No such document!', userId: id })
})

test('a role granted by the operator applies from the next request', async ({ visitor, site }) => {
  await visitor.signUp(newUser.email, newUser.password)
  await visitor.expectPath('/work')
  await expect(visitor.navigation('Create')).toHaveCount(0)
  await site.runAdminCommand('grant', newUser.email, '--keep-password')
  await visitor.open('/create')
  await expect(visitor.page.getByLabel('Project Name')).toBeVisible()
})

test('only the exact role “Admin” makes a user an admin', async ({ user, site }) => {
  const { id } = userOf(site, accounts.user.email)
  for (const role of ['admin', 'ADMIN', 'Admin ', ' Admin', 'Administrator', 'Аdmin', '', 'true', '1']) {
    site.sql('update users set role = ? where id = ?', role, id)
    await user.open('/create')
    expect(await user.canonicalPath(), role).toBe('/work')
    await expect(user.navigation('Create')).toHaveCount(0)
  }
  site.sql(`update users set role = 'Admin' where id = ?`, id)
  await user.open('/create')
  await expect(user.page.getByLabel('Project Name')).toBeVisible()
})

test('the server-rendered HTML already shows who is logged in', async ({ visitor, user, admin, site }) => {
  const fetchHtml = async (person: Visitor, path: string) => (await person.page.request.get(site.origin + path)).text()
  for (const path of ['/', '/work', '/about', '/nowhere']) {
    for (const person of [user, admin])
      expect(await fetchHtml(person, path), path).toMatch(/<button[^>]*>Logout<\/button>/)
    expect(await fetchHtml(admin, path), path).toMatch(/<a[^>]*href="\/create"/)
    expect(await fetchHtml(user, path), path).not.toMatch(/href="\/create"/)
    expect(await fetchHtml(visitor, path), path).not.toContain('Logout</button>')
  }
})
