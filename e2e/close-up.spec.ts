import type { Locator } from '@playwright/test'
import { expect, longNames, looks, test } from './eye.ts'
import { pathOf } from './rows.ts'

const project = 'Clear Grid'

test('no letter of a name is cut off while it is written, be the name short or long', async ({ browser, sites }) => {
  for (const width of [360, 768, 1440]) {
    const admin = await looks(browser, { sites, as: 'admin' }, { width })
    await admin.opens(pathOf(sites.full, project))
    await admin.page.getByRole('button', { name: 'Edit name' }).click()
    const name = admin.page.getByLabel('Project Name')
    for (const written of ['Typography jumpy gallery', `Å ${longNames.words}, gypsy jp`]) {
      await name.fill(written)
      const cut = await name.evaluate((one) => one.scrollHeight - one.clientHeight)
      expect.soft(cut, `${written} at ${width} px`).toBeLessThanOrEqual(0)
    }
    await admin.page.context().close()
  }
})

test('the ring of "To" lies on no word beside it', async ({ browser, sites }) => {
  for (const width of [360, 1440]) {
    const admin = await looks(browser, { sites, as: 'admin' }, { width })
    await admin.opens(pathOf(sites.full, project))
    await admin.page.getByRole('button', { name: 'Select all' }).click()
    const field = admin.page.getByLabel('Move to position')
    await field.fill('2')
    const ring = await field.evaluate((one) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(one)
      return parseFloat(outlineOffset) + parseFloat(outlineWidth)
    })
    expect(ring).toBeGreaterThanOrEqual(2)
    const [left, right] = await edgesOf(field)
    const [, before] = await edgesOf(admin.page.getByText('To', { exact: true }))
    const [behind] = await edgesOf(admin.page.getByRole('button', { name: 'Move to this position' }))
    expect.soft(left - ring - before, `before, at ${width} px`).toBeGreaterThanOrEqual(3)
    expect.soft(behind - right - ring, `behind, at ${width} px`).toBeGreaterThanOrEqual(3)
    await admin.page.context().close()
  }
})

test('what went wrong and its reason stand behind one bar', async ({ browser, sites }) => {
  const admin = await looks(browser, { sites, as: 'admin' }, { width: 360 })
  await admin.opens(pathOf(sites.full, project))
  await admin.page.getByRole('button', { name: 'Edit name' }).click()
  await admin.page.getByLabel('Project Name').fill('Clearer Grid')
  await admin.page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await admin.page.getByRole('button', { name: 'Save' }).click()
  // The sentence of the catalogue alone is announced.
  await expect(admin.alert).toHaveText('Failed to update project data')
  const reason = admin.page.getByText('could not be reached')
  for (const words of [admin.alert, reason]) expect(await words.evaluate(isBehindABar)).toBe('one bar')
  await admin.page.context().close()
})

test('a word with a hyphen is not broken at it', async ({ browser, sites }) => {
  for (const width of [320, 360, 400]) {
    const visitor = await looks(browser, { sites, as: 'visitor' }, { width })
    await visitor.opens('/logout')
    expect.soft(await visitor.link('Go to the log-in page').evaluate(linesOf, 'log-in'), `${width} px`).toBe(1)
    await visitor.page.context().close()
  }
})

/** On how many lines a word stands. */
function linesOf(around: Element, word: string): number {
  const texts = document.createTreeWalker(around, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const at = text.textContent?.indexOf(word) ?? -1
    if (at < 0) continue
    const range = new Range()
    range.setStart(text, at)
    range.setEnd(text, at + word.length)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  }
  return 0
}

async function edgesOf(one: Locator): Promise<[left: number, right: number]> {
  return one.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    return [left, right]
  })
}

/** Whether the nearest bar at the left of these words is as high as the whole of what is said. */
function isBehindABar(words: Element): string {
  let around: Element | null = words
  while (around && getComputedStyle(around).borderLeftStyle === 'none') around = around.parentElement
  return around?.textContent?.includes('Failed') && around.textContent.includes('reached') ? 'one bar' : 'no common bar'
}
