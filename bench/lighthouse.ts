import type { Result } from 'lighthouse'
import prepare, { preparedFolder } from '#tests/support/site-data/prepared-site.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import {
  categories,
  figuresOf,
  firstProjectPath,
  limits,
  openLighthouse,
  scoreOf,
  type Category,
} from './lighthouse/loads.ts'
import { peers, type Peer } from './lighthouse/static-pages.ts'
import { median } from './measurement.ts'

// Runs Lighthouse on the build with its default settings: a simulated mid-range phone on slow 4G. Loads each page five
// times, in turn with the same page without its scripts and with a plain page that has only its title and its first
// picture. The limits apply to the medians.
//   npm run lighthouse                                        starts a site with the sample portfolio
//   npm run lighthouse -- http://localhost:3000 [/path …]     uses a running site

const rounds = 5

const [given, ...paths] = process.argv.slice(2)
const removePrepared = given ? null : await prepare()
const site = given ? null : await SiteProcess.open(preparedFolder())
const origin = given ?? site?.origin ?? ''
const browser = await openLighthouse(origin)
try {
  let failures = 0
  const ratios = Object.keys(peers).map((peer) => `of ${peer}`)
  const columns = ['page', ...categories, 'first and largest paint, ms', ...ratios, 'blocked, ms', 'layout shift']
  console.log(columns.join(' | '))
  for (const path of paths.length > 0 ? paths : await publicPaths(origin)) failures += await measure(path)
  console.log(
    failures === 0 ? '\nEvery figure is within its limit.' : `\n${failures} figures are not within their limits.`,
  )
  process.exitCode = failures === 0 ? 0 : 1
} finally {
  browser.close()
  await site?.close()
  await removePrepared?.()
}

/** Prints the figures of a page and the audits that lowered a score. Returns how many figures exceed their limits. */
async function measure(path: string): Promise<number> {
  const loads = await browser.loadInTurn(path, rounds)
  const results = loads.site
  const scores = categories.map((category) => median(results.map((result) => scoreOf(result, category))))
  const figure = (audit: string, of = results) => median(figuresOf(of, audit))
  const largest = figure('largest-contentful-paint')
  const ratioTo = (peer: Peer) => largest / figure('largest-contentful-paint', loads.peers[peer])
  const [blocked, shift] = [figure('total-blocking-time'), figure('cumulative-layout-shift')]
  const paints = `${Math.round(figure('first-contentful-paint'))} ${Math.round(largest)}`
  const ratios = (Object.keys(peers) as Peer[]).map((peer) => ratioTo(peer).toFixed(2))
  console.log([path, ...scores, paints, ...ratios, Math.round(blocked), shift.toFixed(3)].join(' | '))
  const low = categories.filter((_, index) => (scores[index] ?? 0) < limits.minScore)
  const lowest = (category: Category) => results.toSorted((a, b) => scoreOf(a, category) - scoreOf(b, category))[0]
  for (const category of low) console.log(failedAudits(lowest(category), category).join('\n'))
  const beyond = [
    ratioTo('without scripts') > limits.maxPaintRatio,
    blocked > limits.maxBlockingMs,
    shift > limits.maxShift,
  ]
  return low.length + beyond.filter(Boolean).length
}

function failedAudits(result: Result | undefined, category: Category): string[] {
  return (result?.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = result?.audits[id]
    if (!audit || weight === 0 || audit.score === null || audit.score === 1) return []
    return [`    ${category}: ${audit.title} (${audit.displayValue ?? audit.score})`]
  })
}

/** The paths of the public pages, including the first project. */
async function publicPaths(origin: string): Promise<string[]> {
  const project = await firstProjectPath(origin)
  return ['/', '/work', ...(project ? [project] : []), '/about', '/values', '/contact']
}
