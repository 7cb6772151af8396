import type { Locator } from '@playwright/test'
import type { Admin } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { carries } from './carrying.ts'
import { galleryOf, imageNames } from './gallery.ts'
import { impostor, sample, small, type Chosen } from './photographs.ts'
import { imagesOf, pathOf, projectNamed } from './rows.ts'
import { expect, test } from './stories.ts'
import { bomb } from '#testing/photographs.ts'

test.describe.configure({ timeout: 90_000 })

const patient = { timeout: 40_000 }
const notAPicture = /^This is not a JPEG, PNG/

const file = (name: string, buffer: Buffer, mimeType = 'image/jpeg'): Chosen => ({ name, mimeType, buffer })

test('bad files of every kind say why, each at itself, and the good ones among them hang', async ({ admin, site }) => {
  const whole = (await sample('desk.jpg')).buffer
  const noise = Buffer.from(whole).fill(0xa5, 2_000, 30_000)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await admin.opens(pathOf(site, 'Low Line'))
  await admin.chooses(
    await small('first.jpg'),
    file('cut.jpg', whole.subarray(0, whole.length / 2)),
    file('corrupt.jpg', noise),
    file('drawing.svg', svg, 'image/svg+xml'),
    await small('moving.gif', { as: 'gif' }),
    file('empty.jpg', Buffer.alloc(0)),
    file('bomb.png', bomb(16_000), 'image/png'),
    file('list.jpg', impostor('list.jpg').buffer),
    await small('last.png', { as: 'png' }),
  )
  // Larger than Playwright lets a test hand over.
  await admin.page.getByLabel('Choose Images').evaluate((input: HTMLInputElement) => {
    const carried = new DataTransfer()
    carried.items.add(new File([new Uint8Array(60 * 1024 * 1024)], 'large.jpg', { type: 'image/jpeg' }))
    input.files = carried.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(piece(admin, 'large.jpg')).toContainText('This file is larger than 50 MB.')
  await expect(piece(admin, 'empty.jpg')).toContainText('This file is empty.')
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(adding(admin).getByText('2 images were added.')).toBeVisible(patient)
  await expect(adding(admin).getByRole('alert')).toHaveText('Failed to upload images')
  for (const name of ['drawing.svg', 'moving.gif', 'list.jpg']) {
    await expect(piece(admin, name).getByText(notAPicture)).toBeVisible()
  }
  for (const name of ['cut.jpg', 'corrupt.jpg'])
    await expect(piece(admin, name)).toContainText(/damaged|incomplete|not a/)
  await expect(piece(admin, 'bomb.png')).toContainText(/megapixels|pixels/)
  await expect(adding(admin).getByRole('listitem')).toHaveCount(8)
  // Nothing is tried again that would end the same way.
  await expect(adding(admin).getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  await expectAccessible(admin.page)
  expect(imagesOf(site, 'Low Line')).toHaveLength(5)
  const { id } = projectNamed(site, 'Low Line')
  const hung = site.sql<{ storageKey: string }>(
    `select storageKey from photos where projectId = ? and place = 'gallery' order by position`,
    id,
  )
  expect(hung.slice(3).map((row) => row.storageKey)).toEqual([`Images/${id}_first.jpg`, `Images/${id}_last.png`])
})

test('pictures are dropped anywhere on the page, or pasted; what lies there already is not taken twice', async ({
  admin,
  site,
}) => {
  const dropped = await small('dropped.jpg')
  const pasted = file('pasted.jpg', Buffer.concat([dropped.buffer, Buffer.alloc(1)]))
  await admin.opens(pathOf(site, 'Low Line'))
  expect(await carries(admin.page, 'dragover', dropped)).toBe(true)
  await expect(admin.page.getByText('Drop the pictures to choose them.')).toBeVisible()
  expect(await carries(admin.page, 'drop', dropped)).toBe(true)
  await expect(admin.page.getByText('Drop the pictures to choose them.')).toHaveCount(0)
  await expect(piece(admin, 'dropped.jpg')).toBeVisible()
  expect(await carries(admin.page, 'paste', pasted)).toBe(true)
  await expect(adding(admin).getByRole('listitem')).toHaveCount(2)

  expect(await carries(admin.page, 'drop', dropped)).toBe(true)
  await expect(adding(admin).getByText('Chosen already: dropped.jpg.')).toBeVisible()
  await expect(adding(admin).getByRole('listitem')).toHaveCount(2)
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(adding(admin).getByText('2 images were added.')).toBeVisible(patient)
  expect(imagesOf(site, 'Low Line')).toHaveLength(5)
})

test('what a picture shows is asked for before it is sent, and never made of its file name', async ({
  admin,
  visitor,
  site,
}) => {
  const path = pathOf(site, 'Low Line')
  await admin.opens(path)
  await admin.chooses(await small('IMG_0001.jpg'), await small('IMG_0002.jpg', { width: 80 }))
  await expectAccessible(admin.page)
  await admin.page.getByLabel('Alt text of IMG_0001.jpg', { exact: true }).fill('  A bench under\u00a0a window. ')
  await admin.page.getByRole('button', { name: 'Add Images' }).click()
  await expect(adding(admin).getByText('2 images were added.')).toBeVisible(patient)
  await visitor.opens(path)
  expect((await imageNames(visitor)).slice(3)).toEqual(['A bench under a window.', 'Image 5 of Low Line'])

  const tower = {
    name: 'Water Tower',
    details: 'A house.',
    cover: await small('c.jpg'),
    images: [await small('d.jpg')],
  }
  await admin.fillsIn(tower)
  await admin.page.getByLabel('Alt text of c.jpg', { exact: true }).fill('The tower.')
  await admin.page.getByLabel('Alt text of d.jpg', { exact: true }).fill('The stairs.')
  await expectAccessible(admin.page)
  await admin.submits()
  await admin.added('Water Tower').waitFor(patient)
  await visitor.opens(pathOf(site, 'Water Tower'))
  expect(await imageNames(visitor)).toEqual(['The stairs.'])
  await expect(visitor.main.getByRole('img', { name: 'The tower.' })).toBeVisible()
})

test('what is still being written when a picture hangs is kept, and not taken away under the hands', async ({
  admin,
  site,
}) => {
  await admin.opens(pathOf(site, 'Low Line'))
  await admin.chooses(await small('slow.jpg'))
  const words = admin.page.getByLabel('Alt text of slow.jpg', { exact: true })
  await words.fill('A lamp')
  await admin.page.getByRole('button', { name: 'Add Images' }).press('Enter')
  await words.focus()
  await expect.poll(() => imagesOf(site, 'Low Line').length, patient).toBe(4)
  await expect(adding(admin).getByText('1 image was added.')).toBeVisible(patient)
  await words.pressSequentially(', lit')
  await words.blur()
  await expect(words).toHaveCount(0)
  await expect.poll(() => imagesOf(site, 'Low Line').at(-1)?.alt).toBe('A lamp, lit')
  await expect(galleryOf(admin).getByRole('button', { name: 'A lamp, lit' })).toBeVisible()
})

function adding(admin: Admin): Locator {
  return admin.main.getByRole('region', { name: 'Add images' })
}

function piece(admin: Admin, name: string): Locator {
  return adding(admin).getByRole('listitem').filter({ hasText: name })
}
