import { setTimeout as wait } from 'node:timers/promises'
import { launch, type LaunchedChrome } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { Site } from '#e2e/site.ts'
import { findBrowser } from '#testing/browser.ts'

// Lighthouse, as it comes: a mid-range phone on slow 4G, simulated, against the build. Each page is loaded several
// times, as the machine has other things to do; the median counts.
//   npm run lighthouse                        on a site of its own, with the sample portfolio
//   npm run lighthouse -- http://localhost:3000 [/path …]     on a site that runs

const times = 3
const least = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const
const shown = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

type Category = keyof typeof least
const categories = Object.keys(least) as Category[]

const [given, ...paths] = process.argv.slice(2)
const site = given ? null : await openSite()
const browser = await findBrowser()
const chrome = await launch({
  chromePath: browser.executablePath,
  chromeFlags: ['--headless=new', ...browser.args],
  envVars: browser.env,
})
try {
  const origin = given ?? site?.origin ?? ''
  let short = 0
  for (const path of paths.length > 0 ? paths : await publicPaths(origin)) short += await judge(origin + path, path)
  console.log(short === 0 ? '\nEvery page has what it should.' : `\n${short} scores fall short.`)
  process.exitCode = short === 0 ? 0 : 1
} finally {
  chrome.kill()
  await site?.close()
}

/** Prints the scores of a page and what costs points; gives how many fall short. */
async function judge(address: string, path: string): Promise<number> {
  const results: Result[] = []
  for (let n = 0; n < times; n++) results.push(await load(address, chrome))
  const scores = categories.map((category) => median(results.map((result) => scoreOf(result, category))))
  const middle = results.find((result) => scoreOf(result, 'performance') === scores[0]) ?? results[0]
  if (!middle) return categories.length
  const measures = shown.map((id) => middle.audits[id]?.displayValue ?? '?')
  console.log([path.padEnd(48), ...scores.map((score) => String(score).padStart(4)), ...measures].join('  '))
  const short = categories.filter((category, at) => (scores[at] ?? 0) < least[category])
  for (const category of short) console.log(costsOf(middle, category).join('\n'))
  return short.length
}

async function load(address: string, { port }: LaunchedChrome): Promise<Result> {
  const run = await lighthouse(address, { port, onlyCategories: categories, logLevel: 'error' })
  if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? 'Lighthouse said nothing')
  return run.lhr
}

function scoreOf(result: Result, category: Category): number {
  return Math.round((result.categories[category]?.score ?? 0) * 100)
}

function costsOf(result: Result, category: Category): string[] {
  return (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = result.audits[id]
    if (!audit || weight === 0 || audit.score === null || audit.score === 1) return []
    return [`    ${category}: ${audit.title} (${audit.displayValue ?? audit.score})`]
  })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The pages that a visitor comes for; of the projects, the first. */
async function publicPaths(origin: string): Promise<string[]> {
  const list = await (await fetch(`${origin}/work`)).text()
  const project = /href="(\/projects\/[^"]+)"/.exec(list)?.[1]
  return ['/', '/work', ...(project ? [project] : []), '/about', '/values', '/contact']
}

async function openSite(): Promise<Site> {
  console.log('Opening a site with the sample portfolio …')
  const site = await Site.open(null)
  const waiting = () => site.sql<{ count: number }>(`select count(*) as count from photos where state = 'waiting'`)
  while ((waiting()[0]?.count ?? 0) > 0) await wait(500)
  return site
}
