import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { Admin } from '#e2e/admin.ts'
import { accounts } from '#e2e/people.ts'
import prepare, { preparedFolder } from '#e2e/prepare.ts'
import { projectNamed } from '#e2e/rows.ts'
import { Site } from '#e2e/site.ts'
import { findBrowser } from '#testing/browser.ts'

// Sixty photographs of 30 to 40 MB, chosen at once: how long it takes until all of them hang, what browser and site
// hold in memory meanwhile, and whether page and site stay awake.
//   npm run many-photographs                     makes them first: 2.4 GB in the temporary folder
//   npm run many-photographs -- 60 <folder>      takes those of a folder

const megabyte = 1024 * 1024
const [wanted = '60', given] = process.argv.slice(2)
const folder = given ?? (await mkdtemp(join(tmpdir(), 'enfilade-many-')))
if (!given) await makePhotographs(folder, Number(wanted))
const files = (await readdir(folder))
  .filter((name) => name.endsWith('.jpg'))
  .sort()
  .slice(0, Number(wanted))
const forget = await prepare()
const site = await Site.open(preparedFolder())
const launched = await chromium.launch(await findBrowser())
try {
  const page = await (await launched.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const admin = new Admin(page, site)
  await admin.logsIn(accounts.admin)
  const { id } = projectNamed(site, 'Low Line')
  await admin.opens(`/projects/${id}`)
  await watchFreezes(page)
  const site0 = await memoryOf(site.pid)
  const watch = watchMachine(site)
  const begun = Date.now()
  const say = async (what: string) => {
    const freezes = await page.evaluate(() => (window as unknown as { freezes: number[] }).freezes.splice(0))
    const long = freezes.filter((ms) => ms > 200)
    console.log(
      `${what}: ${((Date.now() - begun) / 1000).toFixed(1)} s; page stood still ${long.length} times over 200 ms, ` +
        `longest ${Math.max(0, ...freezes)} ms; ${watch.says()}`,
    )
  }
  await page.getByLabel('Choose Images').setInputFiles(files.map((name) => join(folder, name)))
  await page
    .getByRole('img', { name: /^Preview of/ })
    .nth(files.length - 1)
    .waitFor({ timeout: 120_000 })
  await say('chosen')
  await lookThrough(page)
  await say('previews looked through')
  await page.getByRole('button', { name: 'Add Images' }).click()
  const sum = (await Promise.all(files.map((name) => stat(join(folder, name))))).reduce(
    (all, { size }) => all + size,
    0,
  )
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await waitForHung(site, id, 3 + Math.round(files.length * share))
    await say(`${share * 100} % hang`)
  }
  await page.getByText(`${files.length} images were added.`).waitFor({ timeout: 60_000 })
  await say('the page says so')
  watch.stop()
  const order = hungIn(site, id).slice(3)
  const kept = order.every(({ storageKey }, at) => storageKey.endsWith(`_${files[at] ?? ''}`))
  console.log(
    `${(sum / megabyte).toFixed(0)} MB in ${files.length} files; ${order.length} hang, ${kept ? 'in order' : 'OUT OF ORDER'}`,
  )
  console.log(`site at first ${site0} MB, at most ${await memoryOf(site.pid, 'VmHWM')} MB`)
} finally {
  await launched.close()
  await site.close()
  await forget()
  if (!given) await rm(folder, { recursive: true })
}

/** A few, as large as a good camera makes them, and each of them several times, told apart by a remark. */
async function makePhotographs(into: string, count: number): Promise<void> {
  const samples = (await readdir('samples/photos', { recursive: true })).filter((name) => name.includes('/')).sort()
  const gaussian = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const size = { width: 6_000, height: 4_000 }
  const grain = await sharp({ create: { ...size, channels: 3, background: '#808080', noise: gaussian } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const made: Buffer[] = []
  for (const name of samples.slice(0, 6)) {
    const large = await sharp(`samples/photos/${name}`).resize(size).png({ compressionLevel: 0 }).toBuffer()
    const grainy = sharp(large).composite([{ input: grain, blend: 'soft-light' }])
    made.push(await grainy.jpeg({ quality: 99, chromaSubsampling: '4:4:4' }).toBuffer())
  }
  for (let n = 0; n < count; n++) {
    const bytes = made[n % made.length] ?? Buffer.alloc(0)
    const remark = Buffer.from([0xff, 0xfe, 0, 4, n >> 8, n & 255])
    const marked = Buffer.concat([bytes.subarray(0, 2), remark, bytes.subarray(2)])
    await writeFile(join(into, `DSC_${1_000 + n}.jpg`), marked)
  }
}

/** Notes how long the page did nothing else, each time that a tick comes late. */
async function watchFreezes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const freezes: number[] = []
    let last = performance.now()
    setInterval(() => {
      const now = performance.now()
      freezes.push(Math.round(now - last - 20))
      last = now
    }, 20)
    Object.assign(window, { freezes })
  })
}

async function lookThrough(page: Page): Promise<void> {
  const previews = page.getByRole('img', { name: /^Preview of/ })
  for (let at = 0; at < (await previews.count()); at += 6) {
    await previews.nth(at).scrollIntoViewIfNeeded()
    await page.waitForTimeout(300)
  }
}

/** Looks twice a second at what the browser's processes hold, and how long the site takes to say that it is well. */
function watchMachine({ origin }: Site) {
  let most = 0
  let mostOfOne = 0
  let slowest = 0
  const timer = setInterval(() => {
    const held = browserProcesses().map((pid) => memoryOf(pid))
    most = Math.max(
      most,
      held.reduce((sum, one) => sum + one, 0),
    )
    mostOfOne = Math.max(mostOfOne, ...held)
    const asked = Date.now()
    void fetch(`${origin}/healthz`).then(() => (slowest = Math.max(slowest, Date.now() - asked)))
  }, 500)
  return {
    says: () => {
      const said = `browser at most ${most} MB in all, ${mostOfOne} MB in one process; healthz at most ${slowest} ms`
      most = mostOfOne = slowest = 0
      return said
    },
    stop: () => clearInterval(timer),
  }
}

/** All below this process that are no sites: Linux alone tells. */
function browserProcesses(): number[] {
  const parents = new Map<number, number>()
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    const parent = /^PPid:\s+(\d+)/m.exec(statusOf(pid))?.[1]
    if (parent) parents.set(pid, Number(parent))
  }
  const below = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent === process.pid || (parent !== undefined && below(parent))
  }
  return [...parents.keys()].filter((pid) => /^Name:\s+chrom/m.test(statusOf(pid)) && below(pid))
}

function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  return Math.round(Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(statusOf(pid))?.[1] ?? 0) / 1024)
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

async function waitForHung(on: Site, id: string, count: number): Promise<void> {
  while (hungIn(on, id).length < count) await new Promise((resume) => setTimeout(resume, 250))
}

function hungIn(on: Site, projectId: string): { storageKey: string }[] {
  return on.sql(
    `select storageKey from photos where projectId = ? and place = 'gallery' and deletedAt is null order by position`,
    projectId,
  )
}
