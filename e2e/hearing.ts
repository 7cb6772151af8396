import { expect, type Page } from '@playwright/test'

/** Begins to listen as a screen reader does. Gives the way to learn what has been said since the last time. */
export async function listens(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(hear)
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0))
}

/** Waits until this has been said; nothing else was said meanwhile, and nothing twice. */
export async function hears(said: () => Promise<string[]>, ...sentences: (string | RegExp)[]): Promise<void> {
  const wanted = sentences.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one)))
  let all: string[] = []
  await expect
    .poll(async () => (all = [...all, ...(await said())]), { timeout: 20_000, message: 'what is heard' })
    .toEqual(wanted)
}

/** The keyboard is somewhere: not lost with what it was on. */
export async function keepsTheFocus(page: Page): Promise<void> {
  // What is disabled or hidden lets go of it with the next frame.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
  await expect(page.locator(':focus')).toHaveCount(1)
}

/** Runs in the page. What a region says is heard if the region was there before, in sight or not, but not taken out. */
function hear(): void {
  const regions = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]'
  const heard: string[] = []
  const before = new Map<Element, { text: string; there: boolean }>()
  const textOf = (region: Element) => {
    const words: string[] = []
    const nodes = document.createTreeWalker(region, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      const { parentElement: parent, nodeValue } = nodes.currentNode
      if (!parent?.closest('[aria-hidden="true"]')) words.push(nodeValue ?? '')
    }
    return words.join(' ').replaceAll(/\s+/g, ' ').trim()
  }
  const take = () => {
    before.clear()
    for (const region of document.querySelectorAll(regions)) {
      before.set(region, { text: textOf(region), there: region.checkVisibility() })
    }
  }
  const listen = () => {
    for (const region of document.querySelectorAll(regions)) {
      const known = before.get(region)
      const text = textOf(region)
      if (text === '' || text === known?.text) continue
      const alert = region.matches('[role="alert"]')
      // The first words of what lies over the page are read with it.
      if (!known && !alert && region.closest('dialog')) continue
      heard.push(known?.there || alert ? text : `not heard: ${text}`)
    }
    take()
  }
  take()
  new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true })
  Object.assign(window, { heard })
}
