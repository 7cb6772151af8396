import { control, expectImage, project, thumbnailButton, viewer } from './fixtures/viewer.ts'
import { expect, test } from './fixtures/test.ts'

test('every control that a visitor sees works while the scripts have not loaded', async ({ visitor }) => {
  const { page, main } = visitor
  const release = await visitor.holdRequests(/[/]assets[/].*[.]js$/)
  const open = (path: string) => page.goto(visitor.site.origin + path, { waitUntil: 'commit' })

  await open('/')
  await main.getByRole('link', { name: 'Explore' }).click()
  await visitor.expectPath('/work')
  await visitor.card(project).getByRole('link').click()
  await expect(visitor.heading(project)).toBeVisible()

  await thumbnailButton(visitor, 1).click()
  await expectImage(visitor, 1)
  await control(visitor, 'Next image').click()
  await expectImage(visitor, 2)
  await control(visitor, 'Close').click()
  await expect(viewer(visitor)).toHaveCount(0)
  await main.getByRole('button', { name: 'Back', exact: true }).click()
  // A browser adds the question mark of an empty form.
  await expect(page).toHaveURL(/[/]work[?]$/)

  await visitor.navigation('Contact').click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Byron')
  await page.getByLabel('E-mail').fill('not an address')
  await page.getByLabel('Subject').fill('A shop')
  await page.getByLabel('Message').fill('Written before the scripts came.')
  await visitor.disableBrowserValidation()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(visitor.alert.first()).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Written before the scripts came.')
  await release()
})
