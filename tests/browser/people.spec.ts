import { expect, test } from './fixtures/test.ts'
import { Admin } from './fixtures/admin.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { accounts } from '#tests/support/accounts.ts'
import { userOf } from '#tests/support/site/site-rows.ts'

const newUser = { email: 'grace@example.com', password: 'seven quiet rooms' }

const row = (person: Visitor, email: string) => person.main.getByRole('listitem').filter({ hasText: email })
const tool = (person: Visitor, email: string, name: string) =>
  row(person, email).getByRole('button', { name, exact: true })
const showOthers = (person: Visitor) => person.main.getByRole('heading', { name: /^Other accounts/ }).click()
const notice = (person: Visitor) => person.main.getByRole('status')

async function invite(admin: Visitor, email = ''): Promise<string> {
  await admin.main.getByLabel('E-mail (optional)').fill(email)
  await admin.main.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = admin.main.getByLabel('Link', { exact: true })
  await expect(link).toHaveValue(/\/invite\/[\w-]{24}$/)
  return new URL(await link.inputValue()).pathname
}

test('visitors and users cannot read the people page', async ({ visitor, user, site }) => {
  for (const [person, status] of [
    [visitor, 401],
    [user, 403],
  ] as const) {
    expect((await person.open('/people')).status()).toBe(status)
    for (const path of ['/people', '/people.data', '/PEOPLE/']) {
      const response = await person.page.request.get(site.origin + path)
      expect(response.status(), path).toBe(status)
      expect(await response.text(), path).not.toContain(accounts.admin.email)
    }
  }
})

test('the Studio page links to People, which lists admins first and counts the other accounts', async ({ admin }) => {
  await admin.open('/studio')
  await admin.main.getByRole('link', { name: 'People' }).click()
  await expect(admin.heading('People')).toBeVisible()
  await expect(row(admin, accounts.admin.email)).toContainText('Admin, you')
  await expect(admin.main.getByRole('heading', { name: 'Other accounts (1)' })).toBeVisible()
  await expect(row(admin, accounts.user.email)).toBeHidden()
  await showOthers(admin)
  await expect(row(admin, accounts.user.email)).toBeVisible()
})

test('granting or revoking the role updates open pages', async ({ admin, colleague, user }) => {
  await user.open('/work')
  await admin.open('/people')
  await colleague.open('/people')
  await showOthers(admin)
  await tool(admin, accounts.user.email, 'Make admin').click()
  await admin.page.getByRole('button', { name: 'Yes, make admin' }).click()
  await expect(notice(admin)).toHaveText(`${accounts.user.email} is now an admin.`)
  await expect(user.navigation('Create')).toBeVisible()
  await expect(tool(colleague, accounts.user.email, 'Remove admin role')).toBeVisible()
  await expect(tool(colleague, accounts.user.email, 'Delete account')).toHaveCount(0)

  await tool(colleague, accounts.user.email, 'Remove admin role').click()
  await colleague.page.getByRole('button', { name: 'Cancel' }).click()
  await expect(user.navigation('Create')).toBeVisible()
  await tool(colleague, accounts.user.email, 'Remove admin role').click()
  await colleague.page.getByRole('button', { name: 'Yes, remove' }).click()
  await expect(user.navigation('Create')).toHaveCount(0)
  await expect(tool(admin, accounts.user.email, 'Make admin')).toBeVisible()
})

test('when the last proof is older than ten minutes, a live update keeps the page; an action or a visit asks for the password', async ({
  admin,
  colleague,
  site,
}) => {
  await admin.open('/people')
  await showOthers(admin)
  const tab = new Admin(await admin.page.context().newPage(), site)
  await tab.open('/account/email')
  await tab.page.getByLabel('New e-mail').fill('half-typed')
  site.sql('update authSession set provenAt = ?', new Date(Date.now() - 11 * 60_000).toISOString())
  await colleague.open('/')
  await colleague.page.getByRole('button', { name: 'Edit studio name' }).click()
  await colleague.main.getByLabel('Studio’s name').fill('Wren')
  await colleague.page.getByRole('button', { name: 'Save', exact: true }).click()
  for (const { page } of [admin, tab]) await expect(page).toHaveTitle(/Wren/)
  await expect(tab.page.getByLabel('New e-mail')).toHaveValue('half-typed')
  await expect(row(admin, accounts.user.email)).toBeVisible()

  await tool(admin, accounts.user.email, 'Make admin').click()
  await admin.page.getByRole('button', { name: 'Yes, make admin' }).click()
  await expect(admin.heading('Confirm that it is you')).toBeVisible()
  expect(userOf(site, accounts.user.email).role).toBeNull()
  await admin.open('/studio')
  await admin.main.getByRole('link', { name: 'People' }).click()
  await expect(admin.heading('Confirm that it is you')).toBeVisible()
})

test('the last admin keeps the role', async ({ admin, site }) => {
  await admin.open('/people')
  await tool(admin, accounts.admin.email, 'Remove admin role').click()
  await admin.page.getByRole('button', { name: 'Yes, remove' }).click()
  await expect(admin.alert).toHaveText('The account could not be changed')
  await expect(admin.main.getByText(/^This is the last admin/)).toBeVisible()
  expect(userOf(site, accounts.admin.email).role).toBe('Admin')
})

test('a deleted account is logged out on open pages and cannot log in again', async ({ admin, user, site }) => {
  await user.open('/work')
  await admin.open('/people')
  await showOthers(admin)
  await tool(admin, accounts.user.email, 'Delete account').click()
  await admin.page.getByRole('button', { name: 'Cancel' }).click()
  await expect(tool(admin, accounts.user.email, 'Delete account')).toBeFocused()
  await tool(admin, accounts.user.email, 'Delete account').click()
  await admin.page.getByRole('button', { name: 'Yes, delete' }).click()
  await expect(notice(admin)).toHaveText(`The account of ${accounts.user.email} was deleted.`)
  await expect(admin.main.getByRole('heading', { name: 'Other accounts (0)' })).toBeVisible()
  await expect(user.logoutButton).toHaveCount(0)
  expect(site.sql('select id from authUser')).toHaveLength(1)
  await user.open('/login')
  await user.fillCredentials(accounts.user)
  await user.main.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(user.alert).toHaveText('The e-mail address or the password is wrong.')
})

test('an invitation can be accepted once, by signing up', async ({ admin, visitor, other }) => {
  await admin.open('/people')
  const path = await invite(admin)
  const response = await visitor.open(path)
  expect(response.headers()).toMatchObject({
    'referrer-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  })
  await other.open(path)
  await visitor.fillCredentials(newUser)
  await visitor.main.getByRole('button', { name: 'Sign up' }).click()
  await visitor.expectPath('/work')
  await expect(visitor.logoutButton).toBeVisible()
  await expect(row(admin, newUser.email)).toContainText('invited')
  await expect(row(admin, 'Anyone with the link')).toHaveCount(0)

  await other.fillCredentials({ ...newUser, email: 'second@example.com' })
  await other.main.getByRole('button', { name: 'Sign up' }).click()
  await expect(other.alert).toHaveText(/already been used/)
  expect((await other.open(path)).status()).toBe(404)
  await expect(other.alert).toHaveText(/already been used/)
})

test('an invitation for an e-mail address works only for that address, and can be withdrawn', async ({
  admin,
  user,
  visitor,
}) => {
  await admin.open('/people')
  const path = await invite(admin, newUser.email)
  await user.open(path)
  await expect(user.alert).toHaveText(/another account/)
  await visitor.open(path)
  await expect(visitor.page.getByLabel('E-mail')).toHaveValue(newUser.email)
  await expect(visitor.page.getByLabel('E-mail')).toHaveAttribute('readonly')

  const link = admin.main.getByLabel('Link', { exact: true })
  const earlierLink = await link.inputValue()
  await invite(admin)
  await expect(link).not.toHaveValue(earlierLink)
  const newLink = await link.inputValue()
  await admin.main.getByLabel('E-mail (optional)').fill('no address')
  await admin.main.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(admin.main.getByLabel('E-mail (optional)')).toHaveAccessibleDescription(/not a valid e-mail address/)
  await tool(admin, newUser.email, 'Withdraw').dblclick()
  await expect(tool(admin, newUser.email, 'Withdraw')).toHaveCount(0)
  await expect(admin.alert).toHaveCount(0)
  await expect(link).toHaveValue(newLink)
  await tool(admin, 'Anyone with the link', 'Withdraw').click()
  await expect(link).toHaveCount(0)
  await visitor.page.getByLabel('Password').fill(newUser.password)
  await visitor.main.getByRole('button', { name: 'Sign up' }).click()
  await expect(visitor.alert).toHaveText(/not valid/)

  await user.open(await invite(admin, accounts.user.email))
  await user.main.getByRole('button', { name: 'Accept' }).click()
  await user.expectPath('/work')
  await expect(row(admin, accounts.user.email)).toContainText('invited')
})

test('an invalid e-mail address is refused with an error at its field', async ({ admin }) => {
  await admin.open('/people')
  await admin.main.getByLabel('E-mail (optional)').fill('no address')
  await admin.page.keyboard.press('Enter')
  await expect(admin.main.getByLabel('E-mail (optional)')).toHaveAccessibleDescription(/not a valid e-mail address/)
})

test('the People page works by keyboard at 360 px, its targets are at least 44 px, and axe finds no violations', async ({
  admin,
}) => {
  await admin.page.setViewportSize({ width: 360, height: 740 })
  await admin.open('/people')
  const summary = admin.main.locator('summary')
  await summary.focus()
  await admin.page.keyboard.press('Enter')
  await expect(row(admin, accounts.user.email)).toBeVisible()
  await admin.main.getByLabel('E-mail (optional)').focus()
  await admin.page.keyboard.press('Enter')
  await expect(admin.main.getByLabel('Link', { exact: true })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await admin.page.emulateMedia({ colorScheme })
    await expectAccessible(admin.page)
  }
  expect(await admin.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await admin.page.evaluate(findSmallTargets)).toEqual([])
  await tool(admin, accounts.user.email, 'Make admin').focus()
  await admin.page.keyboard.press('Enter')
  await admin.page.getByRole('button', { name: 'Yes, make admin' }).press('Enter')
  await expect(notice(admin).filter({ hasText: 'is now an admin.' })).toBeInViewport()
  await expect(tool(admin, accounts.user.email, 'Remove admin role')).toBeVisible()
})

/** Targets in the main content that are less than 44 px high or wide. */
function findSmallTargets(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, summary)')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return width < 44 || height < 44
    })
    .map((element) => `${element.tagName} ${element.innerText}`)
}
