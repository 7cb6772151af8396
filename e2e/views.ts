import type { Browser, BrowserContextOptions } from '@playwright/test'
import { longNames, looks, type Eye, type Sites } from './eye.ts'
import { imageAt } from './gallery.ts'
import type { Visitor } from './people.ts'
import { pathOf } from './rows.ts'

/** One page in one state. */
export interface View {
  readonly path: string
  readonly as?: Eye
  /** On another site than the one with the samples. */
  readonly on?: 'full' | 'empty' | 'one' | 'crowded'
  /** Brings the page into its state. */
  readonly first?: (person: Visitor) => Promise<unknown>
  /** Only what is in sight: for what lies over the page. Or so many pixels of it, from its top. */
  readonly window?: boolean | number
  readonly widths?: readonly number[]
}

const project = 'project:Clear Grid'
const ends = [360, 1440]

/** Every page, in every state in which it can be seen without changing anything. */
export const views = {
  landing: { path: '/', window: true },
  work: { path: '/work' },
  'work-empty': { path: '/work', on: 'empty', widths: ends },
  'work-one': { path: '/work', on: 'one', widths: ends },
  'work-crowded': { path: '/work', on: 'crowded', window: 3000 },
  'work-end': { path: '/work', on: 'crowded', first: goesToTheEnd, window: true, widths: ends },
  project: { path: project },
  viewer: { path: project, first: opensTheSecondImage, window: true, widths: ends },
  'viewer-long': { path: project, on: 'crowded', first: opensTheFirstImage, window: true, widths: ends },
  'project-long': { path: `project:${longNames.words}`, on: 'crowded', widths: ends, window: 700 },
  loading: { path: '/values', first: isOnTheWay, window: true, widths: ends },
  about: { path: '/about' },
  values: { path: '/values' },
  contact: { path: '/contact' },
  'contact-refused': { path: '/contact', first: sendsNonsense, widths: ends },
  privacy: { path: '/privacy', widths: ends },
  'sign-up': { path: '/signup' },
  'log-in-pending': { path: '/login', first: enters, widths: ends },
  'log-in-refused': { path: '/login', first: entersWrongly, widths: ends },
  'log-out': { path: '/logout', as: 'member', widths: ends },
  'not-found': { path: '/nowhere' },
  'project-not-found': { path: '/projects/0', widths: ends },
  menu: { path: '/', as: 'admin', first: opensMenu, window: true, widths: [360, 768] },
  'admin-work': { path: '/work', as: 'admin', widths: ends },
  'admin-project': { path: project, as: 'admin', widths: ends },
  'admin-editing': { path: project, as: 'admin', first: editsTheName, window: true, widths: ends },
  'admin-create': { path: '/create', as: 'admin', widths: ends },
  'admin-asked': { path: '/work', as: 'admin', first: wantsToDelete, window: true, widths: ends },
} satisfies Record<string, View>

/** Somebody who has this view before them. */
export async function sees(
  browser: Browser,
  sites: Sites,
  { path, as = 'visitor', on = 'full', first }: View,
  window: { width: number; height?: number } & Omit<BrowserContextOptions, 'viewport'>,
): Promise<Visitor> {
  const site = sites[on]
  const person = await looks(browser, { sites, site, as }, window)
  await person.opens(path.replace(/^project:(.+)/, (_, named: string) => pathOf(site, named)))
  await first?.(person)
  return person
}

function opensTheFirstImage(person: Visitor): Promise<void> {
  return opensImage(person, 1)
}

function opensTheSecondImage(person: Visitor): Promise<void> {
  return opensImage(person, 2)
}

async function opensImage(person: Visitor, slot: number): Promise<void> {
  const image = imageAt(person, slot).getByRole('button').first()
  await image.evaluate((one) => one.focus({ preventScroll: true }))
  await person.page.keyboard.press('Enter')
  await person.page.getByRole('dialog').waitFor()
}

async function sendsNonsense(person: Visitor): Promise<void> {
  await person.ignoresTheBrowser()
  await person.page.getByLabel('E-mail').fill('nobody')
  await person.page.getByRole('button', { name: 'Send' }).click()
  await person.alert.waitFor()
  await backToTheTop(person)
}

async function entersWrongly(person: Visitor): Promise<void> {
  await person.fillsCredentials({ email: 'nobody@example.com', password: 'not the right words' })
  await person.page.getByRole('button', { name: 'Log in' }).click()
  await person.alert.waitFor()
  await backToTheTop(person)
}

/** Has sent what the server does not answer. */
async function enters(person: Visitor): Promise<void> {
  await person.holdsBack(/\/login/)
  await person.fillsCredentials({ email: 'nobody@example.com', password: 'not the right words' })
  await person.page.getByRole('button', { name: 'Log in' }).click()
  await person.page.getByRole('button', { name: 'Loading' }).waitFor()
  await backToTheTop(person)
}

/** Has left for a page that does not come. */
async function isOnTheWay(person: Visitor): Promise<void> {
  await person.holdsBack(/\.data/)
  // Not by the mouse, which would have fetched the page on its way to the link.
  await person.link('Contact Us').dispatchEvent('click')
  await person.page.getByText('Loading...').waitFor()
}

async function goesToTheEnd({ page }: Visitor): Promise<void> {
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await page.getByRole('button', { name: 'Back to Top' }).waitFor()
}

async function opensMenu(person: Visitor): Promise<void> {
  await person.page.getByRole('button', { name: 'Menu' }).click()
  await person.navigation('Create').waitFor()
}

async function editsTheName(person: Visitor): Promise<void> {
  await person.page.getByRole('button', { name: 'Edit name' }).click()
  await person.page.getByRole('button', { name: 'Save' }).waitFor()
}

async function wantsToDelete(person: Visitor): Promise<void> {
  // Not by a click: the mouse would scroll the page to wherever the button is in sight.
  const button = person.page.getByRole('button', { name: 'Delete Thrown' })
  await button.evaluate((one) => one.focus({ preventScroll: true }))
  await person.page.keyboard.press('Enter')
  await person.page.getByRole('dialog').waitFor()
}

/** A press on a button far down has scrolled the page, and with it the bar over the middle of the picture. */
async function backToTheTop({ page }: Visitor): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.getByRole('button', { name: 'Back to Top' }).waitFor({ state: 'hidden' })
}
