import { Admin } from './admin.ts'
import { accounts } from './people.ts'
import { pathOf, projectNamed, projectsOf } from './rows.ts'
import { expect, test } from './stories.ts'

test.describe.configure({ timeout: 60_000 })

const failed = 'Failed to update project data'
/** The site tries for 5 s before it gives up. */
const patient = { timeout: 20_000 }

test('a name is edited where it stands, and saved', async ({ admin, visitor, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await admin.page.getByRole('button', { name: 'Edit name' }).click()
  await expect(admin.editor('name')).toBeFocused()
  await expect(admin.editor('name')).toHaveValue('Thrown')
  // The page keeps its heading: the field is in it.
  await expect(admin.heading('Project Name Thrown').getByRole('textbox')).toBeFocused()
  await admin.editor('name').fill('  Thrown & <b>Fired</b>  ')
  await admin.saves()
  await expect(admin.heading('Thrown & <b>Fired</b>')).toBeVisible()
  await expect(admin.main.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await expect(admin.page.getByRole('button', { name: 'Edit name' })).toBeFocused()
  await visitor.opens('/work')
  expect(await visitor.projectNames()).toContain('Thrown & <b>Fired</b>')
})

test('details keep their paragraphs and their line breaks', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Thrown')
  await admin.opens(path)
  await admin.rewrites('details', 'One room.\n\nClay,\noak.\n\n\nLight.')
  await admin.saves()
  await expect(admin.main.getByText('One room.', { exact: true })).toBeVisible()
  expect(projectNamed(site, 'Thrown').details).toBe('One room.\n\nClay,\noak.\n\n\nLight.')
  await visitor.opens(path)
  const paragraphs = visitor.main.getByRole('paragraph').filter({ hasText: /^(One room|Clay|Light)/ })
  await expect(paragraphs).toHaveText(['One room.', 'Clay, oak.', 'Light.'])
  expect(await paragraphs.nth(1).evaluate((paragraph: HTMLElement) => paragraph.innerText)).toBe('Clay,\noak.')
})

test('one text is edited at a time, and what was written in the other is kept', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await admin.rewrites('name', 'Thrown again')
  await admin.rewrites('details', 'Clay.')
  await expect(admin.editor('name')).toHaveCount(0)
  await admin.saves()
  await expect(admin.main.getByText('Clay.', { exact: true })).toBeVisible()
  await expect(admin.heading('Thrown')).toBeVisible()
  await admin.page.getByRole('button', { name: 'Bring back my changes' }).click()
  await expect(admin.editor('name')).toHaveValue('Thrown again')
})

test('Cancel leaves the text as it was, and the draft can be brought back', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await admin.rewrites('name', 'Thrown again')
  await admin.main.getByRole('button', { name: 'Cancel' }).click()
  await expect(admin.heading('Thrown')).toBeVisible()
  await expect(admin.page.getByRole('button', { name: 'Edit name' })).toBeFocused()
  await admin.page.getByRole('button', { name: 'Bring back my changes' }).click()
  await expect(admin.editor('name')).toHaveValue('Thrown again')
  await admin.page.keyboard.press('Escape')
  await expect(admin.heading('Thrown')).toBeVisible()
  expect(projectNamed(site, 'Thrown').nameVersion).toBe(1)
})

for (const field of ['name', 'details'] as const) {
  test(`when the ${field} cannot be saved it says so, and the draft is kept`, async ({ admin, site }) => {
    const before = projectsOf(site)
    await admin.opens(pathOf(site, 'Thrown'))
    await admin.rewrites(field, 'Written with care')
    const letGo = site.holdWriteLock()
    await admin.saves()
    await expect(admin.alert).toHaveText(failed, patient)
    letGo()
    await expect(admin.editor(field)).toHaveValue('Written with care')
    expect(projectsOf(site)).toEqual(before)
    await admin.saves()
    await expect(admin.main.getByText('Written with care', { exact: true })).toBeVisible()
    await expect(admin.alert).toHaveCount(0)
    await expect.poll(() => projectsOf(site)[0]?.[field]).toBe('Written with care')
  })
}

test('when the line is cut, saving fails and says so, and the draft is kept', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await admin.rewrites('details', 'Written on a train')
  await admin.page.context().setOffline(true)
  await admin.saves()
  await expect(admin.alert).toHaveText(failed)
  await expect(admin.editor('details')).toHaveValue('Written on a train')
  await admin.page.context().setOffline(false)
  await admin.saves()
  await expect(admin.main.getByText('Written on a train', { exact: true })).toBeVisible()
})

test('somebody whose role was taken away changes nothing, and is told', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await site.owner('revoke', 'designer@studio.example')
  await admin.rewrites('name', 'Mine')
  await admin.saves()
  await expect(admin.alert).toHaveText(failed)
  await expect(admin.main.getByText('This is for the studio’s own people.')).toBeVisible()
  expect(projectsOf(site)[0]?.name).toBe('Thrown')
})

test('whoever saves after the session has ended keeps the text, and is led to log in', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await admin.rewrites('details', 'Half a sentence')
  await admin.page.context().clearCookies()
  await admin.saves()
  await expect(admin.alert).toHaveText(failed)
  const tab = admin.page.context().waitForEvent('page')
  await admin.main.getByRole('link', { name: 'Please log in first.' }).click()
  const elsewhere = new Admin(await tab, site)
  await elsewhere.fillsCredentials(accounts.admin)
  await elsewhere.page.getByRole('button', { name: 'Log in' }).click()
  await elsewhere.isAt('/work')
  await expect(admin.editor('details')).toHaveValue('Half a sentence')
  await admin.saves()
  await expect(admin.main.getByText('Saved.', { exact: true })).toBeVisible()
})

test('whoever is logged out while writing is told so, and goes on with the draft once back', async ({
  admin,
  site,
}) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await admin.rewrites('details', 'Half a sentence')
  const tab = new Admin(await admin.page.context().newPage(), site)
  await tab.opens('/logout')
  await tab.main.getByRole('button', { name: 'Logout' }).click()
  await expect(admin.alert).toContainText('What you wrote is kept', patient)
  await expect(admin.alert.getByRole('link', { name: 'Log in again' })).toHaveAttribute('target', '_blank')
  await tab.logsIn(accounts.admin)
  await expect(admin.editor('details')).toHaveValue('Half a sentence', patient)
  await admin.editor('details').pressSequentially(', and the rest.')
  await admin.saves()
  await expect(admin.main.getByText('Saved.', { exact: true })).toBeVisible()
  expect(projectNamed(site, 'Thrown').details).toBe('Half a sentence, and the rest.')
})

test('a text saved over a newer one shows both, and mine can be saved over it', async ({ admin, colleague, site }) => {
  await overtaken({ admin, colleague, site })
  await admin.main.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(admin.heading('Mine')).toBeVisible()
  await expect.poll(() => colleague.main.getByRole('heading', { level: 1 }).innerText()).toBe('Mine')
  expect(projectsOf(site)[0]).toMatchObject({ name: 'Mine', nameVersion: 3 })
})

test('a text saved over a newer one shows both, and keeping theirs does not lose mine', async ({
  admin,
  colleague,
  site,
}) => {
  await overtaken({ admin, colleague, site })
  await admin.main.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(admin.heading('Theirs')).toBeVisible()
  expect(projectsOf(site)[0]).toMatchObject({ name: 'Theirs', nameVersion: 2 })
  await admin.page.getByRole('button', { name: 'Bring back my changes' }).click()
  await expect(admin.editor('name')).toHaveValue('Mine')
})

async function overtaken({ admin, colleague, site }: { admin: Admin; colleague: Admin; site: Admin['site'] }) {
  await admin.opens(pathOf(site, 'Thrown'))
  await admin.rewrites('name', 'Mine')
  await colleague.opens(pathOf(site, 'Thrown'))
  await colleague.rewrites('name', 'Theirs')
  await colleague.saves()
  await expect(colleague.heading('Theirs')).toBeVisible()
  await admin.saves()
  await expect(admin.alert).toHaveText(failed)
  await expect(admin.main.getByText('Theirs', { exact: true })).toBeVisible()
  await expect(admin.main.getByRole('textbox', { name: 'Project Name, yours' })).toHaveValue('Mine')
  expect(projectsOf(site)[0]?.name).toBe('Theirs')
}

test('two texts of one project can be saved by two people at once', async ({ admin, colleague, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await colleague.opens(pathOf(site, 'Thrown'))
  await admin.rewrites('name', 'Both')
  await colleague.rewrites('details', 'Of us.')
  await Promise.all([admin.saves(), colleague.saves()])
  await expect(admin.heading('Both')).toBeVisible()
  await expect(colleague.main.getByText('Of us.', { exact: true })).toBeVisible()
  expect(projectsOf(site)[0]).toMatchObject({ name: 'Both', details: 'Of us.' })
})

test('leaving with a changed draft asks first, within the site and out of it', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await admin.rewrites('name', 'Not saved yet')
  await admin.navigation('About').click()
  await expect(admin.page.getByRole('dialog')).toContainText('Leave without saving?')
  await admin.answers('Stay')
  await expect(admin.editor('name')).toHaveValue('Not saved yet')

  const warned = admin.page.waitForEvent('dialog')
  await admin.page.reload({ timeout: 1_000 }).catch(() => {})
  expect((await warned).type()).toBe('beforeunload')
  await (await warned).dismiss()
  await expect(admin.editor('name')).toHaveValue('Not saved yet')

  await admin.navigation('About').click()
  await admin.answers('Leave')
  await admin.isAt('/about')
})

test('leaving without a change asks nothing', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  await admin.rewrites('name', 'Changed')
  await admin.editor('name').fill('Thrown')
  await admin.goesTo('About')
  await admin.isAt('/about')
})

test('a name has 1 to 120 characters and details 1 to 10,000, as people count them', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Thrown'))
  for (const [field, most] of [
    ['name', 120],
    ['details', 10_000],
  ] as const) {
    await admin.rewrites(field, '🏺'.repeat(most + 1))
    await admin.saves()
    await expect(admin.alert).toHaveText(failed)
    await expect(admin.editor(field)).toHaveAccessibleDescription(
      new RegExp(`${most.toLocaleString('en-GB')} characters at most`),
    )
    await admin.editor(field).fill('  ')
    await admin.saves()
    await expect(admin.editor(field)).toHaveAccessibleDescription(/required/)
    await admin.editor(field).fill('🏺'.repeat(most))
    await admin.saves()
    await expect(admin.page.getByRole('button', { name: `Edit ${field}` })).toBeVisible()
    expect(projectsOf(site)[0]?.[field]).toBe('🏺'.repeat(most))
  }
})
