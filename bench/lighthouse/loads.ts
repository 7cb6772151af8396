import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { findChromium } from '#tests/support/chromium.ts'
import { openStaticPages, peers, type Peer } from './static-pages.ts'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof categories)[number]

export const limits = {
  minScore: 100,
  maxBlockingMs: 50,
  /** The ratio of the largest contentful paint to that of the page without scripts. */
  maxPaintRatio: 1.1,
  maxShift: 0,
}

/** The results of all rounds. */
export interface Loads {
  readonly site: Result[]
  readonly peers: Record<Peer, Result[]>
}

/**
 * Opens a browser that loads pages of `origin` with Lighthouse's default settings, a simulated mid-range phone on slow
 * 4G: each page several times, in turn with the pages that it is compared with.
 */
export async function openLighthouse(origin: string) {
  const servers = await Promise.all(
    (Object.keys(peers) as Peer[]).map(async (peer) => ({ peer, ...(await openStaticPages(origin, peers[peer])) })),
  )
  const browser = await findChromium()
  const chrome = await launch({
    chromePath: browser.executablePath,
    chromeFlags: ['--headless=new', ...browser.args],
    envVars: browser.env,
  })
  const load = async (address: string): Promise<Result> => {
    const run = await lighthouse(address, { port: chrome.port, onlyCategories: [...categories], logLevel: 'error' })
    if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? 'Lighthouse returned no result')
    return run.lhr
  }
  return {
    async loadInTurn(path: string, rounds: number): Promise<Loads> {
      const loads: Loads = { site: [], peers: { 'without scripts': [], plain: [] } }
      for (let round = 0; round < rounds; round++) {
        for (const { peer, origin } of servers) loads.peers[peer].push(await load(origin + path))
        loads.site.push(await load(origin + path))
      }
      return loads
    },
    close() {
      chrome.kill()
      for (const server of servers) server.close()
    },
  }
}

export function scoreOf(result: Result, category: Category): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100)
}

export function figuresOf(results: readonly Result[], audit: string): number[] {
  return results.map(({ audits }) => audits[audit]?.numericValue ?? NaN)
}

/** The path of the first project in the list. */
export async function firstProjectPath(origin: string): Promise<string | undefined> {
  const list = await (await fetch(`${origin}/work`)).text()
  return /href="(\/projects\/[^"]+)"/.exec(list)?.[1]
}
