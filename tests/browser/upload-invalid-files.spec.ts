import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import type { Locator } from '@playwright/test'
import type { Admin } from './fixtures/admin.ts'
import { textNamedAsImage, samplePhoto, smallImage, type ChosenFile } from './fixtures/chosen-files.ts'
import { pathOf, projectNamed } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { expect, test } from './fixtures/test.ts'
import { decompressionBomb } from '#tests/support/images/photo-files.ts'

const maxMemoryMegabytes = 400
const megabyte = 1024 * 1024

const notAnImage = 'This is not a JPEG, PNG, WebP, AVIF or HEIC picture.'
const damaged = /^This picture (is damaged or incomplete|cannot be read)\.$/
const tooManyPixels = 'This picture is too large: 64 megapixels and 16,384 pixels a side at most.'

interface BadFile extends ChosenFile {
  readonly message: string | RegExp
}

/** Damaged, empty and too large files, and other formats. Each has the name and type of a JPEG. */
async function createBadFiles(): Promise<BadFile[]> {
  const whole = (await samplePhoto('desk.jpg')).buffer
  const bad = (name: string, buffer: Buffer, message: string | RegExp): BadFile => ({
    name,
    buffer,
    message,
    mimeType: 'image/jpeg',
  })
  return [
    bad('cut-in-half.jpg', whole.subarray(0, whole.length / 2), damaged),
    bad('cut-at-the-end.jpg', whole.subarray(0, Math.floor(whole.length * 0.99)), damaged),
    bad('corrupt.jpg', Buffer.from(whole).fill(0xa5, 2_000, 30_000), damaged),
    bad('head-alone.jpg', whole.subarray(0, 4), damaged),
    bad('bomb.jpg', decompressionBomb(16_000), tooManyPixels),
    bad('page.jpg', Buffer.from('<!doctype html><script>alert(1)</script>'), notAnImage),
    bad(
      'drawing.jpg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      notAnImage,
    ),
    bad('moving.jpg', (await smallImage('moving.gif', { as: 'gif' })).buffer, notAnImage),
    bad('paper.jpg', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'), notAnImage),
    bad('parcel.jpg', Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync(Buffer.alloc(1_000))]), notAnImage),
    bad('list.jpg', textNamedAsImage('list.jpg').buffer, notAnImage),
    bad('empty.jpg', Buffer.alloc(0), 'This file is empty.'),
  ]
}

test('each bad file is refused with its reason and not attached, and the next file can be uploaded', async ({
  admin,
  site,
}) => {
  await admin.open(pathOf(site, 'Low Line'))
  const before = storageKeys(site)
  for (const file of await createBadFiles()) {
    await admin.addImages(file)
    await expect(errorOf(admin, file.name)).toHaveText(file.message)
    await expect(addImagesRegion(admin).getByRole('alert')).toHaveText('Failed to upload images')
    await expect(addImagesRegion(admin).getByText(/images? (was|were) added/)).toHaveCount(0)
    await admin.page.getByRole('button', { name: `Discard ${file.name}` }).click()
    expect(storageKeys(site), file.name).toEqual(before)
  }
  await chooseLargeFile(admin, 'large.jpg')
  await expect(errorOf(admin, 'large.jpg')).toHaveText('This file is larger than 120 MB.')
  await admin.page.getByRole('button', { name: 'Discard large.jpg' }).click()
  await admin.addImages(await smallImage('good.jpg'))
  await expect(addImagesRegion(admin).getByText('1 image was added.')).toBeVisible()
  expect(storageKeys(site)).toHaveLength(before.length + 1)
  expect(peakMemoryOf(site)).toBeLessThan(maxMemoryMegabytes)
})

test('good files among bad ones are attached in order, and the site stays healthy and within its memory limit', async ({
  admin,
  site,
}) => {
  const script = Buffer.from('<script>alert(document.cookie)</script>')
  const polyglot = { ...(await samplePhoto('hero.jpg')), name: 'polyglot.jpg' }
  const good = [
    await samplePhoto('apothecary/01-counter.jpg'),
    { ...polyglot, buffer: Buffer.concat([polyglot.buffer, script]) },
    await samplePhoto('optician/03-table.jpg'),
    await smallImage('last.webp', { as: 'webp' }),
  ]
  const bad = await createBadFiles()
  const before = storageKeys(site)
  await admin.open(pathOf(site, 'Low Line'))
  await admin.chooseImages(...good.flatMap((file, index) => [...bad.slice(index * 3, index * 3 + 3), file]))
  await chooseLargeFile(admin, 'large.jpg')
  const stopPolling = pollHealth(site)
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(addImagesRegion(admin).getByText('4 images were added.')).toBeVisible({ timeout: 480_000 })
  for (const { name, message } of bad) await expect(errorOf(admin, name)).toHaveText(message)
  await expect(errorOf(admin, 'large.jpg')).toHaveText('This file is larger than 120 MB.')
  await expect(addImagesRegion(admin).getByRole('listitem')).toHaveCount(bad.length + 1)
  await expect(addImagesRegion(admin).getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  const { id } = projectNamed(site, 'Low Line')
  expect(storageKeys(site).slice(before.length)).toEqual(good.map(({ name }) => `Images/${id}_${name}`))
  const statuses = await stopPolling()
  expect(statuses.length).toBeGreaterThan(2)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(peakMemoryOf(site)).toBeLessThan(maxMemoryMegabytes)
})

test('an upload of 130 MB is refused before its bytes are sent', async ({ admin }) => {
  const response = await admin.page.request.post(`${admin.site.origin}/uploads`, {
    headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(130 * megabyte), Origin: admin.site.origin },
  })
  expect(response.status()).toBe(413)
})

function addImagesRegion(admin: Admin): Locator {
  return admin.main.getByRole('region', { name: 'Add images' })
}

/** The message below a file's name. */
function errorOf(admin: Admin, name: string): Locator {
  return addImagesRegion(admin).getByRole('listitem').filter({ hasText: name }).getByRole('paragraph').nth(1)
}

/** Chooses a file that is larger than `setInputFiles` allows. */
async function chooseLargeFile(admin: Admin, name: string): Promise<void> {
  await admin.page.getByLabel('Choose Images').evaluate((input: HTMLInputElement, fileName) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(130 * 1024 * 1024)], fileName, { type: 'image/jpeg' }))
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }, name)
}

function storageKeys(site: SiteProcess): string[] {
  const { id } = projectNamed(site, 'Low Line')
  return site
    .sql<{ storageKey: string }>(
      `select storageKey from photos where projectId = ? and place = 'gallery' and deletedAt is null order by position`,
      id,
    )
    .map(({ storageKey }) => storageKey)
}

/** Peak memory of the server process in megabytes, without image workers. 0 except for a single process on Linux. */
function peakMemoryOf(site: SiteProcess): number {
  if (process.platform !== 'linux' || site.bucket) return 0
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${site.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Polls `/healthz` until the returned function is called, which resolves to the statuses; 0: no response. */
function pollHealth(site: SiteProcess): () => Promise<number[]> {
  const statuses: number[] = []
  const stop = new AbortController()
  const polling = (async () => {
    while (!stop.signal.aborted) {
      const signal = AbortSignal.timeout(60_000)
      const response = await fetch(`${site.origin}/healthz`, { signal }).catch(() => null)
      statuses.push(response?.status ?? 0)
      await setTimeout(50)
    }
  })()
  return async () => {
    stop.abort()
    await polling
    return statuses
  }
}
