import { setTimeout } from 'node:timers/promises'
import type { BrowserWindow } from './engine.ts'

const timeoutMs = 30_000

/** The selectors of each kind of control. */
const kinds = {
  link: 'a[href]',
  button: 'button',
  field: 'input, textarea, select',
} as const
type Kind = keyof typeof kinds

/** Page object for one window. Elements are found by their accessible names. */
export class Page {
  readonly window: BrowserWindow
  readonly #origin: string

  constructor(window: BrowserWindow, origin: string) {
    this.window = window
    this.#origin = origin
  }

  /** Opens a page by its path and waits until it is hydrated. */
  async open(path: string): Promise<void> {
    await this.window.open(this.#origin + path)
    await this.waitFor(`${path} to be hydrated`, areControlsHydrated)
  }

  async click(kind: Kind, name: string): Promise<void> {
    // React may replace an element that was just found.
    await retry(async () => this.window.click(await this.#find(kind, name)))
  }

  /** Clicks a link and waits for its page. */
  async follow(link: string, heading = link): Promise<void> {
    // The navigation is hidden further down the page.
    await this.window.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await this.click('link', link)
    await this.waitForHeading(heading)
  }

  async fill(name: string, text: string): Promise<void> {
    await this.window.type(await this.#find('field', name), text)
  }

  async chooseFile(name: string, path: string): Promise<void> {
    await this.window.chooseFile(await this.#find('field', name), path)
  }

  /** Waits until the page shows this text. */
  async waitForText(text: string): Promise<void> {
    await this.waitFor(`the text "${text}"`, (text) => document.body.innerText.includes(text), text)
  }

  /** Waits for the heading of a page and the end of the view transition: until then a click hits its snapshots. */
  async waitForHeading(heading: string): Promise<void> {
    await this.waitFor(`the heading "${heading}"`, isAtHeading, heading)
  }

  async waitFor<Args extends unknown[]>(
    description: string,
    test: (...args: Args) => boolean,
    ...args: Args
  ): Promise<void> {
    const deadline = Date.now() + timeoutMs
    while (!(await this.window.evaluate(test, ...args))) {
      if (Date.now() > deadline) throw new Error(`timed out waiting for ${description}`)
      await setTimeout(50)
    }
  }

  /** Waits for a hydrated element and returns its selector. */
  async #find(kind: Kind, name: string): Promise<string> {
    await this.waitFor(`the ${kind} "${name}"`, markFound, kinds[kind], name)
    return '[data-found]'
  }
}

async function retry(attempt: () => Promise<void>): Promise<void> {
  for (let left = 4; left > 0; left--) {
    try {
      return await attempt()
    } catch {
      await setTimeout(100)
    }
  }
  return attempt()
}

function areControlsHydrated(): boolean {
  const controls = [...document.querySelectorAll('header a, :is(header, main) :is(button, input, textarea)')]
  const isHydrated = (control: Element) => Object.keys(control).some((key) => key.startsWith('__reactProps'))
  return document.readyState === 'complete' && controls.every(isHydrated)
}

function isAtHeading(name: string): boolean {
  const isShown = document.querySelector('h1')?.textContent.trim() === name
  return isShown && !document.documentElement.matches(':active-view-transition')
}

/** Marks the first visible element with this name, in the open dialog if there is one. */
function markFound(selector: string, name: string): boolean {
  const textOf = (element: Element | null | undefined) => element?.textContent.replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element) => {
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : []
    const id = element.getAttribute('aria-labelledby')
    const labelled = id ? document.getElementById(id) : labels[0]
    return element.getAttribute('aria-label') ?? textOf(labelled ?? element)
  }
  for (const marked of document.querySelectorAll('[data-found]')) marked.removeAttribute('data-found')
  const found = [...(document.querySelector('dialog[open]') ?? document).querySelectorAll(selector)].find(
    (element) => nameOf(element) === name && (element.matches('[type=file]') || element.checkVisibility()),
  )
  if (!found || found.matches(':disabled') || !Object.keys(found).some((key) => key.startsWith('__reactProps')))
    return false
  found.setAttribute('data-found', '')
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  return true
}
