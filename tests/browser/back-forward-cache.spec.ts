import type { Page } from '@playwright/test'
import { chromium } from '@playwright/test'
import { findChromium } from '#tests/support/chromium.ts'
import { pathOf } from '#tests/support/site-rows.ts'
import { Visitor } from './fixtures/visitor.ts'
import { expect, test } from './fixtures/test.ts'

// The Chromium of the tests has no back/forward cache; it tells why it would not keep a page there besides.
// `npm run test:engines` goes back to a page that was kept.

test('nothing in a page of a visitor keeps it out of the back/forward cache', async ({ site }) => {
  // Playwright disables the cache.
  const ignoreDefaultArgs = ['--disable-back-forward-cache']
  const browser = await chromium.launch({ ...(await findChromium()), ignoreDefaultArgs })
  try {
    const visitor = new Visitor(await browser.newPage(), site)
    for (const path of ['/', '/work', pathOf(site, 'Thrown'), '/contact']) {
      await visitor.open(path)
      expect(await leaveAndReturn(visitor.page), path).toEqual([])
    }
    await visitor.open('/about')
    await visitor.page.evaluate(() => void navigator.locks.request('held', () => new Promise(() => {})))
    expect(await leaveAndReturn(visitor.page)).toEqual(['WebLocks'])
  } finally {
    await browser.close()
  }
})

test('a page that was put aside and comes back shows what changed meanwhile', async ({ visitor, admin, site }) => {
  const path = pathOf(site, 'Thrown')
  const { page } = visitor
  await visitor.open(path)
  const heldLocks = () => page.evaluate(async () => (await navigator.locks.query()).held?.length)
  await expect.poll(heldLocks).toBe(1)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect.poll(heldLocks).toBe(0)
  await admin.open(path)
  await admin.editText('details', 'Changed while the page was away')
  await admin.save()
  await expect(visitor.main.getByText('Changed while the page was away')).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(visitor.main.getByText('Changed while the page was away')).toBeVisible()
})

/** Leaves a page and goes back. Returns why the page could not be kept, as far as it is to blame. */
async function leaveAndReturn(page: Page): Promise<string[]> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Page.enable')
  const reasons = new Promise<string[]>((resolve) =>
    devTools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      resolve(notRestoredExplanations.filter(({ type }) => type === 'PageSupportNeeded').map(({ reason }) => reason)),
    ),
  )
  await page.goto(new URL('/robots.txt', page.url()).href)
  await page.goBack({ waitUntil: 'commit' })
  const found = await reasons
  await devTools.detach()
  return found
}
