import { accounts } from '#tests/support/accounts.ts'
import { type Visitor } from './fixtures/visitor.ts'
import { preparedFolder } from '#tests/support/site-data/prepared-site.ts'
import { pathOf, userOf } from '#tests/support/site/site-rows.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { expect, test } from './fixtures/test.ts'

const newUser = { email: 'stranger@example.com', password: 'seven quiet rooms' }

async function submitCredentials(
  person: Visitor,
  path: string,
  credentials: { email: string; password: string },
): Promise<void> {
  await person.open(path)
  await person.fillCredentials(credentials)
  await person.main
    .getByRole('button', { name: path.startsWith('/signup') ? 'Sign up' : 'Log in', exact: true })
    .click()
}

test('logging in or signing up redirects to the page in `next`', async ({ visitor, other, site }) => {
  const next = `${pathOf(site, 'Thrown')}?image=2`
  await submitCredentials(visitor, `/login?next=${encodeURIComponent(next)}`, accounts.user)
  await visitor.expectPath(next)
  await expect(visitor.logoutButton).toBeAttached()
  await submitCredentials(other, '/signup?next=%2Fvalues', newUser)
  await other.expectPath('/values')
})

test('the error of a refused log-in or sign-up stays when an admin edits the page', async ({
  visitor,
  other,
  admin,
}) => {
  await submitCredentials(visitor, '/login', { ...newUser, password: 'the wrong password' })
  await submitCredentials(other, '/signup', accounts.user)
  await expect(other.alert).toHaveText('Could not complete signup')
  await admin.open('/')
  await admin.page.getByRole('button', { name: 'Edit studio name' }).click()
  await admin.main.getByLabel('Studio’s name').fill('Wren')
  await admin.page.getByRole('button', { name: 'Save', exact: true }).click()
  for (const person of [visitor, other]) await expect(person.page).toHaveTitle(/Wren/)
  await expect(visitor.alert).toHaveText('The e-mail address or the password is wrong.')
  await expect(other.alert).toHaveText('Could not complete signup')
  await visitor.link('Sign up instead').click()
  await expect(visitor.alert).toHaveCount(0)
})

test('the link from log-in to sign-up keeps `next`', async ({ visitor }) => {
  await visitor.open('/login?next=%2Fvalues')
  await visitor.link('Sign up instead').click()
  await expect(visitor.heading('Sign up')).toBeVisible()
  await visitor.fillCredentials(newUser)
  await visitor.main.getByRole('button', { name: 'Sign up' }).click()
  await visitor.expectPath('/values')
})

test('`next` never redirects to another site', async ({ visitor }) => {
  for (const next of [
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ]) {
    await submitCredentials(visitor, `/login?next=${encodeURIComponent(next)}`, accounts.user)
    await visitor.expectPath('/work')
    // A logged-in user is redirected at once; `next` is checked there too.
    await visitor.open(`/signup?next=${encodeURIComponent(next)}`)
    await visitor.expectPath('/work')
    await visitor.logOut()
  }
})

test('the log-in and sign-up pages redirect a logged-in user', async ({ user }) => {
  for (const [path, target] of [
    ['/login', '/work'],
    ['/signup', '/work'],
    ['/login?next=/about', '/about'],
    ['/signup?next=/login', '/work'],
  ]) {
    await user.open(path ?? '')
    await user.expectPath(target ?? '')
  }
})

test('/logout shows users a Logout button, and visitors a link to the log-in page', async ({ visitor, user }) => {
  await user.open('/logout')
  await user.main.getByRole('button', { name: 'Logout', exact: true }).click()
  await user.expectPath('/work')
  await expect(user.logoutButton).toHaveCount(0)

  await visitor.open('/logout')
  await expect(visitor.main.getByText('You are not signed in.')).toBeVisible()
  await expect(visitor.main.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  await visitor.main.getByRole('link').click()
  await visitor.expectPath('/login')
})

test('the footer links to the log-in page, which links to the sign-up page', async ({ visitor, user }) => {
  await visitor.open('/')
  await visitor.page.getByRole('contentinfo').getByRole('link', { name: 'Log in' }).click()
  await expect(visitor.heading('Log in')).toBeVisible()
  await visitor.link('Sign up instead').click()
  await expect(visitor.heading('Sign up')).toBeVisible()
  await user.open('/')
  await expect(user.page.getByRole('contentinfo').getByRole('link', { name: 'Log in' })).toHaveCount(0)
})

test('when the database cannot be written, log-in and sign-up show an error and keep the e-mail address', async ({
  visitor,
  site,
}) => {
  for (const [path, label, credentials] of [
    ['/login', 'Log in', accounts.user],
    ['/signup', 'Sign up', newUser],
  ] as const) {
    await visitor.open(path)
    await visitor.fillCredentials(credentials)
    const release = site.holdWriteLock()
    await visitor.main.getByRole('button', { name: label, exact: true }).click()
    await expect(visitor.alert).toHaveText(/try again|Could not complete signup/)
    await expect(visitor.alert).not.toHaveText(/connection/)
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(credentials.email)
    await expect(visitor.heading(label)).toBeVisible()
    release()
    await visitor.page.getByLabel('Password').fill(credentials.password)
    await visitor.main.getByRole('button', { name: label, exact: true }).click()
    await visitor.expectPath('/work')
    await visitor.logOut()
  }
})

test('without a connection, log-in and sign-up show an error and keep the input', async ({ visitor }) => {
  for (const [path, label, credentials] of [
    ['/login', 'Log in', accounts.user],
    ['/signup', 'Sign up', newUser],
  ] as const) {
    await visitor.open(path)
    await visitor.fillCredentials(credentials)
    await visitor.page.context().setOffline(true)
    await visitor.main.getByRole('button', { name: label, exact: true }).click()
    await expect(visitor.alert).toHaveText(/could not be reached/)
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(credentials.email)
    await expect(visitor.page.getByLabel('Password')).toHaveValue(credentials.password)
    await visitor.page.context().setOffline(false)
    await visitor.main.getByRole('button', { name: label, exact: true }).click()
    await visitor.expectPath('/work')
    await visitor.logOut()
  }
})

test('when the database cannot be written, logging out shows an error and the user stays logged in', async ({
  user,
  site,
}) => {
  await user.open('/about')
  const release = site.holdWriteLock()
  await user.logoutButton.click()
  await expect(user.alert).toHaveText(/cannot be done right now/)
  release()
  expect(userOf(site, accounts.user.email).online).toBe(1)
  expect(site.output).toMatch(/"level":"error"/)
  await user.logOut()
  expect(userOf(site, accounts.user.email).online).toBe(0)
})

test('behind a TLS proxy, forms are accepted from PUBLIC_ORIGIN only', async () => {
  const origin = 'https://studio.example'
  const site = await SiteProcess.open(preparedFolder(), { PUBLIC_ORIGIN: origin })
  const internalOrigin = `http://localhost:${site.port}`
  const post = (path: string, originHeader: string) =>
    fetch(internalOrigin + path, {
      method: 'POST',
      headers: { Origin: originHeader },
      body: new URLSearchParams(accounts.user),
      redirect: 'manual',
    })
  try {
    expect((await post('/login', origin)).status).toBe(302)
    expect((await post('/login.data', origin)).status).toBe(202)
    expect((await post('/contact', origin)).status).toBe(422)
    expect((await post('/login', internalOrigin)).status).toBe(403)
  } finally {
    await site.close()
  }
})

test('without a connection, logging out shows an error and the user stays logged in', async ({ user, site }) => {
  for (const place of ['banner', 'main'] as const) {
    await user.open('/logout')
    await user.page.context().setOffline(true)
    await user.page.getByRole(place).getByRole('button', { name: 'Logout', exact: true }).click()
    await expect(user.alert).toHaveText(/could not be reached/)
    await user.page.context().setOffline(false)
    await expect(user.logoutButton).toBeEnabled()
    expect(userOf(site, accounts.user.email).online).toBe(1)
  }
  await user.logOut()
  expect(userOf(site, accounts.user.email).online).toBe(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a user signs up, logs out and logs in', async ({ visitor, site }) => {
    await visitor.signUp(newUser.email, newUser.password)
    await visitor.expectPath('/work')
    await visitor.logoutButton.click()
    await visitor.expectPath('/work')
    await expect(visitor.logoutButton).toHaveCount(0)
    expect(userOf(site, newUser.email)).toMatchObject({ role: null, online: 0 })
    await visitor.logIn(newUser)
    await expect(visitor.logoutButton).toBeVisible()
    expect(userOf(site, newUser.email)).toMatchObject({ role: null, online: 1 })
    await visitor.open('/logout')
    await visitor.main.getByRole('button', { name: 'Logout', exact: true }).click()
    await visitor.expectPath('/work')
    await expect(visitor.logoutButton).toHaveCount(0)
  })

  test('a refused log-in or sign-up shows its reason and keeps the e-mail address', async ({ visitor }) => {
    await submitCredentials(visitor, '/login', { ...accounts.user, password: 'not this one' })
    await expect(visitor.alert).toHaveText('The e-mail address or the password is wrong.')
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(accounts.user.email)
    await submitCredentials(visitor, '/signup', { ...newUser, password: 'password1' })
    await expect(visitor.page.getByLabel('Password')).toHaveAccessibleDescription(/most common/)
    await expect(visitor.page.getByLabel('Password')).toHaveValue('')
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(newUser.email)
  })

  test('when the database cannot be written, log-in shows an error', async ({ visitor, site }) => {
    const release = site.holdWriteLock()
    await submitCredentials(visitor, '/login', accounts.user)
    await expect(visitor.alert).toHaveText(/try again/)
    await expect(visitor.heading('Log in')).toBeVisible()
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(accounts.user.email)
    release()
  })
})
