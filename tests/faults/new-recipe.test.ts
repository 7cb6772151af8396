import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { findProblems } from './check-store.ts'
import { derivativesFolder, writeEarlierRecipe } from './earlier-recipe.ts'
import type { FaultContext } from './fault.ts'
import { clockOffsetEnv, launchWithInjector } from './injector/injector.ts'
import { runHardOnlyFaults } from './run-faults.ts'
import { seededRandom } from './seeded-random.ts'
import { assert, photoBytes, waitForDerivatives, waitUntil, withoutSamples, projectPath } from './site-fixture.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const kills = 3
const maxWaitBeforeKillMs = 2_000
/** As many as a browser requests at a time. */
const requestsAtOnce = 6

runHardOnlyFaults('new recipe', [
  {
    name: `kill -9 · ${kills} times while photos of an earlier recipe are derived again: every derivative is served`,
    async run(context) {
      const { site } = context
      const photoIds = await fillWithEarlierRecipe(context)
      const pictures = new Pictures(site)
      const seed = Math.floor(Math.random() * 1e9)
      const random = seededRandom(seed)
      await site.start()
      await pictures.requestAll()
      const polling = pictures.poll()
      try {
        for (let kill = 1; kill <= kills; kill++) {
          await wait(random() * maxWaitBeforeKillMs)
          await site.kill()
          assert(countOf(site, 'v2') > 0, `seed ${seed}: before kill ${kill}, all photos were derived again`)
          // A photo that was interrupted three times waits until its claim ends, so the next start is 6 minutes ahead.
          if (kill < kills) await site.start()
        }
        await runAhead(site, 6 * minuteMs, async (later) => {
          pictures.site = later
          await waitUntil('every photo is derived again', () => countOf(later, 'v2') === 0, 200_000)
          await waitForDerivatives(later)
          await pictures.requestAll()
        })
      } finally {
        pictures.isStopped = true
        await polling
      }
      assert(pictures.failures.length === 0, `seed ${seed}: ${pictures.failures.slice(0, 5).join('; ')}`)
      assert(countFormerFolders(site, photoIds) > 0, 'former derivatives are gone before a day has passed')
      assertNone(await findProblems(site.dataDir))

      await runAhead(site, 25 * hourMs, async (nextDay) => {
        await waitUntil('no former derivative is left', () => countFormerFolders(site, photoIds) === 0)
        const shown = new Pictures(nextDay)
        await shown.requestAll()
        assertNone(shown.failures)
        assert(![...shown.linked].some((path) => path.includes('/v2/')), 'a page links to a former derivative')
      })
      assert(site.sql('select id from photos where formerRecipe is not null').length === 0, 'a former recipe is left')
    },
  },
])

/** Requests the pages, and every derivative to which they link or have linked. */
class Pictures {
  site: SiteProcess
  isStopped = false
  readonly linked = new Set<string>()
  readonly failures: string[] = []
  readonly #pages: readonly string[]

  constructor(site: SiteProcess) {
    this.site = site
    this.#pages = ['/', '/work', '/about', projectPath]
  }

  async poll(): Promise<void> {
    while (!this.isStopped) {
      await this.requestAll()
      await wait(20)
    }
  }

  /** Requests the pages, then all derivatives linked so far: a page that is open for a day may request them later. */
  async requestAll(): Promise<void> {
    for (const page of this.#pages) {
      const html = await this.#get(page)
      for (const [path] of html?.matchAll(/\/photos\/[^" ,&?]+\.(avif|webp|jpg)/g) ?? []) this.linked.add(path)
    }
    const paths = [...this.linked]
    for (let from = 0; from < paths.length; from += requestsAtOnce) {
      await Promise.all(paths.slice(from, from + requestsAtOnce).map((path) => this.#get(path)))
    }
  }

  /** The text of the response; `null` if the site does not run. */
  async #get(path: string): Promise<string | null> {
    const origin = `http://127.0.0.1:${this.site.port}`
    const response = await fetch(origin + path, { redirect: 'manual' }).catch(() => null)
    const text = await response?.text().catch(() => null)
    if (!response || text === undefined || text === null) return null
    if (response.status !== 200 || text === '') this.failures.push(`${path} returned ${response.status}`)
    return text
  }
}

/** Attaches a cover and images that take a while to derive, stops the site and gives all photos the earlier recipe. */
async function fillWithEarlierRecipe({ site, client, projectId, imageIds }: FaultContext): Promise<string[]> {
  for (const [index, intent] of (['replace-cover', 'add-image', 'add-image', 'add-image'] as const).entries()) {
    const { id } = await client.upload(await photoBytes(1_620 + index, 1_080), `large-${index}.jpg`)
    assert((await client.addImage(projectId, id, intent)).status === 200, 'a photo was refused')
  }
  await site.kill()
  const photoIds = site.sql<{ id: string }>('select id from photos').map(({ id }) => id)
  assert(photoIds.length === imageIds.length + 4, `${photoIds.length} photos`)
  await writeEarlierRecipe(site, photoIds)
  return photoIds
}

/** Runs the site with its clock ahead while `act` runs. */
async function runAhead(site: SiteProcess, ms: number, act: (ahead: SiteProcess) => Promise<void>): Promise<void> {
  const ahead = await SiteProcess.withDataOf(site, { ...withoutSamples, ...clockOffsetEnv(ms) }, launchWithInjector)
  await ahead.start()
  try {
    await act(ahead)
  } finally {
    await ahead.kill()
  }
}

function countOf(site: SiteProcess, recipe: string): number {
  return site.sql('select id from photos where recipe = ?', recipe).length
}

function countFormerFolders(site: SiteProcess, photoIds: readonly string[]): number {
  return photoIds.filter((id) => readdirSync(derivativesFolder(site, id)).includes('v2')).length
}

function assertNone(problems: readonly string[]): void {
  assert(problems.length === 0, problems.slice(0, 5).join('\n'))
}
