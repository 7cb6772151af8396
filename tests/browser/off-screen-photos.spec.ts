import type { Locator } from '@playwright/test'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ viewport: { width: 390, height: 300 } })

test('photos far off screen are neither rendered nor fetched, and the page keeps its height when they load', async ({
  visitor,
  site,
}) => {
  const { page } = visitor
  for (const path of ['/work', pathOf(site, 'Low Line')]) {
    await visitor.open(path)
    await visitor.expectImageLoaded(page.locator('main img[fetchpriority=high]'))
    const image = page.locator('main :is(article, section) img').last()
    expect(await isRendered(image), path).toBe(false)
    expect(await image.evaluate((one: HTMLImageElement) => one.currentSrc), path).toBe('')
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    const before = await height()
    await visitor.scrollTo(image)
    await expect.poll(() => isRendered(image)).toBe(true)
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth)).toBeTruthy()
    expect(await height(), path).toBe(before)
  }
})

function isRendered(image: Locator): Promise<boolean> {
  return image.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }))
}
