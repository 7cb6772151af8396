import { accounts, type Visitor } from './people.ts'
import { preparedFolder } from './prepare.ts'
import { pathOf, userOf } from './rows.ts'
import { Site } from './site.ts'
import { expect, test } from './stories.ts'

const stranger = { email: 'stranger@example.com', password: 'seven quiet rooms' }

async function entersThrough(person: Visitor, door: string, who: { email: string; password: string }): Promise<void> {
  await person.opens(door)
  await person.fillsCredentials(who)
  await person.main.getByRole('button', { name: door.startsWith('/signup') ? 'Sign up' : 'Log in' }).click()
}

test('after logging in or signing up one goes on to the page that asked for it', async ({ visitor, other, site }) => {
  const next = `${pathOf(site, 'Thrown')}?image=2`
  await entersThrough(visitor, `/login?next=${encodeURIComponent(next)}`, accounts.member)
  await visitor.isAt(next)
  await expect(visitor.logout).toBeAttached()
  await entersThrough(other, '/signup?next=%2Fvalues', stranger)
  await other.isAt('/values')
})

test('the way from one door to the other keeps where one wants to go', async ({ visitor }) => {
  await visitor.opens('/login?next=%2Fvalues')
  await visitor.link('Sign up instead').click()
  await expect(visitor.heading('Sign up')).toBeVisible()
  await visitor.fillsCredentials(stranger)
  await visitor.main.getByRole('button', { name: 'Sign up' }).click()
  await visitor.isAt('/values')
})

test('nobody is led to another site', async ({ visitor }) => {
  for (const next of [
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ]) {
    await entersThrough(visitor, `/login?next=${encodeURIComponent(next)}`, accounts.member)
    await visitor.isAt('/work')
    // Signed in, the same address leads straight on: as harmlessly.
    await visitor.opens(`/signup?next=${encodeURIComponent(next)}`)
    await visitor.isAt('/work')
    await visitor.logsOut()
  }
})

test('whoever is signed in is sent on from the doors', async ({ member }) => {
  for (const [door, room] of [
    ['/login', '/work'],
    ['/signup', '/work'],
    ['/login?next=/about', '/about'],
    ['/signup?next=/login', '/work'],
  ]) {
    await member.opens(door ?? '')
    await member.isAt(room ?? '')
  }
})

test('/logout has a Logout button, and tells who is signed out where to log in', async ({ visitor, member }) => {
  await member.opens('/logout')
  await member.main.getByRole('button', { name: 'Logout', exact: true }).click()
  await member.isAt('/work')
  await expect(member.logout).toHaveCount(0)

  await visitor.opens('/logout')
  await expect(visitor.main.getByText('You are not signed in.')).toBeVisible()
  await expect(visitor.main.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  await visitor.main.getByRole('link').click()
  await visitor.isAt('/login')
})

test('every page offers the way to the doors', async ({ visitor, member }) => {
  await visitor.opens('/')
  await visitor.page.getByRole('contentinfo').getByRole('link', { name: 'Log in' }).click()
  await expect(visitor.heading('Log in')).toBeVisible()
  await visitor.link('Sign up instead').click()
  await expect(visitor.heading('Sign up')).toBeVisible()
  await member.opens('/')
  await expect(member.page.getByRole('contentinfo').getByRole('link', { name: 'Log in' })).toHaveCount(0)
})

test('when nothing can be written, the doors say so in an error block and keep the address', async ({
  visitor,
  site,
}) => {
  for (const [door, label, who] of [
    ['/login', 'Log in', accounts.member],
    ['/signup', 'Sign up', stranger],
  ] as const) {
    await visitor.opens(door)
    await visitor.fillsCredentials(who)
    const letGo = site.holdWriteLock()
    await visitor.main.getByRole('button', { name: label }).click()
    await expect(visitor.alert).toHaveText(/try again|Could not complete signup/, { timeout: 20_000 })
    await expect(visitor.alert).not.toHaveText(/connection/)
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(who.email)
    await expect(visitor.heading(label)).toBeVisible()
    letGo()
    await visitor.page.getByLabel('Password').fill(who.password)
    await visitor.main.getByRole('button', { name: label }).click()
    await visitor.isAt('/work')
    await visitor.logsOut()
  }
})

test('when the line is cut, the doors say so and keep what was typed', async ({ visitor }) => {
  for (const [door, label, who] of [
    ['/login', 'Log in', accounts.member],
    ['/signup', 'Sign up', stranger],
  ] as const) {
    await visitor.opens(door)
    await visitor.fillsCredentials(who)
    await visitor.page.context().setOffline(true)
    await visitor.main.getByRole('button', { name: label }).click()
    await expect(visitor.alert).toHaveText(/could not be reached/)
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(who.email)
    await expect(visitor.page.getByLabel('Password')).toHaveValue(who.password)
    await visitor.page.context().setOffline(false)
    await visitor.main.getByRole('button', { name: label }).click()
    await visitor.isAt('/work')
    await visitor.logsOut()
  }
})

test('when nothing can be written, logging out says so, and one is still signed in', async ({ member, site }) => {
  await member.opens('/about')
  const letGo = site.holdWriteLock()
  await member.logout.click()
  await expect(member.alert).toHaveText(/cannot be done just now/, { timeout: 20_000 })
  letGo()
  expect(userOf(site, accounts.member.email).online).toBe(1)
  expect(site.output).toMatch(/"level":"error"/)
  await member.logsOut()
  expect(userOf(site, accounts.member.email).online).toBe(0)
})

test('behind a proxy that ends TLS, forms of the public address are taken, and of no other', async () => {
  const origin = 'https://studio.example'
  const site = await Site.open(preparedFolder(), { PUBLIC_ORIGIN: origin })
  const behind = `http://localhost:${site.port}`
  const post = (path: string, from: string) =>
    fetch(behind + path, {
      method: 'POST',
      headers: { Origin: from },
      body: new URLSearchParams(accounts.member),
      redirect: 'manual',
    })
  expect((await post('/login', origin)).status).toBe(302)
  expect((await post('/login.data', origin)).status).toBe(202)
  expect((await post('/contact', origin)).status).toBe(422)
  expect((await post('/login', behind)).status).toBe(403)
  await site.close()
})

test('when the line is cut, logging out says so, and one is still signed in', async ({ member, site }) => {
  for (const place of ['banner', 'main'] as const) {
    await member.opens('/logout')
    await member.page.context().setOffline(true)
    await member.page.getByRole(place).getByRole('button', { name: 'Logout', exact: true }).click()
    await expect(member.alert).toHaveText(/could not be reached/)
    await member.page.context().setOffline(false)
    await expect(member.logout).toBeEnabled()
    expect(userOf(site, accounts.member.email).online).toBe(1)
  }
  await member.logsOut()
  expect(userOf(site, accounts.member.email).online).toBe(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('signing up, logging out and logging in work', async ({ visitor, site }) => {
    await visitor.signsUp(stranger.email, stranger.password)
    await visitor.isAt('/work')
    await visitor.logout.click()
    await visitor.isAt('/work')
    await expect(visitor.logout).toHaveCount(0)
    expect(userOf(site, stranger.email)).toMatchObject({ role: null, online: 0 })
    await visitor.logsIn(stranger)
    await expect(visitor.logout).toBeVisible()
    expect(userOf(site, stranger.email)).toMatchObject({ role: null, online: 1 })
    await visitor.opens('/logout')
    await visitor.main.getByRole('button', { name: 'Logout', exact: true }).click()
    await visitor.isAt('/work')
    await expect(visitor.logout).toHaveCount(0)
  })

  test('refusals are said in words, and the address is kept', async ({ visitor }) => {
    await entersThrough(visitor, '/login', { ...accounts.member, password: 'not this one' })
    await expect(visitor.alert).toHaveText('The e-mail address or the password is not right.')
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(accounts.member.email)
    await entersThrough(visitor, '/signup', { ...stranger, password: 'password1' })
    await expect(visitor.page.getByLabel('Password')).toHaveAccessibleDescription(/most common/)
    await expect(visitor.page.getByLabel('Password')).toHaveValue('')
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(stranger.email)
  })

  test('when nothing can be written, the doors say so in an error block', async ({ visitor, site }) => {
    const letGo = site.holdWriteLock()
    await entersThrough(visitor, '/login', accounts.member)
    await expect(visitor.alert).toHaveText(/try again/, { timeout: 20_000 })
    await expect(visitor.heading('Log in')).toBeVisible()
    await expect(visitor.page.getByLabel('E-mail')).toHaveValue(accounts.member.email)
    letGo()
  })
})
