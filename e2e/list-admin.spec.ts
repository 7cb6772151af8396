import { cutLine } from './faults.ts'
import type { Visitor } from './people.ts'
import { pathOf, projectNamed, projectsOf } from './rows.ts'
import { expect, test } from './stories.ts'

test.describe.configure({ timeout: 60_000 })

const question = 'Are you sure you want to delete this project?'
const samples = ['Thrown', 'Reeded', 'Long Table', 'Clear Grid', 'Sage Terrace', 'Low Line']
/** The site tries for 5 s before it gives up. */
const patient = { timeout: 20_000 }

test('only an admin sees the tools of the list', async ({ admin, member, visitor }) => {
  const toolsSeenBy = async (someone: Visitor) => {
    await someone.opens('/work')
    await expect(someone.card('Thrown')).toBeVisible()
    return {
      crosses: await someone.main.getByRole('button', { name: /^Delete / }).count(),
      positions: await someone.main.getByLabel('Position').count(),
    }
  }
  expect(await toolsSeenBy(admin)).toEqual({ crosses: 6, positions: 6 })
  await expect(admin.page.getByRole('button', { name: 'Delete Thrown', exact: true })).toHaveText('X')
  expect(await toolsSeenBy(member)).toEqual({ crosses: 0, positions: 0 })
  expect(await toolsSeenBy(visitor)).toEqual({ crosses: 0, positions: 0 })
})

test('deleting asks first, and No changes nothing', async ({ admin, site }) => {
  await admin.opens('/work')
  await admin.wantsToDelete('Reeded')
  const dialog = admin.page.getByRole('dialog', { name: question })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveText(['No', 'Yes'])
  await admin.answers('No')
  await expect(dialog).toHaveCount(0)
  await expect(admin.page.getByRole('button', { name: 'Delete Reeded' })).toBeFocused()

  await admin.wantsToDelete('Reeded')
  await admin.page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await admin.projectNames()).toEqual(samples)
  expect(projectsOf(site).map((project) => project.name)).toEqual(samples)
})

test('Yes removes the project from the list, and its page is gone', async ({ admin, visitor, site }) => {
  const path = pathOf(site, 'Reeded')
  await admin.opens('/work')
  await admin.deletes('Reeded')
  await expect(admin.card('Reeded')).toHaveCount(0)
  await expect(admin.main.getByRole('status').filter({ hasText: 'Reeded was deleted.' })).toBeVisible()
  const [row] = site.sql<{ deletedAt: string }>(`select deletedAt from projects where name = 'Reeded'`)
  expect(Date.now() - Date.parse(row?.deletedAt ?? '')).toBeLessThan(60_000)
  const answer = await visitor.opens(path)
  expect(answer.status()).toBe(404)
  await expect(visitor.main.getByText('Project not found')).toBeVisible()
})

test('when deleting fails it says so, and the card stays', async ({ admin, site }) => {
  await admin.opens('/work')
  const letGo = site.holdWriteLock()
  await admin.deletes('Thrown')
  await expect(admin.card('Thrown').getByRole('alert')).toHaveText('Failed to delete project', patient)
  letGo()
  expect(site.output).toContain('"message":"could not delete"')
  await expect(admin.page.getByRole('dialog')).toHaveCount(0)
  expect(await admin.projectNames()).toEqual(samples)
  expect(projectsOf(site)).toHaveLength(6)

  await admin.deletes('Thrown')
  await expect(admin.card('Thrown')).toHaveCount(0)
})

test('when the line is cut, deleting fails and says so', async ({ admin, site }) => {
  await admin.opens('/work')
  await cutLine(admin.page, /\/work/)
  await admin.deletes('Thrown')
  await expect(admin.card('Thrown').getByRole('alert')).toHaveText('Failed to delete project')
  expect(projectsOf(site)).toHaveLength(6)
})

test('somebody whose role was taken away deletes nothing, whatever their page still shows', async ({ admin, site }) => {
  await admin.opens('/work')
  await site.owner('revoke', 'designer@studio.example')
  await admin.deletes('Thrown')
  await expect(admin.card('Thrown').getByRole('alert')).toHaveText('Failed to delete project')
  expect(projectsOf(site)).toHaveLength(6)
})

test('a project that a colleague has deleted leaves the list here, too', async ({ admin, colleague }) => {
  await admin.opens('/work')
  await admin.wantsToDelete('Thrown')
  await colleague.opens('/work')
  await colleague.deletes('Thrown')
  await expect(colleague.card('Thrown')).toHaveCount(0)
  await admin.answers('Yes')
  await expect(admin.card('Thrown')).toHaveCount(0)
  await expect(admin.page.getByRole('dialog')).toHaveCount(0)
  expect(await admin.projectNames()).toEqual(samples.slice(1))
})

test('the list follows the positions: ascending, equal ones in the order they were made, negative ones first', async ({
  admin,
  visitor,
  site,
}) => {
  await admin.opens('/work')
  await admin.moves('Thrown', '5')
  const equal = ['Reeded', 'Long Table', 'Clear Grid', 'Thrown', 'Sage Terrace', 'Low Line']
  await expect.poll(() => admin.projectNames()).toEqual(equal)
  await admin.moves('Low Line', '-3')
  const negative = ['Low Line', 'Reeded', 'Long Table', 'Clear Grid', 'Thrown', 'Sage Terrace']
  await expect.poll(() => admin.projectNames()).toEqual(negative)
  await expect(admin.position('Low Line')).toHaveValue('-3')
  await admin.moves('Reeded', '9007199254740991')
  const last = ['Low Line', 'Long Table', 'Clear Grid', 'Thrown', 'Sage Terrace', 'Reeded']
  await expect.poll(() => admin.projectNames()).toEqual(last)
  expect(projectNamed(site, 'Reeded').position).toBe(Number.MAX_SAFE_INTEGER)
  await visitor.opens('/work')
  expect(await visitor.projectNames()).toEqual(last)
})

test('a position is saved on leaving the field as well', async ({ admin, site }) => {
  await admin.opens('/work')
  await admin.position('Thrown').fill('9')
  await admin.position('Reeded').focus()
  await expect.poll(() => projectNamed(site, 'Thrown').position).toBe(9)
  await expect.poll(async () => (await admin.projectNames()).at(-1)).toBe('Thrown')
})

test('what is no whole number is refused: the reason stands at the field, and the old position stays', async ({
  admin,
  site,
}) => {
  await admin.opens('/work')
  const field = admin.position('Long Table')
  const notWhole = 'A position is a whole number, such as 3 or -1.'
  for (const [typed, why] of [
    ['', notWhole],
    ['1.5', notWhole],
    ['1e3', notWhole],
    ['-', notWhole],
    ['9007199254740992', 'A position may have 15 digits at most.'],
  ] as const) {
    await test.step(`"${typed}"`, async () => {
      await field.fill('')
      await field.pressSequentially(typed)
      await field.press('Enter')
      await expect(field).toHaveAccessibleDescription(why)
      await expect(field).toHaveValue('3')
      expect(projectNamed(site, 'Long Table').position).toBe(3)
      expect(await admin.projectNames()).toEqual(samples)
      // What is right takes the reason away again.
      await admin.moves('Long Table', '-1')
      await expect.poll(() => projectNamed(site, 'Long Table').position).toBe(-1)
      await expect(field).toHaveAccessibleDescription('')
      await admin.moves('Long Table', '3')
      await expect.poll(() => admin.projectNames()).toEqual(samples)
      await expect(field).toHaveJSProperty('readOnly', false)
    })
  }
})

test('a position that cannot be saved is only logged, and the old one comes back', async ({ admin, site }) => {
  await admin.opens('/work')
  const letGo = site.holdWriteLock()
  await admin.moves('Thrown', '9')
  const field = admin.position('Thrown')
  await expect(field).toHaveAttribute('aria-busy', 'true')
  await expect(field).toHaveValue('1', patient)
  letGo()
  await expect(admin.alert).toHaveCount(0)
  await expect(field).toHaveAccessibleDescription('')
  const logged = site.output.split('\n').filter((line) => line.includes('a change could not be stored'))
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 'error' })
  expect(site.output).toContain('"message":"could not change a position"')
  expect(await admin.projectNames()).toEqual(samples)
})

test('a position that never reaches the site gives way to the old one, without a word', async ({ admin }) => {
  await admin.opens('/work')
  await cutLine(admin.page, /\/work/)
  await admin.moves('Thrown', '9')
  await expect(admin.position('Thrown')).toHaveValue('1')
  await expect(admin.alert).toHaveCount(0)
  expect(await admin.projectNames()).toEqual(samples)
})
