import type { Browser, BrowserContext } from '@playwright/test'

/** What a browser says of every request that was refused or cut off; the stories provoke those on purpose. */
const expected = /^(Failed to load resource|.*net::ERR_)/
/** The recorder of traces would read the previews of chosen files again, and may not. */
const recorder = /connect-src.*blob|blob:.*connect-src/s

/** Gathers what browsers complain about: violations of the policy, errors in the console, scripts that threw. */
export async function gatherComplaints(browser: Browser): Promise<{ found: string[]; stop: () => void }> {
  const found: string[] = []
  const newContext = browser.newContext.bind(browser)
  // Stories open browsers of their own as well: each one is heard.
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await listenTo(context, found)
    return context
  }
  return { found, stop: () => void (browser.newContext = newContext) }
}

async function listenTo(context: BrowserContext, found: string[]): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // Thrown from nowhere, it is heard like any other error of the page.
      queueMicrotask(() => {
        throw new Error(`Content-Security-Policy: ${violatedDirective} ${blockedURI}`)
      })
    })
  })
  const hear = (text: string) => void (expected.test(text) || recorder.test(text) || found.push(text))
  context.on('console', (message) => message.type() === 'error' && hear(message.text()))
  context.on('weberror', (error) => hear(String(error.error())))
}
