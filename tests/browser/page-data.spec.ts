import type { Page } from '@playwright/test'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { prefetchedPhotos } from './fixtures/checks/preloaded-photos.ts'
import { expect, test } from './fixtures/test.ts'

// Pages that are prefetched, and pages that are shown again from kept data.

function countRequests(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count++
  })
  return () => count
}

declare global {
  interface Window {
    heldEvents?: (() => void)[]
  }
}

/** Runs in the page. Holds the change events of the live stream until `deliverWithNextFetch`. */
function holdChangeEvents(): void {
  const held: (() => void)[] = []
  window.heldEvents = held
  const { addEventListener } = EventTarget.prototype
  Object.assign(EventSource.prototype, {
    addEventListener(this: EventSource, type: string, listener: EventListener): void {
      const hold = (event: Event) => held.push(() => listener.call(this, event))
      addEventListener.call(this, type, type === 'changed' ? hold : listener)
    },
  })
}

/** Runs in the page. Delivers the held events right after the next `fetch` call, before its response arrives. */
function deliverWithNextFetch(): void {
  const load = window.fetch
  window.fetch = (input, init) => {
    const response = load(input, init)
    for (const deliver of window.heldEvents?.splice(0) ?? []) deliver()
    return response
  }
}

test('hovering over a link loads its page, and opening the page does not load it again', async ({ visitor, site }) => {
  const { page } = visitor
  const path = pathOf(site, 'Thrown')
  const requestCount = countRequests(page, `${path}.data`)
  await visitor.open('/work')
  const link = visitor.card('Thrown').getByRole('link')
  const loaded = page.waitForResponse((response) => response.url().endsWith(`${path}.data`))
  await link.hover()
  await (await loaded).finished()
  await link.click()
  await expect(visitor.heading('Thrown')).toBeVisible()
  await visitor.expectPath(path)
  expect(requestCount()).toBe(1)
})

test('hovering over a link loads the first image of its page, and opening the page does not load it again', async ({
  visitor,
  site,
}) => {
  const { page } = visitor
  const shown = visitor.main.locator('img[fetchpriority=high]')
  const preloaded = () => page.evaluate(prefetchedPhotos)
  await visitor.open('/about')
  // Not `expectImageLoaded`: scrolling would hide the navigation.
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
  for (const [link, path] of [
    [visitor.navigation('Work'), '/work'],
    [visitor.main.getByRole('link', { name: 'Thrown', exact: true }), pathOf(site, 'Thrown')],
  ] as const) {
    const { length } = await preloaded()
    await link.hover()
    await expect.poll(async () => (await preloaded()).length).toBe(length + 1)
    const [picture = ''] = (await preloaded()).slice(length)
    await link.click()
    await visitor.expectPath(path)
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toBe(picture)
    await visitor.expectImageLoaded(shown)
    expect(await page.evaluate((url) => performance.getEntriesByName(url).length, picture), path).toBe(1)
    await visitor.waitForViewTransition()
  }
})

test('a page that changed after it was prefetched is shown with the change', async ({ visitor, admin, site }) => {
  const { page } = visitor
  const path = pathOf(site, 'Thrown')
  await visitor.open('/work')
  await admin.open(path)
  const loaded = page.waitForResponse((response) => response.url().endsWith(`${path}.data`))
  await visitor.card('Thrown').getByRole('link').hover()
  await (await loaded).finished()
  await admin.editText('details', 'Changed after the link was approached')
  await admin.save()
  await expect(admin.main.getByText('Saved. Visitors see it now.')).toBeVisible()
  await visitor.card('Thrown').getByRole('link').click()
  await expect(visitor.main.getByText('Changed after the link was approached')).toBeVisible()
})

test('a change that is reported while a prefetched page is being opened is shown', async ({ visitor, admin, site }) => {
  const { page } = visitor
  const path = pathOf(site, 'Thrown')
  await page.addInitScript(holdChangeEvents)
  await visitor.open('/work')
  await admin.open(path)
  await admin.editText('details', 'Changed while the page was being opened')
  const loaded = page.waitForResponse((response) => response.url().endsWith(`${path}.data`))
  await visitor.card('Thrown').getByRole('link').hover()
  await (await loaded).finished()
  await admin.save()
  await expect.poll(() => page.evaluate(() => window.heldEvents?.length)).toBeGreaterThan(0)
  await page.evaluate(deliverWithNextFetch)
  await visitor.card('Thrown').getByRole('link').click()
  await expect(visitor.main.getByText('Changed while the page was being opened')).toBeVisible()
})

test('going back shows the page at once, and loads it again in the background', async ({ visitor, site }) => {
  const { page } = visitor
  await visitor.open('/work')
  const listLoaded = page.waitForResponse((response) => response.url().endsWith('/work.data'))
  await visitor.card('Thrown').getByRole('link').click()
  await expect(visitor.heading('Thrown')).toBeVisible()
  await (await listLoaded).finished()

  const release = await visitor.holdRequests(/[.]data/)
  const again = page.waitForRequest((request) => request.url().endsWith('/work.data'))
  await page.goBack()
  await expect(visitor.card('Thrown')).toBeVisible()
  await visitor.expectPath('/work')
  await again
  site.sql(`update projects set name = 'Changed elsewhere' where name = 'Thrown'`)
  await release()
  await expect(visitor.card('Changed elsewhere')).toBeVisible()
})

test('the pages of a logged-in user are neither prefetched nor kept', async ({ user, site }) => {
  const { page } = user
  const path = pathOf(site, 'Thrown')
  const requestCount = countRequests(page, `${path}.data`)
  await user.open('/work')
  await user.card('Thrown').getByRole('link').focus()
  await user.card('Thrown').getByRole('link').click()
  await expect(user.heading('Thrown')).toBeVisible()
  expect(requestCount()).toBe(1)
  await user.navigation('Work').click()
  await expect(user.card('Thrown')).toBeVisible()
  await page.goBack()
  await expect(user.heading('Thrown')).toBeVisible()
  expect(requestCount()).toBe(2)
})
