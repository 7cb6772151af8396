import { pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { expect, test } from './fixtures/test.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import type { Visitor } from './fixtures/visitor.ts'

const button = (person: Visitor, name: string) => person.page.getByRole('button', { name, exact: true })
const addressField = (admin: Admin) => admin.page.getByLabel('Address', { exact: true })

async function changeAddress(admin: Admin, slug: string): Promise<void> {
  await button(admin, 'Edit address').click()
  await addressField(admin).fill(slug)
  await button(admin, 'Save').click()
}

test('an admin changes the address of a project, and its former address and its id lead to it', async ({
  admin,
  visitor,
  site,
}) => {
  const { id } = projectNamed(site, 'Thrown')
  await admin.open('/projects/thrown')
  await button(admin, 'Edit address').click()
  await expect(addressField(admin)).toBeFocused()
  await expectAccessible(admin.page, '.tool-address')
  await addressField(admin).fill('Reeded')
  // Escape that ends the composition of an input method.
  await addressField(admin).dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  await button(admin, 'Save').click()
  await expect(admin.alert).toHaveText('“Reeded” has this address. Please choose another one.')
  await button(admin, 'Cancel').click()
  await expect(button(admin, 'Edit address')).toBeFocused()
  await withoutReload(visitor, '/work', async () => {
    await changeAddress(admin, 'A Potter’s Shop')
    await expect(admin.main.getByRole('status').filter({ hasText: 'The address was changed.' })).toBeVisible()
    await admin.expectPath('/projects/a-potters-shop')
    const link = visitor.card('Thrown').getByRole('link', { name: 'Thrown', exact: true })
    await expect(link).toHaveAttribute('href', '/projects/a-potters-shop')
  })
  for (const former of ['/projects/thrown', `/projects/${id}`, '/Projects/A-Potters-Shop/']) {
    await visitor.open(`${former}?image=x`)
    await visitor.expectPath('/projects/a-potters-shop?image=x')
    await expect(visitor.heading('Thrown')).toBeVisible()
  }
  expect(await visitor.canonicalPath()).toBe('/projects/a-potters-shop')
})

test('a text that is edited while another admin changes the address is saved, and the page stays live', async ({
  admin,
  colleague,
  site,
}) => {
  await admin.open(pathOf(site, 'Thrown'))
  await colleague.open(pathOf(site, 'Thrown'))
  await admin.editText('details', 'Written before.')
  await changeAddress(colleague, 'kiln')
  await colleague.expectPath('/projects/kiln')
  await admin.expectPath('/projects/kiln')
  // The former address of the project now belongs to another one.
  await colleague.open(pathOf(site, 'Reeded'))
  await changeAddress(colleague, 'thrown')
  await colleague.expectPath('/projects/thrown')
  await expect(admin.editor('details')).toHaveValue('Written before.')
  await admin.save()
  await expect(admin.editor('details')).toHaveCount(0)
  await expect(admin.main.getByText('Written before.', { exact: true })).toBeVisible()
  expect(projectNamed(site, 'Thrown').details).toBe('Written before.')
  expect(projectNamed(site, 'Reeded').details).not.toBe('Written before.')
})

test('users and visitors cannot change an address', async ({ user, visitor, site }) => {
  const { id, slug } = projectNamed(site, 'Thrown')
  for (const person of [user, visitor]) {
    await person.open(pathOf(site, 'Thrown'))
    await expect(button(person, 'Edit address')).toHaveCount(0)
    const form = { intent: 'edit-address', slug: 'kiln', baseSlug: slug }
    const response = await person.page.request.post(`${site.origin}/projects/${id}`, {
      form,
      headers: { Origin: site.origin },
      maxRedirects: 0,
    })
    expect(response.status()).toBe(person === user ? 403 : 401)
  }
  expect(projectNamed(site, 'Thrown').slug).toBe(slug)
})
