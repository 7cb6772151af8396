import type { Page } from '@playwright/test'
import { projectsOf } from '#tests/support/site/site-rows.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { launchChromium, openPhone, throttlePage, timeHydration, waitUntilIdle } from './browser/phone.ts'
import type { Measurement, PartOptions } from './measurement.ts'
import { prepareContent } from './site/content.ts'

const maxShownMs = 600
const maxHydratedMs = 5_000
const maxRounds = 6

/**
 * Measures three durations on a slow phone: until a page has been hydrated; from a tap just after the first paint until
 * the menu is open; and from a tap on a project's card until the project's page shows its cover, first as the card's
 * picture, then as a sharper one.
 */
export async function measureOpenProject({ rounds, report }: PartOptions): Promise<Measurement[]> {
  const site = await SiteProcess.open(await prepareContent())
  const browser = await launchChromium()
  const [hydrated, menu, shown, sharp]: number[][] = [[], [], [], []]
  try {
    for (const { name } of projectsOf(site).slice(0, Math.min(rounds, maxRounds))) {
      const page = await openPhone(browser)
      await page.addInitScript(watchProject)
      await throttlePage(page)
      menu?.push(await timeMenu(page, site.origin))
      await page.goto(`${site.origin}/work`)
      hydrated?.push(await page.evaluate(timeHydration))
      await waitUntilIdle(page)
      const card = page.getByRole('link', { name, exact: true }).first()
      await card.scrollIntoViewIfNeeded()
      await waitUntilIdle(page)
      await card.tap()
      const times = await page.waitForFunction(() => window.projectTimes)
      const { shownMs, sharpMs } = (await times.jsonValue()) ?? { shownMs: NaN, sharpMs: NaN }
      report(`${name}: a picture after ${Math.round(shownMs)} ms, the sharper one after ${Math.round(sharpMs)} ms`)
      shown?.push(shownMs)
      sharp?.push(sharpMs)
      await page.context().close()
    }
  } finally {
    await browser.close()
    await site.close()
  }
  return [
    { label: 'list hydrated on a slow phone, ms', site: hydrated ?? [], limit: { atMost: maxHydratedMs } },
    { label: 'menu open after a tap at first paint, ms', site: menu ?? [] },
    { label: 'project opened: first picture of the cover, ms', site: shown ?? [], limit: { atMost: maxShownMs } },
    { label: 'project opened: the sharper picture, ms', site: sharp ?? [] },
  ]
}

/** Taps the menu's button as soon as the page has been painted. Returns how long the menu took to open. */
async function timeMenu(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/work`, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await page.evaluate(() => {
    addEventListener('pointerdown', ({ timeStamp }) => (window.tappedAt ??= timeStamp), true)
    addEventListener('toggle', ({ timeStamp }) => (window.toggledAt ??= timeStamp), true)
  })
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  const ms = await page.waitForFunction(() => window.toggledAt && window.toggledAt - (window.tappedAt ?? NaN))
  return Number(await ms.jsonValue())
}

declare global {
  interface Window {
    tappedAt?: number
    toggledAt?: number
    /** From `pointerdown` until the first frame with the cover, and until the first frame with its sharper picture. */
    projectTimes?: { shownMs: number; sharpMs: number }
  }
}

/** Runs in the page. Measures the time from each press until the project's page shows its cover. */
function watchProject(): void {
  const isShown = (image: Element | null | undefined) => Boolean(image && image.checkVisibility())
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      let shownMs: number | null = null
      const check = () => {
        const image = document.querySelector<HTMLImageElement>('article > div img[fetchpriority=high]')
        const isProject = location.pathname.startsWith('/projects/') && isShown(image)
        const showsSharpPicture = isProject && image?.complete === true && image.naturalWidth > 0
        const showsCardPicture =
          isProject && isShown(image?.parentElement?.previousElementSibling?.querySelector('image[href*="/photos/"]'))
        // A picture that is found now has been painted by the next frame.
        requestAnimationFrame(() => {
          if (showsSharpPicture || showsCardPicture) shownMs ??= performance.now() - timeStamp
          if (showsSharpPicture)
            window.projectTimes = { shownMs: shownMs ?? NaN, sharpMs: performance.now() - timeStamp }
          else check()
        })
      }
      check()
    },
    { capture: true },
  )
}
