import { accounts } from '#tests/support/accounts.ts'
import { pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { expect, test } from './fixtures/test.ts'

test('an admin reads an earlier version of a text and brings it back, and the open page of a visitor is updated', async ({
  admin,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  await admin.open(path)
  await expect(admin.main.getByRole('link', { name: /^History of/ })).toHaveCount(0)
  await admin.editText('name', 'Thrown Again')
  await admin.save()
  await visitor.open(path)
  await expect(visitor.heading('Thrown Again')).toBeVisible()
  await expect(visitor.main.getByRole('link', { name: /^History of/ })).toHaveCount(0)

  await admin.main.getByRole('link', { name: 'History of name' }).click()
  await expect(admin.heading('History of name')).toBeVisible()
  const versions = admin.main.getByRole('list', { name: 'Versions' }).getByRole('link')
  await expect(versions).toHaveCount(2)
  await expect(versions.first()).toContainText(`Version 2, shown now`)
  await expect(versions.first()).toContainText(accounts.admin.email)
  await versions.last().click()
  await expect(admin.main.getByRole('region', { name: 'Version 1' })).toBeVisible()
  await admin.reload()
  await expect(admin.main.getByRole('region', { name: 'Version 1' })).toContainText('Thrown')
  await expectAccessible(admin.page)
  await admin.main.getByRole('button', { name: 'Bring back', exact: true }).click()
  await expect(admin.main.getByRole('status')).toContainText('Version 1 is back, as the newest version.')
  await expect(versions).toHaveCount(3)
  await expect(visitor.heading('Thrown')).toBeVisible()
})

test('the history of a text is for admins only', async ({ admin, visitor, user, site }) => {
  await admin.open(pathOf(site, 'Thrown'))
  await admin.editText('details', 'What was secret.')
  await admin.save()
  await expect(admin.main.getByText('Saved. Visitors see it now.')).toBeVisible()
  await admin.editText('details', 'What is public.')
  await admin.save()
  await expect(admin.main.getByText('Saved. Visitors see it now.')).toBeVisible()
  const path = `/history/project/${projectNamed(site, 'Thrown').id}/details`
  await admin.open(`${path}?version=2`)
  await expect(admin.main.getByRole('region', { name: 'Version 2' })).toContainText('What was secret.')
  expect((await admin.open('/history/project/nobody/name')).status()).toBe(404)
  for (const [person, status] of [
    [visitor, 401],
    [user, 403],
  ] as const) {
    for (const suffix of ['', '.data', '?version=2']) {
      const response = await person.page.request.get(site.origin + path + suffix)
      expect(response.status(), suffix).toBe(status)
      expect(await response.text(), suffix).not.toContain('What was secret.')
    }
  }
})
