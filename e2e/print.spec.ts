import type { Locator } from '@playwright/test'
import { imageAt } from './gallery.ts'
import type { Visitor } from './people.ts'
import { pathOf } from './rows.ts'
import { expect, test } from './stories.ts'

test('a project prints on as few A4 sheets as its pictures need, in landscape', async ({ visitor, site }) => {
  await visitor.opens(pathOf(site, 'Clear Grid'))
  const sheets = await printed(visitor)
  // The cover with the text beside it, then four images.
  expect(sheets).toHaveLength(2)
  for (const { width, height } of sheets) {
    expect(Math.round((width / 72) * 25.4)).toBe(297)
    expect(Math.round((height / 72) * 25.4)).toBe(210)
  }
})

test('four pictures share a sheet, and so do five, whoever prints', async ({ visitor, admin, site }) => {
  for (const person of [visitor, admin]) {
    for (const project of ['Thrown', 'Clear Grid']) {
      await person.opens(pathOf(site, project))
      expect(await printed(person), project).toHaveLength(2)
    }
  }
})

test('on paper nothing has the focus, and the studio has its name, however far the page was read', async ({
  visitor,
  site,
}) => {
  const { page } = visitor
  await page.setViewportSize({ width: 1440, height: 900 })
  await visitor.opens(pathOf(site, 'Thrown'))
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

test('a long text flows on, and a project without pictures needs no sheet for them', async ({ visitor, site }) => {
  const long = Array.from({ length: 30 }, (_, at) => `${at + 1}. ${'Lime, oak and terrazzo. '.repeat(10)}`).join('\n\n')
  site.sql(`update projects set details = ? where name = 'Clear Grid'`, long)
  site.sql(`update photos set deletedAt = createdAt where projectId is not null`)
  await visitor.opens(pathOf(site, 'Clear Grid'))
  expect((await printed(visitor)).length).toBeLessThanOrEqual(3)
  await visitor.opens(pathOf(site, 'Reeded'))
  expect(await printed(visitor)).toHaveLength(1)
})

test('on paper there are no tools and no ways: neither those of a visitor nor those of an admin', async ({
  visitor,
  admin,
  site,
}) => {
  for (const person of [visitor, admin]) {
    await person.opens(pathOf(site, 'Reeded'))
    await person.page.emulateMedia({ media: 'print' })
    await expect(person.heading('Reeded')).toBeVisible()
    await expect(person.page.getByRole('banner').getByText('Studio Enfilade')).toBeVisible()
    for (const tools of toolsOf(person)) for (const tool of await tools.all()) await expect(tool).toBeHidden()
  }
})

test('paper is white and ink is dark, also for whoever reads by night', async ({ visitor, site }) => {
  await visitor.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await visitor.opens(pathOf(site, 'Reeded'))
  const [red = 255] = await visitor.heading('Reeded').evaluate((heading) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) return []
    canvas.fillStyle = getComputedStyle(heading).color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })
  expect(red).toBeLessThan(60)
})

/** All that can be used, but the pictures, which are buttons on the screen. */
function toolsOf({ page }: Visitor): Locator[] {
  return [
    page.getByRole('button').filter({ hasNot: page.getByRole('img', { includeHidden: true }) }),
    page.getByRole('textbox'),
    page.getByRole('spinbutton'),
    page.getByRole('navigation'),
    page.getByRole('contentinfo'),
    page.locator('input'),
  ]
}

/** The sheets as the browser would send them to a printer, in points. */
async function printed({ page }: Visitor): Promise<{ width: number; height: number }[]> {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...file.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)].map((match) => ({
    width: Number(match[1]),
    height: Number(match[2]),
  }))
}
