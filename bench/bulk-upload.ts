import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { Admin } from '#tests/browser/fixtures/admin.ts'
import { accounts } from '#tests/support/accounts.ts'
import prepare, { preparedFolder } from '#tests/support/site-data/prepared-site.ts'
import { projectNamed } from '#tests/support/site/site-rows.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { launchChromium } from './browser/phone.ts'

// Uploads 60 photos of 30 to 40 MB at once. Prints how long it takes until all are attached, how much memory the
// browser and the site use, and for how long the page and the site do not respond.
//   npm run bulk-upload                     creates the photos first: 2.4 GB in the temporary folder
//   npm run bulk-upload -- 60 <folder>      uses the photos in a folder

const megabyte = 1024 * 1024
const [count = '60', givenFolder] = process.argv.slice(2)
const folder = givenFolder ?? (await mkdtemp(join(tmpdir(), 'enfilade-many-')))
if (!givenFolder) await createPhotos(folder, Number(count))
const files = (await readdir(folder))
  .filter((name) => name.endsWith('.jpg'))
  .sort()
  .slice(0, Number(count))
const removePrepared = await prepare()
const site = await SiteProcess.open(preparedFolder())
const browser = await launchChromium()
try {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const admin = new Admin(page, site)
  await admin.logIn(accounts.admin)
  const { id } = projectNamed(site, 'Low Line')
  await admin.open(`/projects/${id}`)
  await watchFreezes(page)
  const memoryAtStart = memoryOf(site.pid)
  const load = watchLoad(site)
  const startedAt = Date.now()
  const report = async (step: string) => {
    const freezes = await page.evaluate(() => (window as unknown as { freezes: number[] }).freezes.splice(0))
    const long = freezes.filter((ms) => ms > 200)
    console.log(
      `${step}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s; page blocked ${long.length} times for over 200 ms, ` +
        `longest ${Math.max(0, ...freezes)} ms; ${load.summary()}`,
    )
  }
  await page.getByLabel('Choose Images').setInputFiles(files.map((name) => join(folder, name)))
  await page
    .getByRole('img', { name: /^Preview of/ })
    .nth(files.length - 1)
    .waitFor({ timeout: 120_000 })
  await report('chosen')
  await scrollThroughPreviews(page)
  await report('previews scrolled through')
  await page.getByRole('button', { name: 'Add Images' }).click()
  const sum = (await Promise.all(files.map((name) => stat(join(folder, name))))).reduce(
    (all, { size }) => all + size,
    0,
  )
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await waitForImages(site, id, 3 + Math.round(files.length * share))
    await report(`${share * 100} % attached`)
  }
  await page.getByText(`${files.length} images were added.`).waitFor({ timeout: 60_000 })
  await report('confirmed by the page')
  load.stop()
  const order = listImages(site, id).slice(3)
  const isInOrder = order.every(({ storageKey }, index) => storageKey.endsWith(`_${files[index] ?? ''}`))
  console.log(
    `${(sum / megabyte).toFixed(0)} MB in ${files.length} files; ${order.length} attached, ${isInOrder ? 'in order' : 'OUT OF ORDER'}`,
  )
  console.log(`site at the start ${memoryAtStart} MB, at most ${memoryOf(site.pid, 'VmHWM')} MB`)
} finally {
  await browser.close()
  await site.close()
  await removePrepared()
  if (!givenFolder) await rm(folder, { recursive: true })
}

/** Creates a few photos as large as those of a high-end camera, and copies of them that differ only in a comment. */
async function createPhotos(into: string, count: number): Promise<void> {
  const samples = (await readdir('samples/photos', { recursive: true })).filter((name) => name.includes('/')).sort()
  const gaussian = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const size = { width: 6_000, height: 4_000 }
  const grain = await sharp({ create: { ...size, channels: 3, background: '#808080', noise: gaussian } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const photos: Buffer[] = []
  for (const name of samples.slice(0, 6)) {
    const large = await sharp(`samples/photos/${name}`).resize(size).png({ compressionLevel: 0 }).toBuffer()
    const grainy = sharp(large).composite([{ input: grain, blend: 'soft-light' }])
    photos.push(await grainy.jpeg({ quality: 99, chromaSubsampling: '4:4:4' }).toBuffer())
  }
  for (let n = 0; n < count; n++) {
    const bytes = photos[n % photos.length] ?? Buffer.alloc(0)
    const comment = Buffer.from([0xff, 0xfe, 0, 4, n >> 8, n & 255])
    const copy = Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)])
    await writeFile(join(into, `DSC_${1_000 + n}.jpg`), copy)
  }
}

/** Records in the page how many milliseconds late each tick of a 20 ms timer is. */
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

async function scrollThroughPreviews(page: Page): Promise<void> {
  const previews = page.getByRole('img', { name: /^Preview of/ })
  for (let index = 0; index < (await previews.count()); index += 6) {
    await previews.nth(index).scrollIntoViewIfNeeded()
    await page.waitForTimeout(300)
  }
}

/** Measures the browser's memory and the response time of the health check, twice a second. */
function watchLoad({ origin }: SiteProcess) {
  let maxTotal = 0
  let maxProcess = 0
  let maxHealthMs = 0
  const timer = setInterval(() => {
    const sizes = browserProcesses().map((pid) => memoryOf(pid))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    maxTotal = Math.max(maxTotal, total)
    maxProcess = Math.max(maxProcess, ...sizes)
    const sentAt = Date.now()
    void fetch(`${origin}/healthz`).then(() => (maxHealthMs = Math.max(maxHealthMs, Date.now() - sentAt)))
  }, 500)
  return {
    summary: () => {
      const text = `browser at most ${maxTotal} MB in all, ${maxProcess} MB in one process; healthz at most ${maxHealthMs} ms`
      maxTotal = maxProcess = maxHealthMs = 0
      return text
    },
    stop: () => clearInterval(timer),
  }
}

/** The Chromium processes below this one. Works on Linux only. */
function browserProcesses(): number[] {
  const parents = new Map<number, number>()
  for (const pid of readdirSync('/proc').map(Number).filter(Boolean)) {
    const parent = /^PPid:\s+(\d+)/m.exec(statusOf(pid))?.[1]
    if (parent) parents.set(pid, Number(parent))
  }
  const isDescendant = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent === process.pid || (parent !== undefined && isDescendant(parent))
  }
  return [...parents.keys()].filter((pid) => /^Name:\s+chrom/m.test(statusOf(pid)) && isDescendant(pid))
}

function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(statusOf(pid))?.[1] ?? 0) / 1024)
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

async function waitForImages(site: SiteProcess, id: string, count: number): Promise<void> {
  while (listImages(site, id).length < count) await new Promise((resume) => setTimeout(resume, 250))
}

function listImages(site: SiteProcess, projectId: string): { storageKey: string }[] {
  return site.sql(
    `select storageKey from photos where projectId = ? and place = 'gallery' and deletedAt is null order by position`,
    projectId,
  )
}
