import { rename, rm, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** The way to make it good again. */
export type Mend = () => Promise<void>

/** What this page writes to such addresses no longer arrives. */
export async function cutLine(page: Page, address: RegExp): Promise<Mend> {
  await page.route(address, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort('connectionreset'),
  )
  return () => page.unroute(address)
}

/** The site does what this page asks for next, but its answer gets lost on the way back. */
export async function loseNextAnswer(page: Page, address: RegExp): Promise<void> {
  let lost = false
  await page.route(address, async (route) => {
    if (lost || route.request().method() === 'GET') return route.fallback()
    lost = true
    await route.fetch({ headers: await route.request().allHeaders() })
    await route.abort('connectionreset')
  })
}

/** What the browser sends, it sends this slowly. */
export async function slowDown(page: Page, bytesPerSecond: number): Promise<Mend> {
  const session = await page.context().newCDPSession(page)
  const emulate = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await emulate(bytesPerSecond)
  return async () => {
    await emulate(-1)
    await session.detach()
  }
}

/** Nothing can be stored in this folder any more, whoever tries: a file stands in its place. */
export async function blockFolder(folder: string): Promise<Mend> {
  await rename(folder, `${folder}.aside`).catch(missingIsFine)
  await writeFile(folder, '')
  return async () => {
    await rm(folder)
    await rename(`${folder}.aside`, folder).catch(missingIsFine)
  }
}

/** The site answers such a request of this page at once, but the answer does not arrive until the line is mended. */
export async function delayAnswers(page: Page, address: RegExp): Promise<Mend> {
  let mend = () => {}
  const mended = new Promise<void>((resolve) => (mend = resolve))
  await page.route(address, async (route) => {
    const response = await route.fetch()
    await mended
    await route.fulfill({ response })
  })
  return async () => {
    mend()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

function missingIsFine(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
