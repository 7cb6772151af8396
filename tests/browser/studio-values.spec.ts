import { expectAccessible } from './fixtures/checks/axe.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { expect, test } from './fixtures/test.ts'

// Any number of values and social links, in any order.

const sampleTitles = ['Bespoke design', '3D visualization before implementation', 'Sustainable materials']

const titles = ({ main }: Visitor) => main.getByRole('heading', { level: 2 })

test('a value can be added, and visitors see it once it is saved', async ({ admin, visitor }) => {
  await visitor.open('/values')
  await admin.open('/values')
  await admin.page.getByRole('button', { name: 'Add value' }).click()
  await expect(admin.main.getByLabel('Title')).toBeFocused()
  await admin.main.getByLabel('Title').fill('Care')
  await expect(titles(visitor)).toHaveText(sampleTitles)
  await admin.main.getByLabel('Text', { exact: true }).fill('We come back after a year.')
  await admin.save()
  await expect(admin.main.getByText('Saved. Visitors see it now.')).toBeVisible()
  await expect(admin.page.getByRole('button', { name: 'Edit value 4' })).toBeFocused()
  await expect(titles(visitor)).toHaveText([...sampleTitles, 'Care'])
  await expect(visitor.main.getByText('We come back after a year.')).toBeVisible()
  await expectAccessible(admin.page)
})

test('a double click adds one value, and removes one without a refusal', async ({ admin }) => {
  await admin.open('/values')
  const removeButtons = admin.page.getByRole('button', { name: /^Remove value/ })
  await admin.page.getByRole('button', { name: 'Add value' }).dblclick()
  await expect(admin.main.getByLabel('Title')).toBeFocused()
  await expect(removeButtons).toHaveCount(sampleTitles.length)
  await admin.page.getByRole('button', { name: 'Cancel' }).click()
  await expect(removeButtons).toHaveCount(sampleTitles.length + 1)
  await admin.page.getByRole('button', { name: 'Remove value 2' }).dblclick()
  await expect(admin.main.getByText('Value 2 was removed.')).toBeVisible()
  await expect(removeButtons).toHaveCount(sampleTitles.length)
  await expect(admin.alert).toHaveCount(0)
})

test('a value can be moved earlier and later with the keyboard', async ({ admin, visitor }) => {
  await visitor.open('/values')
  await admin.open('/values')
  const [first = '', second = '', third = ''] = sampleTitles
  await admin.page.getByRole('button', { name: 'Move value 3 earlier' }).press('Enter')
  await expect(titles(visitor)).toHaveText([first, third, second])
  await expect(admin.page.getByRole('button', { name: 'Move value 2 earlier' })).toBeFocused()
  await admin.page.keyboard.press('Enter')
  await expect(titles(visitor)).toHaveText([third, first, second])
  await admin.page.getByRole('button', { name: 'Move value 1 later' }).press('Enter')
  await expect(titles(visitor)).toHaveText([first, third, second])
})

test('Undo remove restores a removed value', async ({ admin, visitor }) => {
  await visitor.open('/values')
  await admin.open('/values')
  await admin.page.getByRole('button', { name: 'Remove value 2' }).click()
  await expect(admin.main.getByText('Value 2 was removed.')).toBeVisible()
  await expect(titles(visitor)).toHaveText([sampleTitles[0] ?? '', sampleTitles[2] ?? ''])
  const undo = admin.page.getByRole('button', { name: 'Undo remove' })
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(titles(visitor)).toHaveText(sampleTitles)
  await expect(admin.page.getByRole('button', { name: 'Remove value 2' })).toBeFocused()
})

test('a value can show a photo or a chosen drawing', async ({ admin, visitor }) => {
  await visitor.open('/values')
  await admin.open('/values')
  const picture = admin.main.getByLabel('Drawing of value 1', { exact: true })
  await expect(picture).toHaveValue('bespoke')
  await admin.page.getByLabel('Use a photograph for value 1').setInputFiles(await smallImage('oak.jpg', { width: 900 }))
  await expect(picture).toHaveValue('photo')
  const firstPicture = visitor.main.getByRole('listitem').first().locator('picture')
  await expect(firstPicture).toHaveCount(1, { timeout: 480_000 })
  const release = await admin.holdRequests(/\/studio\.data/)
  await picture.selectOption('room')
  // A choice is shown at once, not only when it has been saved.
  await expect(picture).toHaveAttribute('aria-busy', 'true')
  await expect(picture).toHaveValue('room')
  await release()
  await expect(firstPicture).toHaveCount(0)
})

test('when all values have been removed, the navigation of visitors no longer links to the page', async ({
  admin,
  visitor,
}) => {
  await visitor.open('/values')
  await admin.open('/values')
  for (let left = 3; left > 0; left--) {
    await admin.page.getByRole('button', { name: 'Remove value 1' }).click()
    await expect(titles(admin)).toHaveCount(left - 1)
  }
  await expect(visitor.navigation('Values')).toHaveCount(0)
  await expect(admin.navigation('Values')).toBeVisible()
  await expect(admin.main.getByText('What you stand for belongs here')).toBeVisible()
})

test('the unsaved text of a value that another admin removes is kept and can be copied', async ({
  admin,
  colleague,
}) => {
  await admin.open('/values')
  await colleague.open('/values')
  await admin.page.getByRole('button', { name: 'Edit value 2' }).click()
  await admin.main.getByLabel('Text', { exact: true }).fill('Half a thought.')
  await colleague.page.getByRole('button', { name: 'Remove value 2' }).click()
  await expect(admin.alert).toHaveText(
    'This value was deleted before you saved. What you wrote is kept here, so that you can copy it.',
  )
  await expect(admin.main.getByLabel('Your text')).toHaveValue('Half a thought.')
  await colleague.page.getByRole('button', { name: 'Undo remove' }).click()
  await expect(admin.main.getByLabel('Your text')).toHaveCount(0)
  await expect(admin.main.getByLabel('Text', { exact: true })).toHaveValue('Half a thought.')
})

test('social links can be added and removed, and only https URLs are accepted', async ({ admin, visitor }) => {
  await visitor.open('/contact')
  await admin.open('/contact')
  const address = admin.main.getByLabel('Address of a profile')
  const add = () => admin.page.getByRole('button', { name: 'Add social link' }).click()
  for (const wrong of ['javascript:alert(1)', 'http://www.linkedin.com/in/ada', 'linkedin.com/in/ada']) {
    await address.fill(wrong)
    await add()
    await expect(address).toHaveAccessibleDescription(/begins with https:/)
    await expect(address).toHaveValue(wrong)
  }
  await address.fill('https://www.linkedin.com/in/ada')
  await address.press('Enter')
  await expect(visitor.link('LinkedIn')).toHaveAttribute('href', 'https://www.linkedin.com/in/ada')
  await expect(address).toHaveValue('')
  await expectAccessible(admin.page)
  await admin.page.getByRole('button', { name: 'Remove social link 1' }).click()
  await expect(visitor.link('Instagram')).toHaveCount(0)
  await admin.page.getByRole('button', { name: 'Undo remove' }).click()
  await expect(visitor.link('Instagram')).toBeVisible()
})

for (const path of ['/', '/about', '/values', '/contact', '/studio'])
  test(`at 360 px every button, field and file picker of ${path} is at least 44 px high, and nothing overflows`, async ({
    browser,
    admin,
    site,
  }) => {
    const context = await browser.newContext({
      storageState: await admin.page.context().storageState(),
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    })
    const page = await context.newPage()
    await page.goto(site.origin + path)
    await page.getByRole('button', { name: /^Edit/ }).first().waitFor()
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    expect(await page.evaluate(findSmallControls)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await context.close()
  })

/** Buttons, fields and file pickers in the page that are less than 44 px high. */
function findSmallControls(): string[] {
  const controls = [
    ...document.querySelectorAll<HTMLElement>('main :is(button, select, .tool-picker, input[type=text])'),
  ]
  return controls
    .filter(
      (control) => control.checkVisibility() && control.offsetParent !== null && !control.closest('[aria-hidden]'),
    )
    .filter((control) => control.getBoundingClientRect().height < 43.5)
    .map(
      (control) =>
        `${control.getAttribute('aria-label') ?? control.textContent}: ${control.getBoundingClientRect().height}`,
    )
}
