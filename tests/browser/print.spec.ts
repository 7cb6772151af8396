import type { Locator } from '@playwright/test'
import { imageAt } from './fixtures/gallery.ts'
import type { Visitor } from './fixtures/visitor.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { pathOf, projectNamed, projectsOf } from '#tests/support/site/site-rows.ts'
import { expect, test } from './fixtures/test.ts'

test('a project prints on A4 sheets in landscape format', async ({ visitor, site }) => {
  await visitor.open(pathOf(site, 'Clear Grid'))
  const sheets = await printSheets(visitor)
  // The cover with the text beside it, then four images.
  expect(sheets).toHaveLength(2)
  for (const { width, height } of sheets) {
    expect(Math.round((width / 72) * 25.4)).toBe(297)
    expect(Math.round((height / 72) * 25.4)).toBe(210)
  }
})

test('four images share a sheet and a fifth has its own, for visitors and admins', async ({ visitor, admin, site }) => {
  for (const person of [visitor, admin]) {
    await person.open(pathOf(site, 'Clear Grid'))
    expect(await printSheets(person)).toHaveLength(1 + 1)
    await person.open(pathOf(site, 'Thrown'))
    expect(await printSheets(person)).toHaveLength(1 + 2)
  }
})

test('each sheet has up to four images, and no sheet is blank', async ({ visitor, site }) => {
  for (const count of [1, 2, 3, 4, 6, 8, 9]) {
    showImages(site, 'Thrown', count)
    await visitor.open(pathOf(site, 'Thrown'))
    expect(await printSheets(visitor), `${count} images`).toHaveLength(1 + Math.ceil(count / 4))
  }
})

test('captions and render marks add no sheets', async ({ visitor, site }) => {
  const long = 'A wall of lime plaster, oak and terrazzo. '.repeat(7).trim()
  site.sql(`update photos set kind = 'render', caption = ? where place = 'gallery'`, long)
  for (const cover of [true, false]) {
    // Without a cover photo, the first image is the cover.
    if (!cover) site.sql(`update photos set deletedAt = createdAt where place = 'cover'`)
    for (const count of [1, 5, 8]) {
      showImages(site, 'Thrown', count)
      await visitor.open(pathOf(site, 'Thrown'))
      const inGallery = cover ? count : count - 1
      expect(await printSheets(visitor), `${count} images`).toHaveLength(1 + Math.ceil(inGallery / 4))
      await visitor.page.emulateMedia({ media: 'print' })
      await expect(visitor.main.getByText(long).filter({ visible: true })).toHaveCount(count)
      await visitor.page.emulateMedia({ media: null })
    }
  }
})

test('no printed image is cropped or taller than a sheet', async ({ visitor, site }) => {
  showImages(site, 'Thrown', 9)
  site.sql(`update photos set width = 4000, height = 800 where place = 'gallery' and position = 2`)
  site.sql(`update photos set width = 600, height = 2400 where place = 'gallery' and position in (3, 9)`)
  await visitor.open(pathOf(site, 'Thrown'))
  await visitor.page.emulateMedia({ media: 'print' })
  const images = visitor.main.locator('picture img')
  await expect(images).toHaveCount(1 + 9)
  for (const image of await images.all()) {
    await expect(image).toHaveCSS('object-fit', 'contain')
    const [width, height, clipWidth, clipHeight] = await image.evaluate((img) => {
      const [box, clip] = [img.getBoundingClientRect(), img.closest('span')?.getBoundingClientRect()]
      return [box.width, box.height, clip?.width ?? 0, clip?.height ?? 0] as const
    })
    expect(width).toBeLessThanOrEqual(clipWidth + 0.1)
    expect(height).toBeLessThanOrEqual(clipHeight + 0.1)
    expect((height / 96) * 25.4).toBeLessThanOrEqual(180)
  }
})

test('a printout shows no focus ring, and shows the studio’s name at any scroll position', async ({
  visitor,
  site,
}) => {
  const { page } = visitor
  await page.setViewportSize({ width: 1440, height: 900 })
  await visitor.open(pathOf(site, 'Thrown'))
  const studio = page.getByRole('banner').getByText('Studio Enfilade')
  await page.mouse.wheel(0, 1500)
  await expect(studio).not.toBeInViewport()
  const image = imageAt(visitor, 1).getByRole('button')
  await page.keyboard.press('Tab')
  await image.focus()
  await expect(image).not.toHaveCSS('outline-style', 'none')
  await page.emulateMedia({ media: 'print' })
  await expect(image).toHaveCSS('outline-style', 'none')
  const top = await studio.evaluate((name) => name.getBoundingClientRect().top + window.scrollY)
  expect(top).toBeGreaterThanOrEqual(0)
})

test('a long text continues on the next sheet, and a project without images has no sheet for them', async ({
  visitor,
  site,
}) => {
  const long = Array.from({ length: 30 }, (_, index) => `${index + 1}. ${'Lime, oak and terrazzo. '.repeat(10)}`).join(
    '\n\n',
  )
  site.sql(`update projects set details = ? where name = 'Clear Grid'`, long)
  site.sql(`update photos set deletedAt = createdAt where projectId is not null`)
  await visitor.open(pathOf(site, 'Clear Grid'))
  const { length } = await printSheets(visitor)
  expect(length).toBeGreaterThan(1)
  expect(length).toBeLessThanOrEqual(3)
  await visitor.open(pathOf(site, 'Reeded'))
  expect(await printSheets(visitor)).toHaveLength(1)
})

test('the landing page, six projects and the biography print on one sheet each', async ({ visitor, site }) => {
  for (const path of ['/', '/work', '/about']) {
    await visitor.open(path)
    expect(await printSheets(visitor), path).toHaveLength(1)
  }
  expect(projectsOf(site)).toHaveLength(6)
})

test('printed pages have no controls and no navigation, for visitors and admins', async ({ visitor, admin, site }) => {
  for (const person of [visitor, admin]) {
    await person.open(pathOf(site, 'Reeded'))
    await person.page.emulateMedia({ media: 'print' })
    await expect(person.heading('Reeded')).toBeVisible()
    await expect(person.page.getByRole('banner').getByText('Studio Enfilade')).toBeVisible()
    for (const controls of controlsOf(person))
      for (const control of await controls.all()) await expect(control).toBeHidden()
  }
})

test('printed text is dark in the dark colour scheme too', async ({ visitor, site }) => {
  await visitor.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await visitor.open(pathOf(site, 'Reeded'))
  const [red = 255] = await visitor.heading('Reeded').evaluate((heading) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) return []
    canvas.fillStyle = getComputedStyle(heading).color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })
  expect(red).toBeLessThan(60)
})

/** All controls except the images, which are buttons on the screen. */
function controlsOf({ page }: Visitor): Locator[] {
  return [
    page.getByRole('button').filter({ hasNot: page.getByRole('img', { includeHidden: true }) }),
    page.getByRole('textbox'),
    page.getByRole('spinbutton'),
    page.getByRole('navigation'),
    page.getByRole('contentinfo'),
    page.locator('input'),
  ]
}

/** Gives the project this many images, taken from other projects if necessary. */
function showImages(site: SiteProcess, name: string, count: number): void {
  const { id } = projectNamed(site, name)
  const images = site.sql<{ id: string }>(`select id from photos where place = 'gallery' order by id`)
  for (const [index, image] of images.entries()) {
    const deletedAt = index < count ? null : new Date().toISOString()
    site.sql(
      'update photos set projectId = ?, position = ?, deletedAt = ? where id = ?',
      id,
      index + 1,
      deletedAt,
      image.id,
    )
  }
}

/** Prints the page and returns the sizes of its sheets, in points. */
async function printSheets({ page }: Visitor): Promise<{ width: number; height: number }[]> {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...file.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map((match) => ({
    width: Number(match[1]),
    height: Number(match[2]),
  }))
}
