import { expect, test } from './fixtures/test.ts'

test('an image that has not loaded shows its placeholder and dominant colour', async ({ visitor }) => {
  await visitor.page.route('**/photos/**', () => {})
  await visitor.page.goto(`${visitor.site.origin}/work`, { waitUntil: 'domcontentloaded' })
  const placeholder = visitor.main.locator('svg:has(image)').first()
  await expect(placeholder).toBeVisible()
  expect(await placeholder.locator('image').getAttribute('href')).toMatch(/^data:image\/webp;base64,/)
  expect(await placeholder.locator('rect').getAttribute('fill')).toMatch(/^#[0-9a-f]{6}$/)
})
