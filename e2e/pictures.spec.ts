import { expect, test } from './stories.ts'

test('before a picture arrives, its colours are there', async ({ visitor }) => {
  await visitor.page.route('**/photos/**', () => {})
  await visitor.page.goto(`${visitor.site.origin}/work`, { waitUntil: 'domcontentloaded' })
  const ground = visitor.main.locator('svg:has(image)').first()
  await expect(ground).toBeVisible()
  expect(await ground.locator('image').getAttribute('href')).toMatch(/^data:image\/webp;base64,/)
  expect(await ground.locator('rect').getAttribute('fill')).toMatch(/^#[0-9a-f]{6}$/)
})
