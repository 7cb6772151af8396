import type { Admin } from './admin.ts'
import { accounts, rooms, type Visitor } from './people.ts'
import { imagesOf, pathOf } from './rows.ts'
import { expect, test } from './stories.ts'

// The specification's table of permissions, row by row; who may not is refused in permissions.spec.ts as well.

interface Everyone {
  readonly visitor: Visitor
  readonly member: Visitor
  readonly admin: Admin
}

const cells = (people: Everyone, member: boolean, visitor = member) =>
  [
    ['visitor', people.visitor, visitor],
    ['member', people.member, member],
    ['admin', people.admin, true],
  ] as const

test('everyone views landing, list, detail, values and about', async ({ visitor, member, admin, site }) => {
  const headings = {
    '/': rooms.Home,
    '/work': rooms.Work,
    '/values': rooms.Values,
    '/about': rooms.About,
    [pathOf(site, 'Thrown')]: 'Thrown',
  }
  for (const [who, person] of cells({ visitor, member, admin }, true)) {
    for (const [path, heading] of Object.entries(headings)) {
      expect((await person.opens(path)).status(), who).toBe(200)
      await expect(person.heading(heading)).toBeVisible()
    }
  }
})

test('everyone sends a contact message', async ({ visitor, member, admin, site }) => {
  for (const [who, person] of cells({ visitor, member, admin }, true)) {
    await person.opens('/contact')
    for (const label of ['First name', 'Last name', 'Subject', 'Message']) await person.main.getByLabel(label).fill(who)
    await person.main.getByLabel('E-mail').fill('someone@example.com')
    await person.main.getByRole('button', { name: 'Send' }).click()
    await expect(person.main.getByRole('status'), who).toHaveText('Message sent successfully!')
  }
  expect(site.sql('select firstName from contactSubmissions order by createdAt')).toEqual(
    ['visitor', 'member', 'admin'].map((firstName) => ({ firstName })),
  )
})

test('everyone signs up and logs in', async ({ visitor, member, admin }) => {
  for (const [who, person] of cells({ visitor, member, admin }, true)) {
    if (who !== 'visitor') await person.logsOut()
    await person.signsUp(`${who}@example.com`, 'seven quiet rooms')
    await expect(person.logout, who).toBeVisible()
    await person.logsOut()
    await person.logsIn(
      who === 'admin' ? accounts.admin : { email: `${who}@example.com`, password: 'seven quiet rooms' },
    )
    await expect(person.logout, who).toBeVisible()
  }
})

test('who is signed in sees Logout', async ({ visitor, member, admin }) => {
  for (const [who, person, may] of cells({ visitor, member, admin }, true, false)) {
    await person.opens('/')
    await expect(person.page.getByRole('button', { name: 'Logout' }), who).toHaveCount(may ? 1 : 0)
  }
})

test('an admin sees the Create link and opens /create', async ({ visitor, member, admin }) => {
  for (const [who, person, may] of cells({ visitor, member, admin }, false)) {
    await person.opens('/create')
    await expect(person.navigation('Create'), who).toHaveCount(may ? 1 : 0)
    await expect(person.main.getByLabel('Project Name'), who).toHaveCount(may ? 1 : 0)
    await expect(person.main.getByRole('listitem').first(), who).toBeVisible({ visible: !may })
  }
})

test('an admin deletes projects and changes their position', async ({ visitor, member, admin }) => {
  for (const [who, person, may] of cells({ visitor, member, admin }, false)) {
    await person.opens('/work')
    await expect(person.main.getByRole('button', { name: /^Delete / }), who).toHaveCount(may ? 6 : 0)
    await expect(person.main.getByLabel('Position'), who).toHaveCount(may ? 6 : 0)
    await expect(person.main.locator('input, button'), who).toHaveCount(may ? 24 : 0)
  }
  await admin.moves('Thrown', '9')
  await expect.poll(() => visitorsView(visitor)).toBe('Thrown')
  await admin.deletes('Thrown')
  await expect.poll(() => visitorsView(visitor)).toBe('Low Line')
})

async function visitorsView(visitor: Visitor): Promise<string | undefined> {
  return (await visitor.projectNames()).at(-1)
}

test('an admin edits name and details, uploads, reorders and removes images', async ({
  visitor,
  member,
  admin,
  site,
}) => {
  for (const [who, person, may] of cells({ visitor, member, admin }, false)) {
    await person.opens(pathOf(site, 'Low Line'))
    for (const name of ['Edit name', 'Edit details', 'Remove image 1']) {
      await expect(person.main.getByRole('button', { name, exact: true }), `${who} ${name}`).toHaveCount(may ? 1 : 0)
    }
    await expect(person.main.getByLabel('Position'), who).toHaveCount(may ? 3 : 0)
    await expect(person.main.locator('input[type=file]'), who).toHaveCount(may ? 2 : 0)
    if (!may) await expect(person.main.locator('input, textarea'), who).toHaveCount(0)
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
