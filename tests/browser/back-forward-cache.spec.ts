import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

// The Chromium of the tests has no back/forward cache, so its events are simulated.

test('a page in the back/forward cache holds no lock, and shows the latest changes when it is restored', async ({
  visitor,
  admin,
  site,
}) => {
  const path = pathOf(site, 'Thrown')
  const { page } = visitor
  await visitor.open(path)
  const heldLocks = () => page.evaluate(async () => (await navigator.locks.query()).held?.length)
  await expect.poll(heldLocks).toBe(1)
  await page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect.poll(heldLocks).toBe(0)
  await admin.open(path)
  await admin.editText('details', 'Changed while the page was away')
  await admin.save()
  await expect(admin.main.getByText('Saved. Visitors see it now.')).toBeVisible()
  await page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(visitor.main.getByText('Changed while the page was away')).toBeVisible()
})
