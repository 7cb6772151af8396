import type { BrowserContextOptions } from '@playwright/test'
import { expect, pictureOf, test } from './eye.ts'
import { sees, views, type View } from './views.ts'

const byNight: Record<string, View> = {
  landing: { ...views.landing, widths: [360, 1440] },
  work: { ...views.work, widths: [360] },
  project: { ...views.project, widths: [1440] },
  values: { ...views.values, widths: [768] },
  'contact-refused': { ...views['contact-refused'], widths: [1440] },
  'admin-project': { ...views['admin-project'], widths: [360] },
  'admin-asked': { ...views['admin-asked'], widths: [1440] },
}

const forced: Record<string, View> = {
  landing: { ...views.landing, widths: [1440] },
  'contact-refused': { ...views['contact-refused'], widths: [768] },
  'admin-project': { ...views['admin-project'], widths: [768] },
}

// Another browser draws letters and pictures another way: only the one from npm is compared.
test.skip(
  process.platform !== 'linux' || process.arch !== 'x64' || process.env['ENFILADE_BROWSER'] !== undefined,
  'the references were drawn by the Chromium of Linux x64',
)

allTheSame('day', views, {})
allTheSame('night', byNight, { colorScheme: 'dark' })
allTheSame('forced-colours', forced, { forcedColors: 'active' })

function allTheSame(when: string, seen: Record<string, View>, context: BrowserContextOptions): void {
  for (const [name, view] of Object.entries(seen)) {
    test(`${name} looks as it did (${when})`, async ({ browser, sites }) => {
      for (const width of view.widths ?? [360, 768, 1440]) {
        const { page } = await sees(browser, sites, view, { width, ...context })
        const picture = await pictureOf(page, view.window)
        // A line that moves is far more than that; grains of a photograph that another processor made are less.
        const tolerance = { threshold: 0.1, maxDiffPixelRatio: 0.0002 }
        expect.soft(picture).toMatchSnapshot(`${name}-${when}-${width}.jpg`, tolerance)
        await page.context().close()
      }
    })
  }
}
