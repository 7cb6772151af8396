import type { Locator } from '@playwright/test'
import { projectNamed } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

const name = 'בית קטן במנצ׳סטר.'
const latin = 'Lime, oak and terrazzo.'
const arabic = 'هذا مشروع صغير. الجدران من الجبس!'

test('each text and field has the direction of its content', async ({ visitor, admin, site }) => {
  const { id } = projectNamed(site, 'Clear Grid')
  const path = `/projects/${id}`
  site.sql('update projects set name = ?, details = ? where id = ?', name, `${arabic}\n\n${latin}`, id)
  site.sql('update photos set alt = ? where projectId = ?', arabic, id)

  await visitor.open('/work')
  expect(await visitor.page.getByRole('heading', { name }).evaluate(directionOf)).toBe('rtl')
  expect(await visitor.heading('Work').evaluate(directionOf)).toBe('ltr')
  expect(await spaceRightOf(visitor.page.getByRole('heading', { name }))).toBeLessThan(2)
  await visitor.open(path)
  await expectDirections([visitor.heading(name), visitor.page.getByText(arabic)], 'rtl')
  expect(await spaceRightOf(visitor.heading(name))).toBeLessThan(2)
  await expectDirections([visitor.page.getByText(latin)], 'ltr')
  await visitor.main.getByRole('button', { name: arabic }).first().click()
  await expectDirections([visitor.page.getByRole('dialog').getByText(arabic, { exact: true })], 'rtl')

  await admin.open(path)
  await admin.page.getByRole('button', { name: 'Edit name' }).click()
  await admin.page.getByRole('button', { name: 'Describe image 1' }).click()
  const altText = admin.page.getByRole('textbox', { name: 'Alternative text of image 1' })
  await expectDirections([admin.editor('name'), altText], 'rtl')
  await admin.editText('details', arabic)
  await expectDirections([admin.editor('details')], 'rtl')
  await admin.editor('details').fill(latin)
  await expectDirections([admin.editor('details')], 'ltr')
})

test('a text field adapts its direction to its content', async ({ visitor }) => {
  await visitor.open('/contact')
  const message = visitor.page.getByLabel('Message')
  await expectDirections([message], 'ltr')
  await message.fill(arabic)
  await expectDirections([message], 'rtl')
})

async function expectDirections(texts: Locator[], direction: 'ltr' | 'rtl'): Promise<void> {
  for (const text of texts) expect(await text.evaluate(directionOf)).toBe(direction)
}

function directionOf(text: Element): string {
  return getComputedStyle(text).direction
}

/** The space between an element and the right edge of its parent, in pixels. */
function spaceRightOf(locator: Locator): Promise<number> {
  return locator.evaluate((element) => {
    const parent = element.parentElement ?? element
    return parent.getBoundingClientRect().right - element.getBoundingClientRect().right
  })
}
