import { chromium, type Browser, type Page } from '@playwright/test'
import { findChromium } from '#tests/support/chromium.ts'

/** Lighthouse's mid-range phone and its slow 4G network. */
const screen = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const slow4G = { latency: 150, downloadThroughput: (1_638.4 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 }
const cpuSlowdown = 4

export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await findChromium())
}

/** Opens an empty page that emulates a phone. */
export async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ...screen, serviceWorkers: 'block' })
  return context.newPage()
}

/** Throttles the network and the CPU of the page. */
export async function throttlePage(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...slow4G })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

/** Resolves when the page has been hydrated and no request has started or finished for a second. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(timeHydration)
  // Not `networkidle`, which the open live stream prevents.
  let last = Date.now()
  const note = () => (last = Date.now())
  page.on('request', note).on('requestfinished', note)
  while (Date.now() - last < 1_000) await page.waitForTimeout(100)
  page.off('request', note).off('requestfinished', note)
}

/** Runs in the page. Waits for the lock that the last effect of hydration requests; returns the ms since navigation. */
export async function timeHydration(): Promise<number> {
  for (;;) {
    const { held = [], pending = [] } = await navigator.locks.query()
    if ([...held, ...pending].some(({ name }) => name === 'enfilade-live')) return performance.now()
    await new Promise((resume) => setTimeout(resume, 20))
  }
}
