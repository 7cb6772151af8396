import type { Locator } from '@playwright/test'
import { pathOf } from '#tests/support/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

const boxOf = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

test('on a phone, Back to Top is in the navigation bar, where it covers no control', async ({
  admin,
  visitor,
  site,
}) => {
  const { page } = admin
  const backToTop = page.getByRole('button', { name: 'Back to Top' })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of [pathOf(site, 'Thrown'), '/work', '/studio', '/privacy']) {
    await admin.open(path)
    await page.evaluate(() => window.scrollTo({ top: 200, behavior: 'instant' }))
    await expect(backToTop).toBeVisible()
    const [button, bar] = [await boxOf(backToTop), await boxOf(page.getByRole('banner'))]
    expect(button.y).toBeGreaterThanOrEqual(bar.y)
    expect(button.y + button.height).toBeLessThanOrEqual(bar.y + bar.height)
    const home = await boxOf(page.getByRole('banner').getByRole('link').first())
    expect(home.x + home.width).toBeLessThanOrEqual(button.x)
    expect(button.x + button.width).toBeLessThanOrEqual((await boxOf(page.getByRole('button', { name: 'Menu' }))).x)
    await backToTop.click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect(backToTop).toBeHidden()
  }
  await visitor.page.setViewportSize({ width: 360, height: 740 })
  await visitor.open('/work')
  await visitor.page.evaluate(() => window.scrollTo({ top: 200, behavior: 'instant' }))
  await expect(visitor.page.getByRole('button', { name: 'Back to Top' })).toBeVisible()
  expect((await boxOf(visitor.page.getByRole('button', { name: 'Back to Top' }))).y).toBeGreaterThan(600)
})
