import type { BrowserContextOptions } from '@playwright/test'
import { expect, screenshotOf, test } from './fixtures/shared-sites.ts'
import { openPageState, pageStates, type PageState } from './fixtures/page-states.ts'

const darkStates: Record<string, PageState> = {
  landing: { ...pageStates.landing, widths: [360, 1440] },
  work: { ...pageStates.work, widths: [360] },
  project: { ...pageStates.project, widths: [1440] },
  values: { ...pageStates.values, widths: [768] },
  'contact-refused': { ...pageStates['contact-refused'], widths: [1440] },
  'admin-project': { ...pageStates['admin-project'], widths: [360] },
  'admin-asked': { ...pageStates['admin-asked'], widths: [1440] },
}

const forcedColourStates: Record<string, PageState> = {
  landing: { ...pageStates.landing, widths: [1440] },
  'contact-refused': { ...pageStates['contact-refused'], widths: [768] },
  'admin-project': { ...pageStates['admin-project'], widths: [768] },
}

// Other browsers render text and images differently, so only the Chromium from the npm package is compared.
test.skip(
  process.platform !== 'linux' || process.arch !== 'x64' || process.env['ENFILADE_BROWSER'] !== undefined,
  'the references were rendered by Chromium on Linux x64',
)

compareScreenshots('day', pageStates, {})
compareScreenshots('night', darkStates, { colorScheme: 'dark' })
compareScreenshots('forced-colours', forcedColourStates, { forcedColors: 'active' })

function compareScreenshots(variant: string, states: Record<string, PageState>, context: BrowserContextOptions): void {
  for (const [name, state] of Object.entries(states)) {
    test(`${name} looks like its reference (${variant})`, async ({ browser, sites }) => {
      for (const width of state.widths ?? [360, 768, 1440]) {
        const { page } = await openPageState(browser, sites, state, { width, ...context })
        const screenshot = await screenshotOf(page, state.capture)
        expect.soft(screenshot).toMatchSnapshot(`${name}-${variant}-${width}.jpg`)
        await page.context().close()
      }
    })
  }
}
