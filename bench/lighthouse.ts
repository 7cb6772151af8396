import { setTimeout as wait } from 'node:timers/promises'
import { launch, type LaunchedChrome } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { SiteProcess } from '#tests/support/site-process.ts'
import { findChromium } from '#tests/support/chromium.ts'

// Lighthouse with its default settings, on the build: a mid-range phone on slow 4G, simulated. Each page is loaded
// several times, and the median counts.
//   npm run lighthouse                                        starts a site with the sample portfolio
//   npm run lighthouse -- http://localhost:3000 [/path …]     uses a running site

const runsPerPage = 3
const minScores = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const printedAudits = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

type Category = keyof typeof minScores
const categories = Object.keys(minScores) as Category[]

const [given, ...paths] = process.argv.slice(2)
const site = given ? null : await openSite()
const browser = await findChromium()
const chrome = await launch({
  chromePath: browser.executablePath,
  chromeFlags: ['--headless=new', ...browser.args],
  envVars: browser.env,
})
try {
  const origin = given ?? site?.origin ?? ''
  let lowScores = 0
  for (const path of paths.length > 0 ? paths : await publicPaths(origin))
    lowScores += await measure(origin + path, path)
  console.log(lowScores === 0 ? '\nEvery score is high enough.' : `\n${lowScores} scores are too low.`)
  process.exitCode = lowScores === 0 ? 0 : 1
} finally {
  chrome.kill()
  await site?.close()
}

/** Prints the scores of a page and the audits that cost points. Returns the number of scores that are too low. */
async function measure(address: string, path: string): Promise<number> {
  const results: Result[] = []
  for (let n = 0; n < runsPerPage; n++) results.push(await load(address, chrome))
  const scores = categories.map((category) => median(results.map((result) => scoreOf(result, category))))
  const middle = results.find((result) => scoreOf(result, 'performance') === scores[0]) ?? results[0]
  if (!middle) return categories.length
  const measures = printedAudits.map((id) => middle.audits[id]?.displayValue ?? '?')
  console.log([path.padEnd(48), ...scores.map((score) => String(score).padStart(4)), ...measures].join('  '))
  const low = categories.filter((category, index) => (scores[index] ?? 0) < minScores[category])
  for (const category of low) console.log(failedAudits(middle, category).join('\n'))
  return low.length
}

async function load(address: string, { port }: LaunchedChrome): Promise<Result> {
  const run = await lighthouse(address, { port, onlyCategories: categories, logLevel: 'error' })
  if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? 'Lighthouse gave no result')
  return run.lhr
}

function scoreOf(result: Result, category: Category): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100)
}

function failedAudits(result: Result, category: Category): string[] {
  return (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = result.audits[id]
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

async function openSite(): Promise<SiteProcess> {
  console.log('Starting a site with the sample portfolio …')
  const site = await SiteProcess.open(null)
  const waiting = () => site.sql<{ count: number }>(`select count(*) as count from photos where state = 'waiting'`)
  while ((waiting()[0]?.count ?? 0) > 0) await wait(500)
  return site
}
