import type { Admin } from './fixtures/admin.ts'
import { accounts } from '#tests/support/accounts.ts'
import { navigationPages, type Visitor } from './fixtures/visitor.ts'
import { imagesOf, pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

// What each role can see and do. permissions.spec.ts tests which requests are refused.

interface People {
  readonly visitor: Visitor
  readonly user: Visitor
  readonly admin: Admin
}

/** Each role, its page object, and whether it is allowed to do what the test does. */
const permissionsOf = (people: People, userAllowed: boolean, visitorAllowed = userAllowed) =>
  [
    ['visitor', people.visitor, visitorAllowed],
    ['user', people.user, userAllowed],
    ['admin', people.admin, true],
  ] as const

test('everyone can open the landing page, list, project, values and about page', async ({
  visitor,
  user,
  admin,
  site,
}) => {
  const headings = {
    '/': navigationPages.Home,
    '/work': navigationPages.Work,
    '/values': navigationPages.Values,
    '/about': navigationPages.About,
    [pathOf(site, 'Thrown')]: 'Thrown',
  }
  for (const [role, person] of permissionsOf({ visitor, user, admin }, true)) {
    for (const [path, heading] of Object.entries(headings)) {
      expect((await person.open(path)).status(), role).toBe(200)
      await expect(person.heading(heading)).toBeVisible()
    }
  }
})

test('everyone can send a contact message', async ({ visitor, user, admin, site }) => {
  for (const [role, person] of permissionsOf({ visitor, user, admin }, true)) {
    await person.open('/contact')
    for (const label of ['First name', 'Last name', 'Subject', 'Message'])
      await person.main.getByLabel(label).fill(role)
    await person.main.getByRole('textbox', { name: 'E-mail' }).fill('someone@example.com')
    await person.main.getByRole('button', { name: 'Send' }).click()
    await expect(person.main.getByText('Message sent successfully!'), role).toBeVisible()
  }
  expect(site.sql('select firstName from contactSubmissions order by createdAt')).toEqual(
    ['visitor', 'user', 'admin'].map((firstName) => ({ firstName })),
  )
})

test('everyone can sign up and log in', async ({ visitor, user, admin }) => {
  for (const [role, person] of permissionsOf({ visitor, user, admin }, true)) {
    if (role !== 'visitor') {
      await person.open('/work')
      await person.logOut()
    }
    await person.signUp(`${role}@example.com`, 'seven quiet rooms')
    await expect(person.logoutButton, role).toBeVisible()
    await person.logOut()
    await person.logIn(
      role === 'admin' ? accounts.admin : { email: `${role}@example.com`, password: 'seven quiet rooms' },
    )
    await expect(person.logoutButton, role).toBeVisible()
  }
})

test('only logged-in users see Logout', async ({ visitor, user, admin }) => {
  for (const [role, person, allowed] of permissionsOf({ visitor, user, admin }, true, false)) {
    await person.open('/')
    await expect(person.page.getByRole('button', { name: 'Logout' }), role).toHaveCount(allowed ? 1 : 0)
  }
})

test('only admins see the Create link and the form on /create', async ({ visitor, user, admin }) => {
  for (const [role, person, allowed] of permissionsOf({ visitor, user, admin }, false)) {
    await person.open('/create')
    await expect(person.navigation('Create'), role).toHaveCount(allowed ? 1 : 0)
    await expect(person.main.getByLabel('Project Name'), role).toHaveCount(allowed ? 1 : 0)
    await expect(person.main.getByRole('listitem').first(), role).toBeVisible({ visible: !allowed })
  }
})

test('only admins can remove projects and change their position', async ({ visitor, user, admin }) => {
  for (const [role, person, allowed] of permissionsOf({ visitor, user, admin }, false)) {
    await person.open('/work')
    await expect(person.main.getByRole('button', { name: /^Delete / }), role).toHaveCount(allowed ? 6 : 0)
    await expect(person.main.getByLabel('Position'), role).toHaveCount(allowed ? 6 : 0)
    await expect(person.main.locator('input, button'), role).toHaveCount(allowed ? 25 : 0)
  }
  await admin.moveProject('Thrown', '9')
  await expect.poll(() => lastProjectName(visitor)).toBe('Thrown')
  await admin.removeProject('Thrown')
  await expect.poll(() => lastProjectName(visitor)).toBe('Low Line')
})

async function lastProjectName(visitor: Visitor): Promise<string | undefined> {
  return (await visitor.projectNames()).at(-1)
}

test('only admins can edit name and details and upload, reorder and remove images', async ({
  visitor,
  user,
  admin,
  site,
}) => {
  for (const [role, person, allowed] of permissionsOf({ visitor, user, admin }, false)) {
    await person.open(pathOf(site, 'Low Line'))
    for (const name of ['Edit name', 'Edit details', 'Remove image 1']) {
      await expect(person.main.getByRole('button', { name, exact: true }), `${role} ${name}`).toHaveCount(
        allowed ? 1 : 0,
      )
    }
    await expect(person.main.getByLabel('Position'), role).toHaveCount(allowed ? 3 : 0)
    // One for the cover, one for more images, and one to replace each of the three images.
    await expect(person.main.locator('input[type=file]'), role).toHaveCount(allowed ? 5 : 0)
    if (!allowed) await expect(person.main.locator('input, textarea'), role).toHaveCount(0)
  }
  const [first, second, third] = imagesOf(site, 'Low Line').map(({ id }) => id)
  await admin.main.getByRole('button', { name: 'Edit name' }).click()
  await admin.main.getByRole('textbox').fill('Lower Line')
  await admin.main.getByRole('button', { name: 'Save' }).click()
  await expect(visitor.heading('Lower Line')).toBeVisible()
  await admin.main.getByLabel('Position').first().fill('3')
  await admin.main.getByLabel('Position').first().press('Enter')
  await expect.poll(() => imagesOf(site, 'Lower Line').map(({ id }) => id)).toEqual([second, third, first])
})
