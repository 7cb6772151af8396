import type { Locator } from '@playwright/test'
import { abortWrites } from './fixtures/network/fault-injection.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { pathOf, projectNamed, projectsOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

const question = 'Are you sure you want to delete this project?'
const samples = ['Thrown', 'Reeded', 'Long Table', 'Clear Grid', 'Sage Terrace', 'Low Line']

test('only admins see the tools in the list', async ({ admin, user, visitor }) => {
  const countTools = async (person: Visitor) => {
    await person.open('/work')
    await expect(person.card('Thrown')).toBeVisible()
    return {
      deleteButtons: await person.main.getByRole('button', { name: /^Delete / }).count(),
      positions: await person.main.getByLabel('Position').count(),
    }
  }
  expect(await countTools(admin)).toEqual({ deleteButtons: 6, positions: 6 })
  await expect(admin.page.getByRole('button', { name: 'Delete Thrown', exact: true })).toHaveText('X')
  expect(await countTools(user)).toEqual({ deleteButtons: 0, positions: 0 })
  expect(await countTools(visitor)).toEqual({ deleteButtons: 0, positions: 0 })
})

test('removing a project asks for confirmation, and the button No keeps the project', async ({ admin, site }) => {
  await admin.open('/work')
  await admin.openRemovalDialog('Reeded')
  const dialog = admin.page.getByRole('dialog', { name: question })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveText(['No', 'Yes'])
  await admin.chooseInDialog('No')
  await expect(dialog).toHaveCount(0)
  await expect(admin.page.getByRole('button', { name: 'Delete Reeded' })).toBeFocused()

  await admin.openRemovalDialog('Reeded')
  await admin.page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await admin.projectNames()).toEqual(samples)
  expect(projectsOf(site).map((project) => project.name)).toEqual(samples)
})

test('on a phone, the dialog does not cover the name of the project that it asks about', async ({ admin }) => {
  await admin.page.setViewportSize({ width: 360, height: 740 })
  await admin.open('/work')
  for (const name of samples) {
    // Once above the middle of the window and once below it.
    for (const top of [300, 560]) {
      const button = admin.page.getByRole('button', { name: `Delete ${name}` })
      await button.evaluate(
        (one, top) => window.scrollBy({ top: one.getBoundingClientRect().top - top, behavior: 'instant' }),
        top,
      )
      await admin.openRemovalDialog(name)
      const dialog = await boxOf(admin.page.getByRole('dialog', { name: question }))
      const heading = await boxOf(admin.card(name).getByRole('heading', { includeHidden: true }))
      expect(dialog.top >= heading.bottom || dialog.bottom <= heading.top, `${name} at ${top} px`).toBe(true)
      await admin.chooseInDialog('No')
    }
  }
})

test('the button Yes removes the project from the list, and its page returns 404', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Reeded')
  await admin.open('/work')
  const startedAt = Date.now()
  await admin.removeProject('Reeded')
  await expect(admin.card('Reeded')).toHaveCount(0)
  await expect(admin.main.getByRole('status').filter({ hasText: 'Reeded was deleted.' })).toBeVisible()
  const [row] = site.sql<{ deletedAt: string }>(`select deletedAt from projects where name = 'Reeded'`)
  expect(Date.parse(row?.deletedAt ?? '')).toBeGreaterThanOrEqual(startedAt)
  expect(Date.parse(row?.deletedAt ?? '')).toBeLessThanOrEqual(Date.now())
  const response = await visitor.open(path)
  expect(response.status()).toBe(404)
  await expect(visitor.main.getByText('Project not found')).toBeVisible()
})

test('an error is shown when a project cannot be removed, and the card is kept', async ({ admin, site }) => {
  await admin.open('/work')
  const release = site.holdWriteLock()
  await admin.removeProject('Thrown')
  await expect(admin.card('Thrown').getByRole('alert')).toHaveText('Failed to delete project')
  release()
  expect(site.output).toContain('"message":"could not delete"')
  await expect(admin.page.getByRole('dialog')).toHaveCount(0)
  expect(await admin.projectNames()).toEqual(samples)
  expect(projectsOf(site)).toHaveLength(6)

  await admin.removeProject('Thrown')
  await expect(admin.card('Thrown')).toHaveCount(0)
})

test('without a connection, removing a project shows an error', async ({ admin, site }) => {
  await admin.open('/work')
  await abortWrites(admin.page, /\/work/)
  await admin.removeProject('Thrown')
  await expect(admin.card('Thrown').getByRole('alert')).toHaveText('Failed to delete project')
  expect(projectsOf(site)).toHaveLength(6)
})

test('an admin whose role was revoked cannot remove a project, although the page still shows the tools', async ({
  admin,
  site,
}) => {
  // Blocked, because the live stream would remove the tools from the page at once.
  await admin.page.context().route('**/live?*', (route) => route.abort())
  await admin.open('/work')
  await site.runAdminCommand('revoke', 'designer@studio.example')
  await admin.removeProject('Thrown')
  await expect(admin.card('Thrown').getByRole('alert')).toHaveText('Failed to delete project')
  expect(projectsOf(site)).toHaveLength(6)
})

test('confirming the removal of a project that another admin has already removed closes the dialog', async ({
  admin,
  colleague,
}) => {
  await admin.open('/work')
  await admin.openRemovalDialog('Thrown')
  await colleague.open('/work')
  await colleague.removeProject('Thrown')
  await expect(colleague.card('Thrown')).toHaveCount(0)
  await expect(admin.card('Thrown')).toHaveCount(0)
  await admin.chooseInDialog('Yes')
  await expect(admin.card('Thrown')).toHaveCount(0)
  await expect(admin.page.getByRole('dialog')).toHaveCount(0)
  expect(await admin.projectNames()).toEqual(samples.slice(1))
})

test('projects are sorted by position, then by creation time, and positions may be negative', async ({
  admin,
  visitor,
  site,
}) => {
  await admin.open('/work')
  await admin.moveProject('Thrown', '5')
  const equal = ['Reeded', 'Long Table', 'Clear Grid', 'Thrown', 'Sage Terrace', 'Low Line']
  await expect.poll(() => admin.projectNames()).toEqual(equal)
  await admin.moveProject('Low Line', '-3')
  const negative = ['Low Line', 'Reeded', 'Long Table', 'Clear Grid', 'Thrown', 'Sage Terrace']
  await expect.poll(() => admin.projectNames()).toEqual(negative)
  await expect(admin.position('Low Line')).toHaveValue('-3')
  await admin.moveProject('Reeded', '9007199254740991')
  const last = ['Low Line', 'Long Table', 'Clear Grid', 'Thrown', 'Sage Terrace', 'Reeded']
  await expect.poll(() => admin.projectNames()).toEqual(last)
  expect(projectNamed(site, 'Reeded').position).toBe(Number.MAX_SAFE_INTEGER)
  await visitor.open('/work')
  expect(await visitor.projectNames()).toEqual(last)
})

test('a position is saved when its field loses focus', async ({ admin, site }) => {
  await admin.open('/work')
  await admin.position('Thrown').fill('9')
  await admin.position('Reeded').focus()
  await expect.poll(() => projectNamed(site, 'Thrown').position).toBe(9)
  await expect.poll(async () => (await admin.projectNames()).at(-1)).toBe('Thrown')
})

test('a position that is not a whole number shows an error at its field and is not saved', async ({ admin, site }) => {
  await admin.open('/work')
  const field = admin.position('Long Table')
  const notWhole = 'A position is a whole number, such as 3 or -1.'
  for (const [typed, error] of [
    ['', notWhole],
    ['1.5', notWhole],
    ['1e3', notWhole],
    ['-', notWhole],
    ['9007199254740992', 'A position is at most 9007199254740991.'],
    ['-9007199254740992', 'A position is at least -9007199254740991.'],
  ] as const) {
    await test.step(`"${typed}"`, async () => {
      await field.fill('')
      await field.pressSequentially(typed)
      await field.press('Enter')
      await expect(field).toHaveAccessibleDescription(error)
      await expect(field).toHaveValue('3')
      expect(projectNamed(site, 'Long Table').position).toBe(3)
      expect(await admin.projectNames()).toEqual(samples)
      // A valid position clears the error.
      await admin.moveProject('Long Table', '-1')
      await expect.poll(() => projectNamed(site, 'Long Table').position).toBe(-1)
      await expect(field).toHaveAccessibleDescription('')
      await admin.moveProject('Long Table', '3')
      await expect.poll(() => admin.projectNames()).toEqual(samples)
      await expect(field).toHaveJSProperty('readOnly', false)
    })
  }
})

test('a position that cannot be saved is logged and shows an error at its field until a position is saved', async ({
  admin,
  site,
}) => {
  await admin.open('/work')
  const release = site.holdWriteLock()
  const sendRequest = await admin.holdRequests(/\/work\.data/)
  await admin.moveProject('Thrown', '9')
  const field = admin.position('Thrown')
  await expect(field).toHaveAttribute('aria-busy', 'true')
  await sendRequest()
  await expect(field).toHaveAccessibleDescription(/^The position was not changed\. /)
  await expect(field).toHaveValue('1')
  release()
  // Background jobs that could not store a change have no request id.
  const logged = site.output
    .split('\n')
    .filter((line) => line.includes('a change could not be stored') && line.includes('"request":'))
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 'error' })
  expect(site.output).toContain('"message":"could not change a position"')
  expect(await admin.projectNames()).toEqual(samples)

  await admin.moveProject('Thrown', '9')
  await expect.poll(async () => (await admin.projectNames()).at(-1)).toBe('Thrown')
  await expect(field).toHaveAccessibleDescription('')
})

test('without a connection, the field returns to the old position and shows an error', async ({ admin }) => {
  await admin.open('/work')
  await abortWrites(admin.page, /\/work/)
  await admin.moveProject('Thrown', '9')
  await expect(admin.position('Thrown')).toHaveAccessibleDescription(/^The position was not changed\. /)
  await expect(admin.position('Thrown')).toHaveValue('1')
  expect(await admin.projectNames()).toEqual(samples)
})

function boxOf(locator: Locator): Promise<{ top: number; bottom: number }> {
  return locator.evaluate((element) => element.getBoundingClientRect())
}
