import { chromium, type Browser, type Page } from '@playwright/test'
import { findChromium } from '#tests/support/chromium.ts'

/** Lighthouse's mid-range phone, and its slow 4G. */
const screen = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const slow4G = { latency: 150, downloadThroughput: (1_638.4 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 }
const cpuSlowdown = 4

export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await findChromium())
}

/** Opens an empty page on a phone. */
export async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ...screen, serviceWorkers: 'block' })
  return context.newPage()
}

/** From now on, the page has a slow connection and a slow processor. */
export async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...slow4G })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

/** Resolves when the page has been hydrated and requests nothing any more. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(timeOfHydration)
  // The live stream stays open, so there is no idle network.
  let last = Date.now()
  const note = () => (last = Date.now())
  page.on('request', note).on('requestfinished', note)
  while (Date.now() - last < 1_000) await page.waitForTimeout(100)
  page.off('request', note).off('requestfinished', note)
}

/** Runs in the page. Its last effect requests a lock. */
export async function timeOfHydration(): Promise<number> {
  for (;;) {
    const { held = [], pending = [] } = await navigator.locks.query()
    if ([...held, ...pending].some(({ name }) => name === 'enfilade-live')) return performance.now()
    await new Promise((resume) => setTimeout(resume, 20))
  }
}
