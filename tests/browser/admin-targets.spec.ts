import type { Locator } from '@playwright/test'
import { pathOf } from '#tests/support/site/site-rows.ts'
import type { Admin } from './fixtures/admin.ts'
import { checkbox } from './fixtures/gallery.ts'
import { expect, test } from './fixtures/test.ts'

const boxOf = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

test('on a phone, Back to Top of an admin is in the navigation bar, where it covers no control', async ({
  admin,
  visitor,
  site,
}) => {
  const { page } = admin
  const backToTop = page.getByRole('button', { name: 'Back to Top' })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of [pathOf(site, 'Thrown'), '/work', '/studio', '/privacy']) {
    await admin.open(path)
    await page.evaluate(() => window.scrollTo({ top: 200, behavior: 'instant' }))
    await expect(backToTop).toBeVisible()
    const [button, bar] = [await boxOf(backToTop), await boxOf(page.getByRole('banner'))]
    expect(button.y).toBeGreaterThanOrEqual(bar.y)
    expect(button.y + button.height).toBeLessThanOrEqual(bar.y + bar.height)
    const home = await boxOf(page.getByRole('banner').getByRole('link').first())
    expect(home.x + home.width).toBeLessThanOrEqual(button.x)
    expect(button.x + button.width).toBeLessThanOrEqual((await boxOf(page.getByRole('button', { name: 'Menu' }))).x)
    await backToTop.click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect(backToTop).toBeHidden()
  }
  await visitor.page.setViewportSize({ width: 360, height: 740 })
  await visitor.open('/work')
  await visitor.page.evaluate(() => window.scrollTo({ top: 200, behavior: 'instant' }))
  await expect(visitor.page.getByRole('button', { name: 'Back to Top' })).toBeVisible()
  expect((await boxOf(visitor.page.getByRole('button', { name: 'Back to Top' }))).y).toBeGreaterThan(600)
})

for (const width of [360, 768, 1440]) {
  test(`at ${width} px, the tools of a project are at least 44 px high and cover no other control`, async ({
    admin,
    site,
  }) => {
    const button = (name: string) => admin.page.getByRole('button', { name, exact: true })
    await admin.page.setViewportSize({ width, height: 900 })
    await admin.open(pathOf(site, 'Thrown'))
    // The text gets a history.
    await admin.editText('details', 'A shop for a potter.')
    await admin.save()
    await expect(admin.page.getByRole('link', { name: 'History of details' })).toBeVisible()
    await button('Edit address').click()
    await button('Describe image 1').click()
    expect(await findSmallOrOverlapping(admin)).toEqual([])
    // On a phone, the details cover the page.
    if (width === 360) await button('Close').click()
    await checkbox(admin, 2).check()
    await button('Describe 1 image').click()
    expect(await findSmallOrOverlapping(admin)).toEqual([])
    await button('Back to draft').click()
    await button('Publish later').click()
    await button('Share privately').click()
    await admin.main.getByLabel('For', { exact: true }).fill('Mr Lind')
    await button('Create link').click()
    await expect(button('Copy link')).toHaveAccessibleDescription('Mr Lind')
    expect(await findSmallOrOverlapping(admin)).toEqual([])
  })
}

/** The tools that are less than 44 px high or overlap another control. */
function findSmallOrOverlapping({ page }: Admin): Promise<string[]> {
  return page.evaluate(() => {
    // At the top of the page, the toolbar of the selected images covers no other element.
    window.scrollTo({ top: 0, behavior: 'instant' })
    const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true })
    const find = (selector: string) => {
      const found = [...document.querySelectorAll<HTMLElement>(selector)].filter(isShown)
      if (found.length === 0) throw new Error(`no ${selector} is shown`)
      return found
    }
    const nameOf = (one: HTMLElement) => one.ariaLabel ?? one.innerText
    const area = document.querySelector('main dialog:modal') ? 'dialog:modal' : 'main'
    const controls = find(`${area} :is(a, button, select, textarea, input:not([type="file"]))`)
    return find(`${area} :is(.tool-link, .tool-replace label)`).flatMap((tool) => {
      const box = tool.getBoundingClientRect()
      const overlapped = controls.filter((one) => {
        const other = one.getBoundingClientRect()
        const width = Math.min(box.right, other.right) - Math.max(box.left, other.left)
        const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
        return one !== tool && width > 0.5 && height > 0.5
      })
      const overlaps = overlapped.map((one) => `${nameOf(tool)} overlaps ${nameOf(one)}`)
      return box.height < 44 ? [`${nameOf(tool)} is ${box.height} px high`, ...overlaps] : overlaps
    })
  })
}
