import { launch, type LaunchedChrome } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import prepare, { preparedFolder } from '#tests/support/site-data/prepared-site.ts'
import { SiteProcess } from '#tests/support/site-process.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { openStaticPages, peers, type Peer } from './lighthouse/static-pages.ts'

// Lighthouse with its default settings, on the build: a mid-range phone on slow 4G, simulated. Each page is loaded five
// times, by turns with the same page without its scripts, and with a plain page that only has its title and its first
// picture; the medians count.
//   npm run lighthouse                                        starts a site with the sample portfolio
//   npm run lighthouse -- http://localhost:3000 [/path …]     uses a running site

const rounds = 5
const minScores = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const maxBlockingMs = 50
/** The largest contentful paint, of that of the page without scripts. */
const maxPaintRatio = 1.1

type Category = keyof typeof minScores
const categories = Object.keys(minScores) as Category[]

const [given, ...paths] = process.argv.slice(2)
const removePrepared = given ? null : await prepare()
const site = given ? null : await SiteProcess.open(preparedFolder())
const origin = given ?? site?.origin ?? ''
const servers = await Promise.all(
  (Object.keys(peers) as Peer[]).map(async (peer) => ({ peer, ...(await openStaticPages(origin, peers[peer])) })),
)
const browser = await findChromium()
const chrome = await launch({
  chromePath: browser.executablePath,
  chromeFlags: ['--headless=new', ...browser.args],
  envVars: browser.env,
})
try {
  let failures = 0
  console.log(
    `page | ${categories.join(' | ')} | first and largest paint, ms | ${servers.map(({ peer }) => `of ${peer}`).join(' | ')} | blocked, ms | layout shift`,
  )
  for (const path of paths.length > 0 ? paths : await publicPaths(origin)) failures += await measure(path)
  console.log(failures === 0 ? '\nEvery figure is within its limit.' : `\n${failures} figures are not within limits.`)
  process.exitCode = failures === 0 ? 0 : 1
} finally {
  chrome.kill()
  for (const server of servers) server.close()
  await site?.close()
  await removePrepared?.()
}

/** Prints the figures of a page and the audits that cost points. Returns the number of figures beyond their limits. */
async function measure(path: string): Promise<number> {
  const results: Result[] = []
  const peerResults: Record<Peer, Result[]> = { 'without scripts': [], plain: [] }
  for (let round = 0; round < rounds; round++) {
    for (const { peer, origin } of servers) peerResults[peer].push(await load(origin + path, chrome))
    results.push(await load(origin + path, chrome))
  }
  const scores = categories.map((category) => median(results.map((result) => scoreOf(result, category))))
  const figure = (audit: string, of = results) => median(of.map(({ audits }) => audits[audit]?.numericValue ?? NaN))
  const largest = figure('largest-contentful-paint')
  const ratioTo = (peer: Peer) => largest / figure('largest-contentful-paint', peerResults[peer])
  const [blocked, shift] = [figure('total-blocking-time'), figure('cumulative-layout-shift')]
  const paints = `${Math.round(figure('first-contentful-paint'))} ${Math.round(largest)}`
  const ratios = servers.map(({ peer }) => ratioTo(peer).toFixed(2))
  console.log([path, ...scores, paints, ...ratios, Math.round(blocked), shift.toFixed(3)].join(' | '))
  const low = categories.filter((category, index) => (scores[index] ?? 0) < minScores[category])
  const lowest = (category: Category) => results.toSorted((a, b) => scoreOf(a, category) - scoreOf(b, category))[0]
  for (const category of low) console.log(failedAudits(lowest(category), category).join('\n'))
  const beyond = [ratioTo('without scripts') > maxPaintRatio, blocked > maxBlockingMs, shift > 0]
  return low.length + beyond.filter(Boolean).length
}

async function load(address: string, { port }: LaunchedChrome): Promise<Result> {
  const run = await lighthouse(address, { port, onlyCategories: categories, logLevel: 'error' })
  if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? 'Lighthouse gave no result')
  return run.lhr
}

function scoreOf(result: Result, category: Category): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100)
}

function failedAudits(result: Result | undefined, category: Category): string[] {
  return (result?.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = result?.audits[id]
    if (!audit || weight === 0 || audit.score === null || audit.score === 1) return []
    return [`    ${category}: ${audit.title} (${audit.displayValue ?? audit.score})`]
  })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The public pages, with the first project. */
async function publicPaths(origin: string): Promise<string[]> {
  const list = await (await fetch(`${origin}/work`)).text()
  const project = /href="(\/projects\/[^"]+)"/.exec(list)?.[1]
  return ['/', '/work', ...(project ? [project] : []), '/about', '/values', '/contact']
}
