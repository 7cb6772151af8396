import type { Page, Request } from '@playwright/test'
import { accounts } from '#tests/support/accounts.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { expect, test } from './fixtures/test.ts'
import type { Visitor } from './fixtures/visitor.ts'

/** Adds a virtual authenticator to the page. It creates and uses passkeys without asking. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { clearCredentials: () => session.send('WebAuthn.clearCredentials', { authenticatorId }) }
}

const button = (person: Visitor, name: string) => person.main.getByRole('button', { name, exact: true })
const passkeyRows = (site: SiteProcess) =>
  site.sql<{ name: string; counter: number; usedAt: string | null }>('select * from passkeys order by createdAt')
/** Sets the time of the last proof in all sessions. */
function setProof(site: SiteProcess, minutesAgo = 0) {
  site.sql('update authSession set provenAt = ?', new Date(Date.now() - minutesAgo * 60_000).toISOString())
}

async function addPasskey(person: Visitor, site: SiteProcess, count = 1): Promise<void> {
  setProof(site)
  await person.open('/account')
  await button(person, 'Add a passkey').click()
  await expect(person.main.getByRole('button', { name: /^Remove / })).toHaveCount(count)
}

test('a user adds a passkey, names it, logs in with it and removes it; the password remains', async ({
  user,
  site,
}) => {
  const authenticator = await addAuthenticator(user.page)
  await addPasskey(user, site)
  expect(passkeyRows(site)).toMatchObject([{ userId: expect.any(String), usedAt: null, backedUp: 0 }])
  const [{ name = '' } = {}] = passkeyRows(site)
  await expectAccessible(user.page)

  await button(user, `Rename ${name}`).click()
  const field = user.page.getByLabel('Name of the passkey')
  await expect(field).toBeFocused()
  await field.fill('  My   laptop ')
  await field.press('Enter')
  await expect(button(user, 'Rename My laptop')).toBeFocused()

  await user.open('/work')
  await user.logOut()
  await user.open('/login?next=/account')
  await button(user, 'Log in with a passkey').click()
  await user.expectPath('/account')
  await expect(user.main.getByText(/^Added .+; last used less than a minute ago$/)).toBeVisible()
  expect(passkeyRows(site)).toMatchObject([{ usedAt: expect.any(String), counter: expect.any(Number) }])
  expect(site.sql<{ online: number }>(`select online from users where role is null`)).toEqual([{ online: 1 }])

  await button(user, 'Remove My laptop').click()
  await user.page.getByRole('dialog').getByRole('button', { name: 'Yes, Remove' }).click()
  await expect(button(user, 'Remove My laptop')).toHaveCount(0)
  expect(passkeyRows(site)).toEqual([])
  await user.open('/work')
  await user.logOut()
  await user.open('/login')
  await button(user, 'Log in with a passkey').click()
  await expect(user.alert).toContainText('This passkey is not known here.')
  await authenticator.clearCredentials()
  await user.logIn(accounts.user)
})

test('adding a passkey asks for the password again after ten minutes, and then works', async ({ user, site }) => {
  await addAuthenticator(user.page)
  setProof(site, 11)
  await user.open('/account')
  await button(user, 'Add a passkey').click()
  await expect(user.heading('Confirm that it is you')).toBeVisible()
  expect(passkeyRows(site)).toEqual([])
  await user.page.getByLabel('Password').fill('not this one')
  await button(user, 'Continue').click()
  await expect(user.alert).toHaveText('The password is wrong.')
  await expect(user.page.getByLabel('Password')).toHaveAccessibleDescription(/is wrong/)
  await expectAccessible(user.page)
  await user.page.getByLabel('Password').fill(accounts.user.password)
  await button(user, 'Continue').click()
  await user.expectPath('/account')
  await button(user, 'Add a passkey').click()
  await expect(user.main.getByRole('button', { name: /^Remove / })).toHaveCount(1)

  setProof(site, 11)
  await user.open('/account/verify?to=/values')
  await button(user, 'Use a passkey').click()
  await user.expectPath('/values')
})

test('logging in with a passkey shows hidden admin tools again', async ({ admin, site }) => {
  await addAuthenticator(admin.page)
  await addPasskey(admin, site)
  // Opens another page, because scrolling has hidden the navigation bar.
  await admin.open('/work')
  await admin.page.getByRole('button', { name: 'Hide tools' }).click()
  await expect(admin.page.getByRole('button', { name: 'Show tools' })).toBeVisible()
  await expect(admin.page.getByRole('banner').getByRole('link', { name: 'Account' })).toHaveCount(0)
  await admin.open('/work')
  await admin.logOut()
  await admin.open('/login')
  await button(admin, 'Log in with a passkey').click()
  await admin.expectPath('/work')
  await expect(admin.navigation('Create')).toBeVisible()
})

test('a used challenge is refused in the same browser and in another', async ({ user, other, site }) => {
  await addAuthenticator(user.page)
  await addPasskey(user, site)
  await user.open('/work')
  await user.logOut()
  await user.open('/login')
  const isResponse = (request: Request) => request.postData()?.includes('response=') ?? false
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await user.page.route('**/login/passkey.data*', async (route) => {
    if (isResponse(route.request())) await released
    return route.continue()
  })
  const requested = user.page.waitForRequest(isResponse)
  await button(user, 'Log in with a passkey').click()
  const body = (await requested).postData() ?? ''
  const expectRefused = async (person: Visitor) => {
    const repeated = await person.page.request.post(`${site.origin}/login/passkey`, {
      headers: { Origin: site.origin, 'Content-Type': 'application/x-www-form-urlencoded' },
      data: body,
      maxRedirects: 0,
    })
    expect(repeated.status()).toBe(422)
    expect(await repeated.text()).toContain('could not be checked')
  }
  // The challenge is still unused.
  await expectRefused(other)
  release()
  await user.expectPath('/work')
  await user.page.unrouteAll({ behavior: 'wait' })
  for (const person of [user, other]) await expectRefused(person)
})

test('cancelling the choice of a passkey shows an error with advice, and the form still works', async ({ visitor }) => {
  await visitor.open('/login')
  await visitor.page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await button(visitor, 'Log in with a passkey').click()
  await expect(visitor.alert).toHaveText('No passkey was chosen. Please try again, or use your password.')
  await expect(button(visitor, 'Log in with a passkey')).toBeFocused()
  await visitor.fillCredentials(accounts.user)
  await button(visitor, 'Log in').click()
  await visitor.expectPath('/work')
})

test('cancelling the creation of a passkey says that none was added', async ({ user, site }) => {
  setProof(site)
  await user.open('/account')
  await user.page.evaluate(() => {
    navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await button(user, 'Add a passkey').click()
  await expect(user.alert).toHaveText('No passkey was added. You can try again at any time.')
  await expect(button(user, 'Add a passkey')).toBeFocused()
})

test('a message about a cancelled creation does not wait for other requests, and disappears at the next attempt', async ({
  user,
  site,
}) => {
  setProof(site)
  await user.open('/account')
  await user.page.evaluate(() => {
    const { create } = navigator.credentials
    navigator.credentials.create = () => {
      navigator.credentials.create = create
      return Promise.reject(new DOMException('', 'NotAllowedError'))
    }
  })
  let stalls = true
  await user.page.route('**/account.data*', (route) =>
    stalls && route.request().method() === 'GET' ? new Promise(() => {}) : route.fallback(),
  )
  await button(user, 'Add a passkey').click()
  await expect(user.alert).toHaveText('No passkey was added. You can try again at any time.')
  stalls = false
  await addAuthenticator(user.page)
  await button(user, 'Add a passkey').click()
  await expect(user.main.getByRole('button', { name: /^Remove / })).toHaveCount(1)
  await expect(button(user, 'Add a passkey')).toBeEnabled()
  await expect(user.alert).toHaveCount(0)
})

test('the log-in page loads WebAuthn code only when the button is used', async ({ visitor }) => {
  const scripts: string[] = []
  visitor.page.on('response', (response) => {
    if (!response.url().includes('/assets/')) return
    // `text()` rejects if the page is closed while the response is being received.
    void response.text().then(
      (text) => scripts.push(text),
      () => {},
    )
  })
  const loadsWebAuthn = () => scripts.some((text) => text.includes('navigator.credentials.get'))
  await visitor.open('/login')
  await visitor.page.waitForLoadState('networkidle')
  expect(scripts.length).toBeGreaterThan(0)
  expect(loadsWebAuthn()).toBe(false)
  await button(visitor, 'Log in with a passkey').click()
  await expect.poll(loadsWebAuthn).toBe(true)
})
