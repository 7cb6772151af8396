import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from '@playwright/test'
import { Admin } from './admin.ts'
import { imageNames } from './gallery.ts'
import { Line } from './line.ts'
import { accounts } from './people.ts'
import { largeFiles } from './photographs.ts'
import { preparedFolder } from './prepare.ts'
import { pathOf, projectNamed } from './rows.ts'
import { Site } from './site.ts'
import { expect, test as base } from './stories.ts'

interface Cast {
  line: Line
  /** The admin's browser; its tabs come and go. */
  browserOfAdmin: BrowserContext
  files: readonly string[]
}

/** A site at the other end of a line, and twelve photographs of some megabytes. */
const test = base.extend<Cast>({
  line: async ({}, use) => {
    const line = await Line.open()
    await use(line)
    await line.close()
  },
  site: async ({ line }, use) => {
    const site = await Site.open(preparedFolder(), { PUBLIC_ORIGIN: line.origin })
    line.leadTo(site.port)
    await use(site)
    await site.close()
  },
  browserOfAdmin: async ({ browser }, use) => {
    const context = await (browser as Browser).newContext()
    await use(context)
    await context.close()
  },
  admin: async ({ browserOfAdmin, site }, use) => {
    const admin = new Admin(await browserOfAdmin.newPage(), site)
    await admin.logsIn(accounts.admin)
    await use(admin)
  },
  files: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'enfilade-camera-'))
    await use(await largeFiles(folder, 12))
    await rm(folder, { recursive: true })
  },
})

test.describe.configure({ timeout: 240_000 })

const patient = { timeout: 90_000 }
const megabyte = 1024 * 1024

test('the line cut and the site killed in the middle of twelve photographs: none is lost, none comes twice', async ({
  admin,
  browserOfAdmin,
  files,
  line,
  site,
}) => {
  const { id } = projectNamed(site, 'Low Line')
  await admin.opens(`/projects/${id}`)
  await admin.page.getByLabel('Choose Images').setInputFiles([...files])
  await admin.page.getByLabel('Alt text of IMG_2011.jpg').fill('The last of twelve.')
  const bytes = (await Promise.all(files.map((file) => stat(file)))).reduce((sum, { size }) => sum + size, 0)
  line.slowDown(megabyte)
  const before = line.sent
  const sent = () => (line.sent - before) / bytes
  await admin.page.getByRole('button', { name: 'Add Images' }).click()

  await expect.poll(sent, patient).toBeGreaterThan(0.3)
  line.cut()
  await admin.page.waitForTimeout(1_000)
  line.mend()
  await expect.poll(sent, patient).toBeGreaterThan(0.6)
  await site.kill()
  await admin.page.close({ runBeforeUnload: false })
  const hung = added(site, id).length
  expect(hung).toBeGreaterThan(0)
  expect(hung).toBeLessThan(12)
  await site.start()
  line.slowDown(Number.POSITIVE_INFINITY)

  const again = new Admin(await browserOfAdmin.newPage(), site)
  await again.opens(`/projects/${id}`)
  await again.page.getByLabel('Choose Images').setInputFiles([...files])
  await again.page.getByLabel('Alt text of IMG_2011.jpg').fill('The last of twelve.')
  await again.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(again.page.getByText('12 images were added.')).toBeVisible(patient)
  await expect(again.page.getByRole('img', { name: /^Preview of/ })).toHaveCount(0)

  const originals = await Promise.all(
    added(site, id).map(({ storageKey }) => hashOf(join(site.dataDir, 'files', storageKey))),
  )
  expect(originals).toEqual(await Promise.all(files.map(hashOf)))
  expect((await imageNames(again)).at(-1)).toBe('The last of twelve.')
  const megabytes = (bytes / megabyte).toFixed(1)
  process.stdout.write(`      ${megabytes} MB, ${hung} hung at the kill; sent: ${sent().toFixed(3)} times the files\n`)
  expect(sent()).toBeLessThanOrEqual(1.3)
})

test('files that hang already are known when they are chosen again, and no byte of them is sent', async ({
  admin,
  browserOfAdmin,
  files,
  line,
  site,
}) => {
  const { id } = projectNamed(site, 'Low Line')
  const chosen = files.slice(0, 3)
  await admin.opens(`/projects/${id}`)
  // The first is hung; what asks for the others never leaves the browser.
  let asked = 0
  await admin.page.route(/\/projects\/.*\.data/, async (route) => {
    if (route.request().method() !== 'POST' || asked++ === 0) await route.fallback()
  })
  await admin.page.getByLabel('Choose Images').setInputFiles([...chosen])
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect.poll(() => asked, patient).toBe(2)
  expect(added(site, id)).toHaveLength(1)
  await admin.page.close({ runBeforeUnload: false })

  const again = new Admin(await browserOfAdmin.newPage(), site)
  await again.opens(`/projects/${id}`)
  const before = line.sent
  await again.page.getByLabel('Choose Images').setInputFiles([...chosen])
  await again.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(again.page.getByText('3 images were added.')).toBeVisible(patient)
  expect(added(site, id)).toHaveLength(3)
  const sizes = await Promise.all(chosen.map(async (file) => (await stat(file)).size))
  expect(line.sent - before).toBeLessThan(sizes.reduce((sum, size) => sum + size, 0) - Math.min(...sizes) * 0.9)

  // All of it hangs: chosen once more, the same files are meant anew.
  await again.page.getByLabel('Choose Images').setInputFiles(chosen.slice(0, 1))
  await again.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(again.page.getByText('1 image was added.')).toBeVisible(patient)
  expect(added(site, id)).toHaveLength(4)
})

test('an upload is held, goes on where it was, and ends for one file or for all', async ({
  admin,
  files,
  line,
  site,
}) => {
  const { id } = projectNamed(site, 'Low Line')
  const chosen = files.slice(0, 5)
  await admin.opens(`/projects/${id}`)
  await admin.page.getByLabel('Choose Images').setInputFiles([...chosen])
  // Each file has a connection of its own: a third of a minute for each.
  line.slowDown(150 * 1024)
  const before = line.sent
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  const all = admin.page.getByRole('progressbar', { name: 'All files: sent' })
  const progress = () => all.evaluate((bar: HTMLProgressElement) => bar.value)
  await expect.poll(progress, patient).toBeGreaterThan(megabyte)
  await expect(admin.main.getByText(/^5 of 5 files left, [\d.]+ MB of [\d.]+ MB to send/)).toBeVisible()
  await expect(admin.main.getByText(/to send, (about|a few)/)).toBeVisible({ timeout: 20_000 })

  await admin.page.getByRole('button', { name: 'Pause' }).click()
  await expect(admin.main.getByText(/^Paused\. /)).toBeVisible()
  // What the browser has handed over may still be on the line; nothing follows it.
  let asked = 0
  admin.page.on('request', (request) => void (asked += request.url().includes('/uploads') ? 1 : 0))
  const held = await progress()
  await admin.page.waitForTimeout(3_000)
  expect([asked, await progress()]).toEqual([0, held])
  expect(added(site, id)).toHaveLength(0)

  await admin.page.getByRole('button', { name: 'Leave out IMG_2001.jpg' }).click()
  line.slowDown(Number.POSITIVE_INFINITY)
  await admin.page.getByRole('button', { name: 'Continue' }).click()
  await expect(admin.page.getByText('4 images were added.')).toBeVisible(patient)
  const wanted = chosen.filter((file) => !file.includes('2001'))
  expect(
    await Promise.all(added(site, id).map(({ storageKey }) => hashOf(join(site.dataDir, 'files', storageKey)))),
  ).toEqual(await Promise.all(wanted.map(hashOf)))
  const sizes = await Promise.all(chosen.map(async (file) => (await stat(file)).size))
  expect(line.sent - before).toBeLessThan(1.2 * sizes.reduce((sum, size) => sum + size, 0))

  line.slowDown(150 * 1024)
  await admin.page.getByLabel('Choose Images').setInputFiles(files.slice(5, 8))
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect.poll(progress, patient).toBeGreaterThan(100 * 1024)
  await admin.page.getByRole('button', { name: 'Cancel All' }).click()
  await expect(admin.page.getByRole('img', { name: /^Preview of/ })).toHaveCount(0)
  await expect(admin.page.getByText('Uploading Image...')).toHaveCount(0)
  await expect(admin.alert).toHaveCount(0)
  expect(added(site, id)).toHaveLength(4)
})

test('what was chosen first is sent first, however much sooner a small file is read', async ({
  admin,
  files,
  line,
  site,
}) => {
  const names: string[] = []
  admin.page.on('request', (request) => {
    const [, name] = /filename ([\w+/=]+)/.exec(request.headers()['upload-metadata'] ?? '') ?? []
    if (name) names.push(Buffer.from(name, 'base64').toString())
  })
  // A slow disk: the last file has a third of the samples of the others.
  await admin.page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer
    Blob.prototype.arrayBuffer = async function (this: Blob) {
      await new Promise((resume) => setTimeout(resume, 30))
      return read.call(this)
    }
  })
  await admin.opens(pathOf(site, 'Low Line'))
  await admin.page.getByLabel('Choose Images').setInputFiles(files.slice(0, 5))
  line.slowDown(150 * 1024)
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect.poll(() => names.length, patient).toBe(3)
  expect(names).toEqual(['IMG_2000.jpg', 'IMG_2001.jpg', 'IMG_2002.jpg'])
})

test('a site that is in trouble for a moment is not sent a whole file anew', async ({ admin, files, line, site }) => {
  const [file = ''] = files
  const { size } = await stat(file)
  await admin.opens(pathOf(site, 'Low Line'))
  await admin.page.getByLabel('Choose Images').setInputFiles(file)
  line.slowDown(megabyte)
  const before = line.sent
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect.poll(() => line.sent - before, patient).toBeGreaterThan(size / 2)
  let refused = 0
  await admin.page.route('**/uploads/*', (route) => {
    if (route.request().method() !== 'HEAD' || refused >= 2) return route.fallback()
    refused += 1
    return route.fulfill({ status: 502 })
  })
  line.cut()
  line.mend()
  line.slowDown(Number.POSITIVE_INFINITY)
  await expect(admin.page.getByText('1 image was added.')).toBeVisible(patient)
  expect(refused).toBe(2)
  // Begun anew it would be one and a half times.
  expect((line.sent - before - 2 * megabyte) / size).toBeLessThan(1.1)
})

/** What was hung behind the sample's own images, in its order. */
function added(site: Site, projectId: string): { storageKey: string }[] {
  return site
    .sql<{ storageKey: string }>(
      `select storageKey from photos where projectId = ? and place = 'gallery' and deletedAt is null order by position`,
      projectId,
    )
    .slice(3)
}

async function hashOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}
