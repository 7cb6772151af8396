import { expect, type Locator, type Page, type Response } from '@playwright/test'
import type { Site } from './site.ts'

/** The accounts that the prepared portfolio knows. */
export const accounts = {
  admin: { email: 'designer@studio.example', password: 'plaster oak travertine' },
  member: { email: 'neighbour@example.com', password: 'a door that leads nowhere' },
} as const

/** The links of the navigation, and what their pages are called. */
export const rooms = {
  Home: 'Interior Design',
  Work: 'Work',
  About: 'About',
  Values: 'Our Values',
  Contact: 'Contact',
} as const

/** Somebody with a browser. */
export class Visitor {
  readonly page: Page
  readonly site: Site

  constructor(page: Page, site: Site) {
    this.page = page
    this.site = site
  }

  /** Opens a page by its path and waits until it has woken up; without scripts, until it is there. */
  async opens(path: string): Promise<Response> {
    const response = await this.page.goto(this.site.origin + path)
    if (!response) throw new Error(`${path} was not fetched`)
    await this.page.evaluate(wakesUp)
    return response
  }

  /** Follows a link of the navigation, and waits for its page. */
  async goesTo(room: keyof typeof rooms): Promise<void> {
    await this.navigation(room).click()
    await this.heading(rooms[room]).waitFor()
  }

  async opensProject(name: string): Promise<void> {
    await this.opens('/work')
    await this.page.getByRole('link', { name }).first().click()
    await this.page.getByRole('heading', { level: 1, name }).waitFor()
    await this.hasFaded()
  }

  /** Waits until pages have faded into each other: before, a click meets their pictures. */
  async hasFaded(): Promise<void> {
    await this.page.waitForFunction(() => !document.documentElement.matches(':active-view-transition'))
  }

  async fillsCredentials({ email, password }: { email: string; password: string }): Promise<void> {
    await this.page.getByLabel('E-mail').fill(email)
    await this.page.getByLabel('Password').fill(password)
  }

  /** Takes the browser's own checks off the form, as whoever writes requests by hand has none. */
  async ignoresTheBrowser(): Promise<void> {
    await this.main.locator('form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true
      for (const field of form.elements) field.removeAttribute('maxlength')
    })
  }

  async signsUp(email: string, password: string): Promise<void> {
    await this.opens('/signup')
    await this.fillsCredentials({ email, password })
    await this.page.getByRole('button', { name: 'Sign up' }).click()
  }

  async logsIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.opens('/login')
    await this.fillsCredentials({ email, password })
    await this.page.getByRole('button', { name: 'Log in' }).click()
    await this.page.waitForURL('**/work')
  }

  async logsOut(): Promise<void> {
    await this.logout.click()
    // The button goes as soon as it is pressed; this link comes when nobody is signed in any more.
    await this.page.getByRole('contentinfo').getByRole('link', { name: 'Log in' }).waitFor()
    await this.isAt('/work')
  }

  get main(): Locator {
    return this.page.getByRole('main')
  }

  get logout(): Locator {
    return this.page.getByRole('banner').getByRole('button', { name: 'Logout', exact: true })
  }

  get alert(): Locator {
    return this.main.getByRole('alert')
  }

  /** What the page is called on itself. */
  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: true })
  }

  /** A link on the page itself, by all of its text. */
  link(name: string): Locator {
    return this.main.getByRole('link', { name, exact: true })
  }

  /** A link of the navigation. */
  navigation(label: string): Locator {
    return this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true })
  }

  /** Waits until the address is this one. */
  async isAt(path: string): Promise<void> {
    await expect(this.page).toHaveURL(this.site.origin + path)
  }

  /** Where search engines are told that the page lives. */
  async canonicalPath(): Promise<string> {
    const address = await this.page.locator('link[rel=canonical]').getAttribute('href')
    if (!address?.startsWith(this.site.origin)) throw new Error(`the canonical link is ${address}`)
    return address.slice(this.site.origin.length)
  }

  /** Scrolls there, and again if the page puts a picture in the place of its placeholder just then. */
  async scrollsTo(what: Locator): Promise<void> {
    await expect(() => what.scrollIntoViewIfNeeded({ timeout: 5000 })).toPass()
  }

  /** Waits until the picture has arrived; it must say in words what it shows. */
  async seesPicture(picture: Locator): Promise<void> {
    await this.scrollsTo(picture)
    await expect(picture).toBeVisible()
    await expect(picture).toHaveAttribute('alt', /\w/)
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeTruthy()
  }

  /** Keeps the answers to such requests back until the returned function is called. */
  async holdsBack(address: RegExp): Promise<() => Promise<void>> {
    let letGo = () => {}
    const signal = new Promise<void>((resolve) => (letGo = resolve))
    await this.page.route(address, async (route) => {
      await signal
      await route.continue()
    })
    return async () => {
      letGo()
      await this.page.unrouteAll({ behavior: 'wait' })
    }
  }

  /** The names of the projects on the list, in their order. */
  async projectNames(): Promise<string[]> {
    return this.page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
  }

  /** The card of a project on the list. */
  card(name: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('heading', { name, exact: true }) })
  }
}

/**
 * Effects have run: asking for the live stream is the last of them on every page (a page that could not even
 * be read has none, and is awake as it is). In a browser without scripts there is nothing to wait for.
 */
async function wakesUp(): Promise<void> {
  if (window.matchMedia('(scripting: none)').matches) return
  // Not by `waitForFunction`, which takes the promise of an answer for a yes.
  for (;;) {
    const { held = [], pending = [] } = await navigator.locks.query()
    const asked =
      !document.querySelector('header') || [...held, ...pending].some(({ name }) => name === 'enfilade-live')
    if (asked && document.readyState === 'complete') return
    await new Promise((resume) => setTimeout(resume, 20))
  }
}

/** A sample photograph on the disk. */
export function photo(file: string): string {
  return `samples/photos/${file}`
}
