import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './eye.ts'
import { sees, views, type View } from './views.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const all: [string, View][] = Object.entries(views)
// Behind an open menu or a question the page cannot be reached, and the rooms themselves have stories of their own.
const pages = all.filter(([name, view]) => !view.window || name === 'landing')

for (const [name, view] of all) {
  test(`a machine finds nothing on ${name} that stands in anybody's way`, async ({ browser, sites }) => {
    const width = view.widths?.[0] ?? 1440
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await sees(browser, sites, view, { width, colorScheme })
      const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
      expect.soft(found, colorScheme).toEqual([])
      await page.context().close()
    }
  })

  test(`${name} fits a window of 320 px, and one of 1280 px enlarged to 200 %`, async ({ browser, sites }) => {
    // Enlarging a page is giving it half the window at twice the density.
    for (const window of [
      { width: 320, height: 640 },
      { width: 640, height: 450, deviceScaleFactor: 2 },
    ]) {
      const { page } = await sees(browser, sites, view, window)
      expect.soft(await page.evaluate(sticksOut), `${window.width} px`).toEqual([])
      await page.context().close()
    }
  })
}

for (const [name, view] of pages) {
  test(`with letters of twice the size ${name} loses none of them`, async ({ browser, sites }) => {
    for (const width of [400, 1280]) {
      const { page } = await sees(browser, sites, view, { width })
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      expect.soft(await page.evaluate(sticksOut), `${width} px`).toEqual([])
      await page.context().close()
    }
  })

  test(`all that can be pressed on ${name} is at least 24 px high and wide`, async ({ browser, sites }) => {
    for (const width of [360, 1440]) {
      const { page } = await sees(browser, sites, view, { width })
      expect.soft(await page.evaluate(tooSmall), `${width} px`).toEqual([])
      await page.context().close()
    }
  })

  // A page that was brought into its state has the focus where that was done.
  if (view.first) continue
  test(`with the keyboard alone every control of ${name} is reached and in sight`, async ({ browser, sites }) => {
    for (const more of [{ width: 1440 }, { width: 360 }, { width: 1440, forcedColors: 'active' as const }]) {
      const { page } = await sees(browser, sites, view, more)
      await walksThrough(page)
      await page.context().close()
    }
  })
}

/** Presses Tab until the page is left; each stop must be marked, and nothing may lie over it. */
async function walksThrough(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  for (let step = 0; step < 150; step++) {
    await page.keyboard.press('Tab')
    await page.evaluate(scrolledThere)
    const stop = await page.evaluate(lookAtFocus)
    if (!stop) break
    expect.soft(stop.wrong, stop.name).toEqual([])
  }
  expect(await page.evaluate(neverReached)).toEqual([])
}

/** Until the page stands still: what comes with scrolling, like Back to Top, is a stop as well. */
async function scrolledThere(): Promise<void> {
  let before = -1
  while (before !== window.scrollY) {
    before = window.scrollY
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  }
}

function neverReached(): string[] {
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled, [type="hidden"]'))
    .filter((one) => one.tabIndex >= 0 && !one.dataset['stop'])
    .map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.innerText}`)
}

/** What has the focus, and what is wrong with how it shows; nothing, once everything has had it. */
function lookAtFocus(): { name: string; wrong: string[] } | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body || focused.dataset['stop']) return null
  focused.dataset['stop'] = 'seen'
  const wrong: string[] = []
  const { left, top, width, height } = focused.getBoundingClientRect()
  const marked = [focused, focused.parentElement, focused.parentElement?.parentElement].some((one) => {
    const { outlineStyle = 'none', outlineWidth = '0' } = one ? getComputedStyle(one) : {}
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  })
  if (!marked) wrong.push('not marked')
  if (top + height <= 0 || top >= window.innerHeight || left + width <= 0 || left >= window.innerWidth)
    wrong.push('out of sight')
  // Points along its middle: of what is higher than the window, what is in sight.
  const y = (Math.max(top, 0) + Math.min(top + height, window.innerHeight)) / 2
  const over = document.elementFromPoint(left + width / 2, y)
  if (over && over !== focused && !focused.contains(over) && !over.contains(focused))
    wrong.push(`under ${over.tagName} ${over.className}`)
  const name = focused.getAttribute('aria-label') ?? focused.innerText
  return { name, wrong }
}

/** Everything that reaches over the side of the window. */
function sticksOut(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []
  for (const one of document.querySelectorAll<HTMLElement>(
    'h1, h2, p, a, button, input, textarea, label, dt, dd, img',
  )) {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    // Cropped pictures reach beyond their frames, and the trap for machines is put beside the page.
    if (one.closest('figure, picture, [class*="picture"]') || one.closest('[aria-hidden="true"]')) continue
    const { right, left, width } = one.getBoundingClientRect()
    if (width > 1 && (right > window.innerWidth + 1 || left < -1)) found.push(`${one.tagName} ${one.innerText}`)
  }
  return found
}

/** Targets below 24 px; links within a sentence are as high as their line (WCAG 2.2, 2.5.8). */
function tooSmall(): string[] {
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, label[for]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => one.tagName !== 'LABEL' && getComputedStyle(one).display !== 'inline')
    .filter((one) => {
      const { width, height } = one.getBoundingClientRect()
      return width > 1 && (width < 24 || height < 24)
    })
    .map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.innerText}`)
}
