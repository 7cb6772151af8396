import { expect, test } from './fixtures/test.ts'

test('an image that has not loaded shows its placeholder and dominant colour', async ({ visitor }) => {
  await visitor.page.route('**/photos/**', () => {})
  await visitor.page.goto(`${visitor.site.origin}/work`, { waitUntil: 'domcontentloaded' })
  const placeholder = visitor.main.locator('svg:has(image)').first()
  await expect(placeholder).toBeVisible()
  expect(await placeholder.locator('image').getAttribute('href')).toMatch(/^data:image\/webp;base64,/)
  expect(await placeholder.locator('rect').getAttribute('fill')).toMatch(/^#[0-9a-f]{6}$/)
})

test('a project opened from the list shows the image of its card until its cover has loaded', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/work')
  const cover = visitor.card('Thrown').locator('img')
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc)).toBeTruthy()
  const shown = await cover.evaluate((image: HTMLImageElement) => image.currentSrc)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/photos/**', async (route) => {
    if (route.request().url() !== shown) await held
    await route.continue()
  })
  await visitor.card('Thrown').getByRole('link').click()
  await expect(visitor.heading('Thrown')).toBeVisible()
  const earlier = visitor.main.locator(`image[href="${shown}"]`)
  await expect(earlier).toBeVisible()
  release()
  await expect(earlier).toHaveCount(0)
  await expect(visitor.main.locator('picture img').first()).toHaveCSS('opacity', '1')
})
