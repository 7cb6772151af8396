import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import type { Locator } from '@playwright/test'
import type { Admin } from './admin.ts'
import { impostor, sample, small, type Chosen } from './photographs.ts'
import { pathOf, projectNamed } from './rows.ts'
import type { Site } from './site.ts'
import { expect, test } from './stories.ts'
import { bomb } from '#testing/photographs.ts'

test.describe.configure({ timeout: 180_000 })

const patient = { timeout: 60_000 }
const mostMegabytes = 400
const megabyte = 1024 * 1024

const notAPicture = 'This is not a JPEG, PNG, WebP or HEIC picture.'
const damaged = /^This picture (is damaged and cannot be read to its end|cannot be read)\.$/
const tooManyPixels = 'This picture is too large: 64 megapixels and 16,384 pixels a side at most.'

interface Bad extends Chosen {
  readonly says: string | RegExp
}

/** One of each kind, under the name and the type of a photograph, as only its content should tell. */
async function badFiles(): Promise<Bad[]> {
  const whole = (await sample('desk.jpg')).buffer
  const bad = (name: string, buffer: Buffer, says: string | RegExp): Bad => ({
    name,
    buffer,
    says,
    mimeType: 'image/jpeg',
  })
  return [
    bad('cut-in-half.jpg', whole.subarray(0, whole.length / 2), damaged),
    bad('cut-at-the-end.jpg', whole.subarray(0, Math.floor(whole.length * 0.99)), damaged),
    bad('corrupt.jpg', Buffer.from(whole).fill(0xa5, 2_000, 30_000), damaged),
    bad('head-alone.jpg', whole.subarray(0, 4), notAPicture),
    bad('bomb.jpg', bomb(16_000), tooManyPixels),
    bad('page.jpg', Buffer.from('<!doctype html><script>alert(1)</script>'), notAPicture),
    bad(
      'drawing.jpg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      notAPicture,
    ),
    bad('moving.jpg', (await small('moving.gif', { as: 'gif' })).buffer, notAPicture),
    bad('paper.jpg', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'), notAPicture),
    bad('parcel.jpg', Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync(Buffer.alloc(1_000))]), notAPicture),
    bad('list.jpg', impostor('list.jpg').buffer, notAPicture),
    bad('empty.jpg', Buffer.alloc(0), 'This file is empty.'),
  ]
}

test('bad files, one by one: each says why, hangs nothing, and the next one is taken', async ({ admin, site }) => {
  await admin.opens(pathOf(site, 'Low Line'))
  const before = hung(site)
  for (const file of await badFiles()) {
    await admin.addsImages(file)
    await expect(reasonAt(admin, file.name)).toHaveText(file.says, patient)
    await expect(adding(admin).getByRole('alert')).toHaveText('Failed to upload images')
    await expect(adding(admin).getByText(/images? (was|were) added/)).toHaveCount(0)
    await admin.page.getByRole('button', { name: `Leave out ${file.name}` }).click()
    expect(hung(site), file.name).toEqual(before)
  }
  await choosesLarge(admin, 'large.jpg')
  await expect(reasonAt(admin, 'large.jpg')).toHaveText('This file is larger than 50 MB.')
  await admin.page.getByRole('button', { name: 'Leave out large.jpg' }).click()
  await admin.addsImages(await small('good.jpg'))
  await expect(adding(admin).getByText('1 image was added.')).toBeVisible(patient)
  expect(hung(site)).toHaveLength(before.length + 1)
  expect(mostHeldBy(site)).toBeLessThan(mostMegabytes)
})

test('bad files among good ones: the good ones hang in their order, and the site stays awake and small', async ({
  admin,
  site,
}) => {
  const script = Buffer.from('<script>alert(document.cookie)</script>')
  const polyglot = { ...(await sample('hero.jpg')), name: 'polyglot.jpg' }
  const good = [
    await sample('apothecary/01-counter.jpg'),
    { ...polyglot, buffer: Buffer.concat([polyglot.buffer, script]) },
    await sample('optician/03-table.jpg'),
    await small('last.webp', { as: 'webp' }),
  ]
  const bad = await badFiles()
  const before = hung(site)
  await admin.opens(pathOf(site, 'Low Line'))
  await admin.chooses(...good.flatMap((file, at) => [...bad.slice(at * 3, at * 3 + 3), file]))
  await choosesLarge(admin, 'large.jpg')
  const pulse = takePulse(site)
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(adding(admin).getByText('4 images were added.')).toBeVisible(patient)
  for (const { name, says } of bad) await expect(reasonAt(admin, name)).toHaveText(says)
  await expect(reasonAt(admin, 'large.jpg')).toHaveText('This file is larger than 50 MB.')
  await expect(adding(admin).getByRole('listitem')).toHaveCount(bad.length + 1)
  await expect(adding(admin).getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  const { id } = projectNamed(site, 'Low Line')
  expect(hung(site).slice(before.length)).toEqual(good.map(({ name }) => `Images/${id}_${name}`))
  const { answers, slowestMs } = await pulse()
  const held = mostHeldBy(site)
  process.stdout.write(
    `      the site held ${held} MB at most; ${answers.length} times well, ${slowestMs} ms at most\n`,
  )
  expect(answers.filter((status) => status !== 200)).toEqual([])
  expect(held).toBeLessThan(mostMegabytes)
})

test('sixty megabytes that no browser has measured are refused before they are sent', async ({ admin }) => {
  const answer = await admin.page.request.post(`${admin.site.origin}/uploads`, {
    headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(60 * megabyte), Origin: admin.site.origin },
  })
  expect(answer.status()).toBe(413)
})

function adding(admin: Admin): Locator {
  return admin.main.getByRole('region', { name: 'Add images' })
}

/** What stands at a file: all of it but its name. */
function reasonAt(admin: Admin, name: string): Locator {
  return adding(admin).getByRole('listitem').filter({ hasText: name }).getByRole('paragraph').nth(1)
}

/** Larger than Playwright lets a test hand over. */
async function choosesLarge(admin: Admin, name: string): Promise<void> {
  await admin.page.getByLabel('Choose Images').evaluate((input: HTMLInputElement, called) => {
    const carried = new DataTransfer()
    carried.items.add(new File([new Uint8Array(60 * 1024 * 1024)], called, { type: 'image/jpeg' }))
    input.files = carried.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }, name)
}

function hung(site: Site): string[] {
  const { id } = projectNamed(site, 'Low Line')
  return site
    .sql<{ storageKey: string }>(
      `select storageKey from photos where projectId = ? and place = 'gallery' and deletedAt is null order by position`,
      id,
    )
    .map(({ storageKey }) => storageKey)
}

/** Megabytes that the process which serves pages has ever held; those that decode are others. Linux alone tells. */
function mostHeldBy(site: Site): number {
  if (process.platform !== 'linux') return 0
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${site.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Asks again and again whether the site is well, until the returned function is called. */
function takePulse(site: Site) {
  const answers: number[] = []
  let slowestMs = 0
  let on = true
  const beating = (async () => {
    while (on) {
      const asked = Date.now()
      const answer = await fetch(`${site.origin}/healthz`).catch(() => null)
      answers.push(answer?.status ?? 0)
      slowestMs = Math.max(slowestMs, Date.now() - asked)
      await new Promise((resume) => setTimeout(resume, 50))
    }
  })()
  return async () => {
    on = false
    await beating
    return { answers, slowestMs }
  }
}
