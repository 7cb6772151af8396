import { test as base, expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { Admin } from './admin.ts'
import { accounts, Visitor } from './people.ts'
import { preparedFolder } from './prepare.ts'
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
  /** With one project. */
  readonly one: Site
  /** With sixty projects, some of which have long names. */
  readonly crowded: Site
  readonly sessions: Readonly<Record<Eye, Session>>
}

/** Tests that look at pages, and change nothing. */
export const test = base.extend<object, { sites: Sites }>({
  sites: [
    async ({ browser }, use) => {
      const [full, empty, one, crowded] = await Promise.all([open(), open(), open(), open()])
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

/** A name of 200 characters, the most there may be, and one without a place to break it. */
export const longNames = [
  'The conversion of a former cotton warehouse, its courtyard and its two upper galleries into a reading room, a small bakery, a workshop for ceramics and a flat for the family that keeps all of them open',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
] as const

const open = () => Site.open(preparedFolder())

function crowd(site: Site): void {
  site.sql(`update projects set name = ? where name = 'Clear Grid'`, longNames[0])
  for (let n = 7; n <= 60; n++) {
    const name = n % 9 === 0 ? longNames[n % 2] : `House ${n}`
    const then = '2026-01-01T00:00:00.000Z'
    site.sql(
      `insert into projects (id, name, details, position, createdAt, changedAt) values (?, ?, 'Oak.', ?, ?, ?)`,
      `project-${n}`,
      name ?? '',
      n,
      then,
      then,
    )
  }
}

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

/**
 * The whole page, or only what is in sight, once everything on it has arrived. As JPEG: a fifth of the bytes, and of
 * equal pixels it makes equal pictures.
 */
export async function pictureOf(page: Page, window = false): Promise<Buffer> {
  await page.evaluate(everythingHasArrived)
  return page.screenshot({ type: 'jpeg', quality: 80, fullPage: !window, animations: 'disabled' })
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
