import type { Page } from '@playwright/test'
import { waitForStyles } from './fixtures/checks/animations.ts'
import { findViolations } from './fixtures/checks/axe.ts'
import { expect, test } from './fixtures/shared-sites.ts'
import { openPageState, pageStates, type PageState } from './fixtures/page-states.ts'

const states: [string, PageState][] = Object.entries(pageStates)
// An open menu or dialog makes the page inert, and of some other states only a part is captured. Each whole page is
// tested as a separate state.
const isWholePage = (name: string, state: PageState) => !state.capture || name === 'landing'

for (const [name, state] of states) {
  const width = state.widths?.[0] ?? 1440

  const faults = isWholePage(name, state)
    ? 'overflows horizontally, and no target is too small'
    : 'overflows horizontally'

  test(`axe finds no violation on ${name}, and nothing ${faults}`, async ({ browser, sites }) => {
    const { page } = await openPageState(browser, sites, state, { width })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await waitForStyles(page)
      expect.soft(await findViolations(page, 'html'), `axe, ${colorScheme}`).toEqual([])
    }
    // 640 px is the width of a 1280 px window at 200 % zoom.
    await expectEachWidth(page, [320, 640], findOverflow)
    if (isWholePage(name, state)) {
      await expectEachWidth(page, [360, 1440], findSmallTargets)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await expectEachWidth(page, [400, 1280], findOverflow)
    }
    await page.context().close()
  })

  // `prepare` leaves focus in the middle of the page.
  if (!isWholePage(name, state) || state.prepare) continue
  test(`Tab reaches every control of ${name}, and each is visible with a focus ring`, async ({ browser, sites }) => {
    const person = await openPageState(browser, sites, state, { width: 1440 })
    const { page } = person
    await tabThrough(page)
    await page.emulateMedia({ forcedColors: 'active' })
    await person.open(new URL(page.url()).pathname)
    await tabThrough(page)
    await page.emulateMedia({ forcedColors: 'none' })
    await page.setViewportSize({ width: 360, height: 740 })
    await person.open(new URL(page.url()).pathname)
    await tabThrough(page)
    await page.context().close()
  })
}

for (const path of ['/inbox', '/studio', '/studio/health', '/people', '/bin', '/account', '/about', '/values', '/']) {
  test(`no target on ${path} is too small when an admin opens it`, async ({ browser, sites }) => {
    const { page } = await openPageState(browser, sites, { path, as: 'admin' }, { width: 1440 })
    await expectEachWidth(page, [360, 1440], findSmallTargets)
    await page.context().close()
  })
}

/** Resizes the window to each width and expects that `findFaults` finds none. */
async function expectEachWidth(page: Page, widths: readonly number[], findFaults: () => string[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 })
    await waitForStyles(page)
    expect.soft(await page.evaluate(findFaults), `${findFaults.name}, ${width} px`).toEqual([])
  }
}

/** Presses Tab until focus leaves the page. Each stop must have an outline and must not be covered. */
async function tabThrough(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  for (let step = 0; step < 150; step++) {
    await page.keyboard.press('Tab')
    await page.evaluate(waitForScrollEnd)
    const stop = await page.evaluate(inspectFocus)
    if (!stop) break
    expect.soft(stop.faults, stop.name).toEqual([])
  }
  expect(await page.evaluate(findUnreached)).toEqual([])
}

/** Waits until scrolling ends, because controls that appear on scrolling, such as Back to Top, are stops too. */
async function waitForScrollEnd(): Promise<void> {
  let before = -1
  while (before !== window.scrollY) {
    before = window.scrollY
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  }
}

function findUnreached(): string[] {
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select')]
    .filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, [type="hidden"]'),
    )
    .filter((element) => element.tabIndex >= 0 && !element.dataset['stop'])
    .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.innerText}`)
}

/** The focused element's name, and why it or its focus ring is not visible; null after the last stop. */
function inspectFocus(): { name: string; faults: string[] } | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body || focused.dataset['stop']) return null
  focused.dataset['stop'] = 'seen'
  const faults: string[] = []
  const { left, top, width, height } = focused.getBoundingClientRect()
  const hasOutline = [focused, focused.parentElement, focused.parentElement?.parentElement].some((element) => {
    const { outlineStyle = 'none', outlineWidth = '0' } = element ? getComputedStyle(element) : {}
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  })
  if (!hasOutline) faults.push('no outline')
  if (top + height <= 0 || top >= window.innerHeight || left + width <= 0 || left >= window.innerWidth)
    faults.push('outside the window')
  // The tested point is at the horizontal centre, halfway down the visible part.
  const y = (Math.max(top, 0) + Math.min(top + height, window.innerHeight)) / 2
  const covering = document.elementFromPoint(left + width / 2, y)
  if (covering && covering !== focused && !focused.contains(covering) && !covering.contains(focused))
    faults.push(`covered by ${covering.tagName} ${covering.className}`)
  const name = focused.getAttribute('aria-label') ?? focused.innerText
  return { name, faults }
}

/** Elements that extend beyond the left or right edge of the viewport. */
function findOverflow(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []
  for (const element of document.querySelectorAll<HTMLElement>(
    'h1, h2, p, a, button, input, textarea, label, dt, dd, img',
  )) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    // Cropped images extend beyond their frames, and the honeypot is outside the page.
    if (element.closest('figure, picture, [class*="picture"]') || element.closest('[aria-hidden="true"]')) continue
    const { right, left, width } = element.getBoundingClientRect()
    if (width > 1 && (right > window.innerWidth + 1 || left < -1)) found.push(`${element.tagName} ${element.innerText}`)
  }
  return found
}

/** Targets smaller than 44 px, except links in a sentence. The label of a checkbox is part of its target. */
function findSmallTargets(): string[] {
  const isInSentence = (element: HTMLElement) =>
    getComputedStyle(element).display === 'inline' &&
    element.parentElement?.innerText.trim() !== element.innerText.trim()
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => !isInSentence(element) && !element.closest('[aria-hidden="true"]'))
    .filter((element) => {
      const labels = element.matches('[type="checkbox"], [type="radio"]') && (element as HTMLInputElement).labels
      const boxes = [element, ...(labels || [])].map((one) => one.getBoundingClientRect())
      const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
      const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))
      return width > 1 && (width < 43.5 || height < 43.5)
    })
    .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.innerText}`)
}
