import { test as base, expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { Admin } from './admin.ts'
import { accounts, Visitor } from './people.ts'
import { preparedFolder } from './prepare.ts'
import { imagesOf } from './rows.ts'
import { Site } from './site.ts'

/** Who looks. */
export type Eye = 'visitor' | 'member' | 'admin'

type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Sites that are only looked at, so that all who look can share them. */
export interface Sites {
  /** With the sample portfolio. */
  readonly full: Site
  /** Without a project. */
  readonly empty: Site
  /** With a single one. */
  readonly one: Site
  /** With sixty, most of them without a cover, and as much said of some as there may be. */
  readonly crowded: Site
  readonly sessions: Readonly<Record<Eye, Session>>
}

/** Tests that look at pages, and change nothing. */
export const test = base.extend<object, { sites: Sites }>({
  sites: [
    async ({ browser }, use) => {
      const [full, empty, one, crowded] = await Promise.all([
        Site.open(preparedFolder()),
        Site.open(preparedFolder()),
        Site.open(preparedFolder()),
        Site.open(preparedFolder()),
      ])
      empty.sql(`update projects set deletedAt = '2026-01-01T00:00:00.000Z'`)
      one.sql(`update projects set deletedAt = '2026-01-01T00:00:00.000Z' where name <> 'Sage Terrace'`)
      crowd(crowded)
      const sessions = {
        visitor: { cookies: [], origins: [] },
        member: await sessionOf(browser, full, 'member'),
        admin: await sessionOf(browser, full, 'admin'),
      }
      await use({ full, empty, one, crowded, sessions })
      await Promise.all([full, empty, one, crowded].map((site) => site.close()))
    },
    { scope: 'worker' },
  ],
})

export { expect }

/** Somebody who stands still, at a window of this width. */
export async function looks(
  browser: Browser,
  { sites, site = sites.full, as }: { sites: Sites; site?: Site; as: Eye },
  { width, ...more }: { width: number; height?: number } & Omit<BrowserContextOptions, 'viewport'>,
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width, height: more.height ?? heights[width] ?? 800 },
    storageState: sites.sessions[as],
    reducedMotion: 'reduce',
    ...more,
  })
  const page = await context.newPage()
  return as === 'admin' ? new Admin(page, site) : new Visitor(page, site)
}

const heights: Readonly<Record<number, number>> = { 320: 640, 360: 740, 768: 1024, 1440: 900 }

/** Names as long as they may be: of many words, and of one. */
export const longNames = {
  words:
    'A house for two architects and their library, with a bakery in its yard, beside the old canal basin in Castlefield',
  word: 'Elektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
}

function crowd(site: Site): void {
  const caption = 'A bench of travertine runs along the wall under a window that looks out on the yard. '.repeat(4)
  site.sql('update photos set alt = ? where id = ?', caption.slice(0, 300), imagesOf(site, 'Clear Grid')[0]?.id ?? '')
  site.sql('update projects set name = ? where name = ?', longNames.words, 'Reeded')
  site.sql('update projects set name = ? where name = ?', longNames.word, 'Long Table')
  const now = '2026-01-01T00:00:00.000Z'
  for (let position = 7; position <= 60; position++)
    site.sql(
      'insert into projects (id, name, details, position, createdAt, changedAt) values (?, ?, ?, ?, ?, ?)',
      `crowd-${position}`,
      `Room ${position}`,
      'One of many.',
      position,
      now,
      now,
    )
}

/**
 * The whole page, so much of it from its top, or only what is in sight, once everything on it has arrived. As JPEG: a fifth of the bytes, and of
 * equal pixels it makes equal pictures.
 */
export async function pictureOf(page: Page, window: boolean | number = false): Promise<Buffer> {
  await page.evaluate(everythingHasArrived)
  const { width = 0 } = page.viewportSize() ?? {}
  const clip = typeof window === 'number' ? { clip: { x: 0, y: 0, width, height: window } } : {}
  return page.screenshot({ type: 'jpeg', quality: 80, fullPage: window !== true, animations: 'disabled', ...clip })
}

async function everythingHasArrived(): Promise<void> {
  await document.fonts.ready
  const shown = [...document.images].filter((image) => image.getClientRects().length > 0)
  for (const image of shown) image.loading = 'eager'
  // One that is not fetched cannot be decoded: what is missing shows in the picture.
  await Promise.allSettled(shown.map((image) => image.decode()))
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
}

async function sessionOf(browser: Browser, site: Site, who: keyof typeof accounts): Promise<Session> {
  const context = await browser.newContext()
  await new Visitor(await context.newPage(), site).logsIn(accounts[who])
  const session = await context.storageState()
  await context.close()
  return session
}
