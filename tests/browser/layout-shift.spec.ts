import type { Page } from '@playwright/test'
import { pathOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'
import { project } from './fixtures/viewer.ts'

const delayMs = 500

/** Delays every image. Intercepting requests also bypasses the cache. */
async function delayImages(page: Page): Promise<void> {
  await page.route(/\/photos\//, async (route) => {
    await new Promise((resume) => setTimeout(resume, delayMs))
    await route.continue()
  })
}

/** Scrolls to the end in steps of half a viewport and waits at each step until the visible images have loaded. */
async function scrollThrough(page: Page): Promise<void> {
  for (;;) {
    const atEnd = await page.evaluate(() => {
      window.scrollBy({ top: window.innerHeight / 2, behavior: 'instant' })
      return window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1
    })
    await page.waitForFunction(visibleImagesComplete)
    if (atEnd) break
  }
  await expect
    .poll(() =>
      page.locator('main picture img').evaluateAll((all: HTMLImageElement[]) => all.every((image) => image.complete)),
    )
    .toBe(true)
}

function visibleImagesComplete(): boolean {
  return [...document.querySelectorAll<HTMLImageElement>('main picture img')].every((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return image.complete || bottom < 0 || top > window.innerHeight
  })
}

interface ShiftSource {
  readonly node: Node | null
  readonly previousRect: DOMRect
  readonly currentRect: DOMRect
}

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly ShiftSource[]
}

/**
 * All layout shifts since the page was opened, except those of the header's font. A marker moves last: once its shift is
 * reported, none is missing.
 */
async function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const describe = (node: Node | null) => (node instanceof Element ? `${node.tagName}.${node.className}` : 'text')
    // The links of the header move sideways, by up to 4 px, if their font replaces the fallback after the first paint.
    const isFontSwap = ({ node, previousRect, currentRect }: ShiftSource) =>
      document.querySelector('header')?.contains(node) === true &&
      previousRect.top === currentRect.top &&
      previousRect.height === currentRect.height &&
      Math.abs(previousRect.left - currentRect.left) <= 4
    const marker = document.body.appendChild(document.createElement('div'))
    Object.assign(marker.style, { position: 'fixed', inset: '0 auto auto 0', width: '200px', height: '200px' })
    marker.style.background = 'red'
    const shifts: string[] = []
    const complete = new Promise<void>((resolve) => {
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[]) {
          const others = sources.filter((source) => source.node !== marker && !isFontSwap(source))
          if (others.length > 0) shifts.push(`${value}: ${others.map(({ node }) => describe(node)).join(', ')}`)
          if (sources.some(({ node }) => node === marker)) resolve()
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    marker.style.top = '300px'
    await complete
    marker.remove()
    return shifts
  })
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  test(`${viewport.width} px: images that load late cause no layout shift in the list or on a project`, async ({
    visitor,
  }) => {
    const { page } = visitor
    await page.setViewportSize(viewport)
    await delayImages(page)
    for (const path of ['/work', pathOf(visitor.site, project)]) {
      await visitor.open(path)
      await scrollThrough(page)
      expect(await shiftsOf(page), path).toEqual([])
    }
  })
}

test('the test detects a layout shift', async ({ visitor }) => {
  await visitor.open('/work')
  await visitor.page.evaluate(() => document.querySelector('h1')?.style.setProperty('margin-top', '200px'))
  expect(await shiftsOf(visitor.page)).not.toEqual([])
})
