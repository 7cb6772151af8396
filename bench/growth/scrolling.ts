import type { Browser, CDPSession } from '@playwright/test'
import { waitUntilIdle } from '#bench/browser/phone.ts'

/** An event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly tid: number
  /** CPU time, which other programs do not prolong. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

const viewport = { width: 1440, height: 900 }
/** As fast as a user who is looking for something. */
const pixelsPerSecond = 4_000
const maxPixels = 40_000

/** Scrolls a page from its top. Returns the CPU time of the longest main-thread task in milliseconds. */
export async function measureLongestTask(browser: Browser, url: string): Promise<number> {
  const page = await (await browser.newContext({ viewport })).newPage()
  await page.goto(url)
  await waitUntilIdle(page)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const devTools = await page.context().newCDPSession(page)
  const tracing = await browser.newBrowserCDPSession()
  await tracing.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel', '__metadata'] } })
  const distance = Math.min(height - viewport.height, maxPixels)
  await devTools.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 450,
    yDistance: -distance,
    speed: pixelsPerSecond,
    gestureSourceType: 'mouse',
  })
  const events = await endTrace(tracing)
  await page.context().close()
  return longestTask(events)
}

function endTrace(tracing: CDPSession): Promise<TraceEvent[]> {
  return new Promise((resolve, reject) => {
    const events: TraceEvent[] = []
    tracing.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
    tracing.on('Tracing.tracingComplete', () => resolve(events))
    tracing.send('Tracing.end').catch(reject)
  })
}

function longestTask(events: readonly TraceEvent[]): number {
  const isMainThread = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain'
  const mainThreads = new Set(events.filter(isMainThread).map(({ tid }) => tid))
  const tasks = events.filter(({ name, tid }) => mainThreads.has(tid) && name.endsWith('RunTask'))
  if (tasks.length === 0) throw new Error('the trace contains no tasks')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000
}
