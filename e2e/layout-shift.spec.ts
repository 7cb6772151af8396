import type { Page } from '@playwright/test'
import { pathOf } from './rows.ts'
import { expect, test } from './stories.ts'
import { project } from './viewing.ts'

const lateMs = 500

/** Every picture comes late, and none from a cache. */
async function delaysPictures(page: Page): Promise<void> {
  await page.route(/\/photos\//, async (route) => {
    await new Promise((resume) => setTimeout(resume, lateMs))
    await route.continue()
  })
}

/** Scrolls as somebody does who looks at everything, down to the end, until every picture has come. */
async function looksAtEverything(page: Page): Promise<void> {
  for (;;) {
    const atEnd = await page.evaluate(() => {
      window.scrollBy({ top: window.innerHeight / 2, behavior: 'instant' })
      return window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1
    })
    await page.waitForTimeout(lateMs / 2)
    if (atEnd) break
  }
  await expect
    .poll(() =>
      page.locator('main picture img').evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.complete)),
    )
    .toBe(true)
}

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly { readonly node: Node | null }[]
}

/** All shifts since the page was opened: how large, and of what. */
async function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const shifts: string[] = []
    const named = (node: Node | null) => (node instanceof Element ? `${node.tagName}.${node.className}` : 'text')
    const observer = new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        shifts.push(`${value}: ${sources.map(({ node }) => named(node)).join(', ')}`)
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    // What is buffered is told within a moment.
    await new Promise((resume) => setTimeout(resume, 300))
    return shifts
  })
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  test(`${viewport.width} px: nothing shifts on the list or on a project, however late the pictures come`, async ({
    visitor,
  }) => {
    const { page } = visitor
    await page.setViewportSize(viewport)
    await delaysPictures(page)
    for (const path of ['/work', pathOf(visitor.site, project)]) {
      await visitor.opens(path)
      await looksAtEverything(page)
      expect(await shiftsOf(page), path).toEqual([])
    }
  })
}

test('what does shift is seen', async ({ visitor }) => {
  await visitor.opens('/work')
  await visitor.page.evaluate(() => document.querySelector('h1')?.style.setProperty('margin-top', '200px'))
  await visitor.page.waitForTimeout(100)
  expect(await shiftsOf(visitor.page)).not.toEqual([])
})
