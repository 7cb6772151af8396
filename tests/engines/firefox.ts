import { launch, type Page } from 'puppeteer-core'
import type { BrowserWindow, Engine } from './engine.ts'
import { findProgram } from './programs.ts'

const executablePath = findProgram('firefox-esr', 'firefox')

/** Firefox without a screen, driven by WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox',
  missing: executablePath ? [] : ['firefox-esr'],
  async open(density) {
    if (!executablePath) throw new Error('Firefox is not installed')
    const browser = await launch({ browser: 'firefox', executablePath, headless: true })
    const [page = await browser.newPage()] = await browser.pages()
    return windowOf(page, density, () => browser.close())
  },
}

function windowOf(page: Page, deviceScaleFactor: number, close: () => Promise<void>): BrowserWindow {
  return {
    close,
    resize: (width, height) => page.setViewport({ width, height, deviceScaleFactor }),
    open: async (url) => void (await page.goto(url)),
    evaluate: (run, ...args) =>
      page.evaluate(run as (...args: unknown[]) => unknown, ...args) as Promise<ReturnType<typeof run>>,
    async click(selector) {
      // Otherwise the element that covers it would be clicked.
      if (await page.$eval(selector, isCovered)) throw new Error(`${selector} is covered`)
      await page.click(selector)
    },
    async type(selector, text) {
      await page.$eval(selector, (field) => (field as HTMLInputElement).select())
      await (text ? page.type(selector, text) : page.keyboard.press('Delete'))
    },
    press: (key) => page.keyboard.press(key),
    async chooseFile(selector, path) {
      const input = await page.$(selector)
      await (input as { uploadFile(path: string): Promise<void> } | null)?.uploadFile(path)
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
  }
}

/** Runs in the page. */
function isCovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
