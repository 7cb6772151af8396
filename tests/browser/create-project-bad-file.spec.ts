import type { Locator } from '@playwright/test'
import type { Admin } from './fixtures/admin.ts'
import { textNamedAsImage, samplePhoto, smallImage, type ChosenFile } from './fixtures/chosen-files.ts'
import { imagesOf, projectsOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

const texts = { name: 'Water Tower', details: 'A house in a water tower.' }

/** An image whose second half is missing, which only decoding reveals. */
async function damagedFile(name: string): Promise<ChosenFile> {
  const { buffer } = await samplePhoto('desk.jpg')
  return { name, mimeType: 'image/jpeg', buffer: buffer.subarray(0, buffer.length / 2) }
}

/** Seven files with different content. The fourth is `bad`. */
async function sevenFiles(bad: ChosenFile): Promise<ChosenFile[]> {
  const good = (index: number) => smallImage(`${index}.jpg`, { width: 40 + index })
  return [...(await Promise.all([1, 2, 3].map(good))), bad, ...(await Promise.all([5, 6, 7].map(good)))]
}

/** Collects the names of the files whose uploads start from now on. */
function recordUploads(admin: Admin): string[] {
  const names: string[] = []
  admin.page.on('request', (request) => {
    const [, name] = /filename ([\w+/=]+)/.exec(request.headers()['upload-metadata'] ?? '') ?? []
    if (name) names.push(Buffer.from(name, 'base64').toString())
  })
  return names
}

function item(admin: Admin, name: string): Locator {
  return admin.main.getByRole('listitem').filter({ has: admin.page.getByText(name, { exact: true }) })
}

async function expectBadFile(admin: Admin, name: string, reason: RegExp): Promise<void> {
  await expect(admin.alert).toHaveText('Failed to upload images')
  const button = admin.page.getByRole('button', { name: `Discard ${name}` })
  await expect(button).toBeFocused()
  await expect(button).toHaveAccessibleDescription(reason)
  await expect(item(admin, name)).toHaveAttribute('data-failed', 'true')
  await expect(admin.main.locator('[data-failed]')).toHaveCount(1)
  await expect(admin.page.getByLabel('Project Name')).toHaveValue(texts.name)
  await expect(admin.page.getByLabel('Project Details')).toHaveValue(texts.details)
}

test('one damaged file among seven is marked, its Discard button is focused, and only its replacement is uploaded', async ({
  admin,
  site,
}) => {
  await admin.fillProjectForm({
    ...texts,
    cover: await smallImage('cover.jpg'),
    images: await sevenFiles(await damagedFile('bad.jpg')),
  })
  await admin.page.getByLabel('Alternative text of 5.jpg').fill('The stairs.')
  await admin.page.getByLabel('Alternative text of bad.jpg').fill('The tank.')
  await admin.submit()
  await expectBadFile(admin, 'bad.jpg', /^This picture (is damaged|cannot be read)/)
  expect(projectsOf(site)).toHaveLength(6)

  const uploads = recordUploads(admin)
  await admin.page.getByLabel('Replace bad.jpg').setInputFiles(await smallImage('good.jpg', { width: 60 }))
  await expect(admin.page.getByLabel('Alternative text of good.jpg')).toHaveValue('The tank.')
  await expect(admin.page.getByLabel('Alternative text of 5.jpg')).toHaveValue('The stairs.')
  await admin.submit()
  await expect(admin.createdLink(texts.name)).toBeVisible()
  expect(uploads).toEqual(['good.jpg'])
  expect(imagesOf(site, texts.name)).toHaveLength(7)
  const alts = site.sql<{ alt: string; storageKey: string }>(
    `select alt, storageKey from photos where place = 'gallery' and projectId = (select id from projects where name = ?)
     order by position`,
    texts.name,
  )
  expect(alts.map(({ storageKey }) => storageKey)).toEqual(
    ['1.jpg', '2.jpg', '3.jpg', 'good.jpg', '5.jpg', '6.jpg', '7.jpg'].map((name) => `images/${name}`),
  )
  expect([alts[3]?.alt, alts[4]?.alt]).toEqual(['The tank.', 'The stairs.'])
})

test('a text file among seven is discarded by keyboard, and the six images are not uploaded again', async ({
  admin,
  site,
}) => {
  await admin.fillProjectForm({ ...texts, images: await sevenFiles(textNamedAsImage('list.jpg')) })
  await admin.submit()
  await expectBadFile(admin, 'list.jpg', /^This is not a JPEG, PNG, WebP, AVIF or HEIC picture\.$/)

  const uploads = recordUploads(admin)
  await admin.page.keyboard.press('Enter')
  await expect(item(admin, 'list.jpg')).toHaveCount(0)
  await expect(admin.page.getByRole('button', { name: 'Discard 5.jpg' })).toBeFocused()
  await admin.submit()
  await expect(admin.createdLink(texts.name)).toBeVisible()
  expect(uploads).toEqual([])
  expect(imagesOf(site, texts.name)).toHaveLength(6)
})

test('a project can be created even if the server has no examination endpoint', async ({ admin, site }) => {
  await admin.page.route('**/uploads/*/examination', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await admin.addProject({ ...texts, images: [await smallImage('a.jpg')] })
  expect(imagesOf(site, texts.name)).toHaveLength(1)
})

test('a failed examination request is sent again', async ({ admin, site }) => {
  let examinations = 0
  await admin.page.route('**/uploads/*/examination', (route) =>
    examinations++ === 0 ? route.abort('connectionreset') : route.fallback(),
  )
  await admin.addProject({ ...texts, images: [await smallImage('a.jpg')] })
  expect(examinations).toBeGreaterThan(1)
  expect(imagesOf(site, texts.name)).toHaveLength(1)
})
