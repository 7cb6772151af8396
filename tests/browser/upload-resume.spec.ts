import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Request } from '@playwright/test'
import { Admin } from './fixtures/admin.ts'
import { imageNames } from './fixtures/gallery.ts'
import { TcpProxy } from './fixtures/network/tcp-proxy.ts'
import { writeLargeFiles } from './fixtures/chosen-files.ts'
import { preparedFolder, preparedSessions } from '#tests/support/site-data/prepared-site.ts'
import { pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { expect, test as base } from './fixtures/test.ts'

interface UploadFixtures {
  tcpProxy: TcpProxy
  /** The admin's browser; tests open and close pages in it. */
  adminContext: BrowserContext
  files: readonly string[]
}

/** A site behind a TCP proxy, and 12 photos of several megabytes each. */
const test = base.extend<UploadFixtures>({
  tcpProxy: async ({}, use) => {
    const tcpProxy = await TcpProxy.open()
    await use(tcpProxy)
    await tcpProxy.close()
  },
  site: async ({ tcpProxy }, use) => {
    const site = await SiteProcess.open(preparedFolder(), { PUBLIC_ORIGIN: tcpProxy.origin })
    tcpProxy.forwardTo(site.port)
    await use(site)
    await site.close()
  },
  adminContext: async ({ browser }, use) => {
    const context = await (browser as Browser).newContext({ storageState: preparedSessions().admin })
    await use(context)
    await context.close()
  },
  admin: async ({ adminContext, site }, use) => {
    await use(new Admin(await adminContext.newPage(), site))
  },
  files: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'enfilade-camera-'))
    await use(await writeLargeFiles(folder, 12))
    await rm(folder, { recursive: true })
  },
})

test.setTimeout(1_800_000)
const megabyte = 1024 * 1024
const whileExamining = { timeout: 480_000 }
const interrupted = 'The connection was lost. The upload will continue when it is back.'

test('no photo is lost or attached twice after the connection was cut and the site was killed', async ({
  admin,
  adminContext,
  files,
  tcpProxy,
  site,
}) => {
  const { id } = projectNamed(site, 'Low Line')
  await admin.open(`/projects/${id}`)
  await admin.page.getByLabel('Choose Images').setInputFiles([...files])
  await admin.page.getByLabel('Alternative text of IMG_2011.jpg').fill('The last of twelve.')
  const bytes = (await Promise.all(files.map((file) => stat(file)))).reduce((sum, { size }) => sum + size, 0)
  tcpProxy.limitRate(megabyte)
  const before = tcpProxy.sentBytes
  const sent = () => (tcpProxy.sentBytes - before) / bytes
  await admin.page.getByRole('button', { name: 'Add Images' }).click()

  await expect.poll(sent).toBeGreaterThan(0.3)
  const failed = admin.page.waitForEvent('requestfailed', (request) => request.url().includes('/uploads'))
  tcpProxy.cut()
  await failed
  tcpProxy.restore()
  await expect.poll(sent).toBeGreaterThan(0.6)
  // Limits what is sent while the site examines the first photo.
  tcpProxy.limitRate(megabyte / 16)
  await expect.poll(() => addedPhotos(site, id).length, whileExamining).toBeGreaterThan(0)
  await site.kill()
  await admin.page.close({ runBeforeUnload: false })
  const attached = addedPhotos(site, id).length
  expect(attached).toBeLessThan(12)
  await site.start()
  tcpProxy.limitRate(Number.POSITIVE_INFINITY)

  const tab = new Admin(await adminContext.newPage(), site)
  await tab.open(`/projects/${id}`)
  await tab.page.getByLabel('Choose Images').setInputFiles([...files])
  await tab.page.getByLabel('Alternative text of IMG_2011.jpg').fill('The last of twelve.')
  await tab.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(tab.page.getByText('12 images were added.')).toBeVisible(whileExamining)
  await expect(tab.page.getByRole('img', { name: /^Preview of/ })).toHaveCount(0)

  const originals = await Promise.all(
    addedPhotos(site, id).map(async ({ storageKey }) => hashOf(await site.readOriginal(storageKey))),
  )
  expect(originals).toEqual(await Promise.all(files.map(async (file) => hashOf(await readFile(file)))))
  expect((await imageNames(tab)).at(-1)).toBe('The last of twelve.')
  process.stdout.write(`      ${attached} attached before the kill; sent: ${sent().toFixed(3)} times the files\n`)
  expect(sent()).toBeLessThanOrEqual(1.3)
})

test('files that are already attached are recognised when chosen again, and not sent again', async ({
  admin,
  adminContext,
  files,
  tcpProxy,
  site,
}) => {
  const { id } = projectNamed(site, 'Low Line')
  const chosen = files.slice(0, 3)
  await admin.open(`/projects/${id}`)
  // The first file is attached; the requests that attach the others never leave the browser.
  let attachRequests = 0
  await admin.page.route(/\/projects\/.*\.data/, async (route) => {
    if (route.request().method() !== 'POST' || attachRequests++ === 0) await route.fallback()
  })
  await admin.page.getByLabel('Choose Images').setInputFiles([...chosen])
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect.poll(() => attachRequests, whileExamining).toBe(2)
  expect(addedPhotos(site, id)).toHaveLength(1)
  await admin.page.close({ runBeforeUnload: false })

  const tab = new Admin(await adminContext.newPage(), site)
  await tab.open(`/projects/${id}`)
  const before = tcpProxy.sentBytes
  await tab.page.getByLabel('Choose Images').setInputFiles([...chosen])
  await tab.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(tab.page.getByText('3 images were added.')).toBeVisible()
  expect(addedPhotos(site, id)).toHaveLength(3)
  const sizes = await Promise.all(chosen.map(async (file) => (await stat(file)).size))
  expect(tcpProxy.sentBytes - before).toBeLessThan(
    sizes.reduce((sum, size) => sum + size, 0) - Math.min(...sizes) * 0.9,
  )

  // Now that all files are attached, choosing one again adds a second copy.
  await tab.page.getByLabel('Choose Images').setInputFiles(chosen.slice(0, 1))
  await tab.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(tab.page.getByText('1 image was added.')).toBeVisible()
  expect(addedPhotos(site, id)).toHaveLength(4)
})

for (const fault of ['cut', 'silent'] as const) {
  test(`a ${fault} connection is reported while the upload retries, until bytes arrive again`, async ({
    admin,
    files,
    tcpProxy,
    site,
  }) => {
    await admin.open(pathOf(site, 'Low Line'))
    await admin.page.getByLabel('Choose Images').setInputFiles(files.slice(0, 2))
    tcpProxy.limitRate(megabyte)
    const before = tcpProxy.sentBytes
    await admin.page.getByRole('button', { name: 'Add Images' }).click()
    await expect.poll(() => tcpProxy.sentBytes - before).toBeGreaterThan(megabyte)
    if (fault === 'cut') tcpProxy.cut()
    else tcpProxy.stopAfter(0)
    await expect(admin.main.getByText(interrupted)).toBeVisible()
    // Not awaited: the upload is shown as failed after 14 s without a connection.
    expect(await admin.alert.count()).toBe(0)
    tcpProxy.limitRate(Number.POSITIVE_INFINITY)
    if (fault === 'silent') tcpProxy.cut()
    tcpProxy.restore()
    await expect(admin.main.getByText(interrupted)).toHaveCount(0)
    await expect(admin.alert).toHaveCount(0)
    await expect(admin.page.getByText('2 images were added.')).toBeVisible(whileExamining)
  })
}

test('an upload can be paused and continued, and cancelled for one file or all', async ({
  admin,
  files,
  tcpProxy,
  site,
}) => {
  const { id } = projectNamed(site, 'Low Line')
  const chosen = files.slice(0, 5)
  await admin.open(`/projects/${id}`)
  await admin.page.getByLabel('Choose Images').setInputFiles([...chosen])
  // Each file has its own connection and takes about 50 s.
  tcpProxy.limitRate(60 * 1024)
  const before = tcpProxy.sentBytes
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  const progressBar = admin.page.getByRole('progressbar', { name: 'Upload progress of all files' })
  const progress = () => progressBar.evaluate((bar: HTMLProgressElement) => bar.value)
  await expect.poll(progress).toBeGreaterThan(megabyte)
  await expect(admin.main.getByText(/^5 of 5 files left, [\d.]+ MB of [\d.]+ MB to send/)).toBeVisible()
  await expect(admin.main.getByText(/to send, (about|a few)/)).toBeVisible()

  await admin.page.getByRole('button', { name: 'Pause' }).click()
  await expect(admin.main.getByText(/^Paused\. /)).toBeVisible()
  // Bytes that the browser has already sent may still arrive; no new request follows, not even a probe.
  const requests: string[] = []
  const isUploadOrProbe = (request: Request) => request.url().includes('/uploads') || request.method() === 'HEAD'
  admin.page.on('request', (request) => void (isUploadOrProbe(request) && requests.push(request.url())))
  const paused = await progress()
  await admin.page.waitForTimeout(3_000)
  expect([requests, await progress()]).toEqual([[], paused])
  expect(addedPhotos(site, id)).toHaveLength(0)

  await admin.page.getByRole('button', { name: 'Discard IMG_2001.jpg' }).click()
  tcpProxy.limitRate(Number.POSITIVE_INFINITY)
  await admin.page.getByRole('button', { name: 'Continue' }).click()
  await expect(admin.page.getByText('4 images were added.')).toBeVisible(whileExamining)
  const remaining = chosen.filter((file) => !file.includes('2001'))
  expect(
    await Promise.all(addedPhotos(site, id).map(async ({ storageKey }) => hashOf(await site.readOriginal(storageKey)))),
  ).toEqual(await Promise.all(remaining.map(async (file) => hashOf(await readFile(file)))))
  const sizes = await Promise.all(chosen.map(async (file) => (await stat(file)).size))
  expect(tcpProxy.sentBytes - before).toBeLessThan(1.2 * sizes.reduce((sum, size) => sum + size, 0))

  tcpProxy.limitRate(60 * 1024)
  await admin.page.getByLabel('Choose Images').setInputFiles(files.slice(5, 8))
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect.poll(progress).toBeGreaterThan(100 * 1024)
  await admin.page.getByRole('button', { name: 'Cancel All' }).click()
  await expect(admin.page.getByRole('img', { name: /^Preview of/ })).toHaveCount(0)
  await expect(admin.page.getByText('Uploading Image...')).toHaveCount(0)
  await expect(admin.alert).toHaveCount(0)
  expect(addedPhotos(site, id)).toHaveLength(4)
})

test('files are sent in the order of selection, even if a later file is read faster', async ({
  admin,
  files,
  tcpProxy,
  site,
}) => {
  const names: string[] = []
  admin.page.on('request', (request) => {
    const [, name] = /filename ([\w+/=]+)/.exec(request.headers()['upload-metadata'] ?? '') ?? []
    if (name) names.push(Buffer.from(name, 'base64').toString())
  })
  // Simulates a slow disk; the last file needs a third of the reads of the others.
  await admin.page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer
    Blob.prototype.arrayBuffer = async function (this: Blob) {
      await new Promise((resume) => setTimeout(resume, 30))
      return read.call(this)
    }
  })
  await admin.open(pathOf(site, 'Low Line'))
  await admin.page.getByLabel('Choose Images').setInputFiles(files.slice(0, 5))
  tcpProxy.limitRate(150 * 1024)
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect.poll(() => names.length).toBe(3)
  expect(names).toEqual(['IMG_2000.jpg', 'IMG_2001.jpg', 'IMG_2002.jpg'])
  // React reports a style sheet that is still loading when the page is closed.
  tcpProxy.limitRate(Number.POSITIVE_INFINITY)
  await expect(admin.page.getByText('5 images were added.')).toBeVisible(whileExamining)
})

test('after two 502 responses an upload continues from its last offset', async ({ admin, files, tcpProxy, site }) => {
  const [file = ''] = files
  const { size } = await stat(file)
  await admin.open(pathOf(site, 'Low Line'))
  await admin.page.getByLabel('Choose Images').setInputFiles(file)
  tcpProxy.stopAfter(size / 2)
  const before = tcpProxy.sentBytes
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect.poll(() => tcpProxy.sentBytes - before).toBeGreaterThanOrEqual(size / 2)
  let refused = 0
  await admin.page.route('**/uploads/*', (route) => {
    if (route.request().method() !== 'HEAD' || refused >= 2) return route.fallback()
    refused += 1
    return route.fulfill({ status: 502 })
  })
  let storedBytes: string | undefined
  // Chromium itself repeats the interrupted request, from the first byte; the site refuses it.
  const acceptedOffsets: (string | undefined)[] = []
  admin.page.on('response', (response) => {
    const request = response.request()
    if (!request.url().includes('/uploads/')) return
    if (request.method() === 'HEAD' && response.ok()) storedBytes = response.headers()['upload-offset']
    if (request.method() === 'PATCH' && response.ok()) acceptedOffsets.push(request.headers()['upload-offset'])
  })
  tcpProxy.cut()
  tcpProxy.restore()
  await expect(admin.page.getByText('1 image was added.')).toBeVisible()
  expect(refused).toBe(2)
  expect(Number(storedBytes)).toBeGreaterThan(0)
  // A bucket has stored less, so that further chunks follow.
  expect(site.bucket ? acceptedOffsets.slice(0, 1) : acceptedOffsets).toEqual([storedBytes])
})

/** The photos attached after the sample's own images, in order. */
function addedPhotos(site: SiteProcess, projectId: string): { storageKey: string }[] {
  return site
    .sql<{ storageKey: string }>(
      `select storageKey from photos where projectId = ? and place = 'gallery' and deletedAt is null order by position`,
      projectId,
    )
    .slice(3)
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
