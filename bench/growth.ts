import { brotliDecompressSync } from 'node:zlib'
import { get as httpGet, Agent } from 'node:http'
import { AdminClient } from '#tests/faults/admin-client.ts'
import prepare, { preparedFolder } from '#tests/support/site-data/prepared-site.ts'
import { projectsOf } from '#tests/support/site/site-rows.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { launchChromium } from './browser/phone.ts'
import { grow } from './growth/grow.ts'
import { measureLongestTask } from './growth/scrolling.ts'
import { type Measurement, type PartOptions } from './measurement.ts'

const projectCounts = [10, 100, 500]
const imageCount = 500
const maxRenderMs = 300
const maxTaskMs = 50
const cachedRequests = 200

/** Measures lists and galleries as they grow: rendering, bytes, pages from memory, and scrolling. */
export async function measureGrowth(options: PartOptions): Promise<Measurement[]> {
  // The content of the other parts is not used, because it has more projects than the shortest list.
  const removePrepared = await prepare()
  try {
    return await measureLists(options)
  } finally {
    await removePrepared()
  }
}

async function measureLists({ rounds, report }: PartOptions): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  let fewProjectsMsPerMb: number[] | null = null
  for (const projects of projectCounts) {
    const isLargest = projects === projectCounts.at(-1)
    const site = await SiteProcess.create(preparedFolder())
    grow(site.dataDir, { projects, images: isLargest ? imageCount : 0 })
    await site.start()
    try {
      report(`${projects} projects`)
      const list = await measurePage(site, '/work', rounds)
      const name = `list of ${projects}`
      measurements.push(...list.measurements(name))
      measurements.push({
        label: `${name}: from memory, ms per MB`,
        site: list.msPerMb,
        ...(fewProjectsMsPerMb && {
          peers: { [`${projectCounts[0]} projects`]: fewProjectsMsPerMb },
          limit: { atMost: 1.1, ofPeer: `${projectCounts[0]} projects` },
        }),
      })
      fewProjectsMsPerMb ??= list.msPerMb
      const scrolled = [`/work`]
      if (isLargest) {
        const gallery = `/projects/${projectsOf(site)[0]?.slug}`
        measurements.push(...(await measurePage(site, gallery, rounds)).measurements(`gallery of ${imageCount}`))
        scrolled.push(gallery)
      }
      for (const path of scrolled) {
        const content = path === '/work' ? name : `gallery of ${imageCount}`
        measurements.push({
          label: `${content}: longest task while scrolling, ms`,
          site: await measureScrolling(site.origin + path, rounds),
          limit: { atMost: maxTaskMs },
        })
      }
    } finally {
      await site.close()
    }
  }
  return measurements
}

/** Measures rendering a page, sending it, and rendering it again after a change of the project list. */
async function measurePage(site: SiteProcess, path: string, rounds: number) {
  const admin = await AdminClient.logIn(site)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ids = projectsOf(site).map(({ id }) => id)
  const [rendered, changedAndRendered, perMb]: [number[], number[], number[]] = [[], [], []]
  // A warm-up, because V8 optimises code that runs often.
  for (let n = 0; n < 10; n++) await changeAndLoad(n)
  for (let round = 0; round < rounds; round++) {
    const { changeMs, loadMs } = await changeAndLoad(round)
    rendered.push(loadMs)
    changedAndRendered.push(changeMs + loadMs)
    const page = await load(site.origin + path, agent)
    const start = performance.now()
    for (let n = 0; n < cachedRequests; n++) await load(site.origin + path, agent)
    perMb.push(((performance.now() - start) / cachedRequests / page.length) * 1e6)
  }
  const page = await load(site.origin + path, agent)
  agent.destroy()

  async function changeAndLoad(n: number) {
    const start = performance.now()
    const { status } = await admin.post('/work', {
      intent: 'move',
      projectId: ids[0] ?? '',
      position: String(1 + (n % 2)),
    })
    if (status !== 200) throw new Error(`the project was not moved: ${status}`)
    const changed = performance.now()
    await load(site.origin + path, agent)
    return { changeMs: changed - start, loadMs: performance.now() - changed }
  }
  const measurements = (content: string): Measurement[] => [
    { label: `${content}: HTML, KB`, site: [brotliDecompressSync(page).length / 1e3] },
    { label: `${content}: HTML with brotli, KB`, site: [page.length / 1e3] },
    { label: `${content}: rendered after a change, ms`, site: rendered, limit: { atMost: maxRenderMs } },
    { label: `${content}: change and rendering, ms`, site: changedAndRendered },
  ]
  return { msPerMb: perMb, measurements }
}

/** Requests a page. Resolves with its compressed body. */
function load(url: string, agent: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    httpGet(url, { agent, headers: { 'Accept-Encoding': 'br' } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve(Buffer.concat(parts)))
    }).on('error', reject)
  })
}

async function measureScrolling(url: string, rounds: number): Promise<number[]> {
  const browser = await launchChromium()
  try {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await measureLongestTask(browser, url))
    return times
  } finally {
    await browser.close()
  }
}
