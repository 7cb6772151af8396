import type { Locator, Page } from '@playwright/test'
import type { Site } from './site.ts'

/** The accounts that the prepared portfolio knows. */
export const accounts = {
  admin: { email: 'designer@studio.example', password: 'plaster oak travertine' },
  member: { email: 'neighbour@example.com', password: 'a door that leads nowhere' },
} as const

/** A project as an admin thinks of it; files are paths below `samples/photos`. */
export interface ProjectWish {
  readonly name: string
  readonly details: string
  readonly cover?: string
  readonly images?: readonly string[]
}

/** Somebody with a browser. */
export class Visitor {
  readonly page: Page
  readonly site: Site

  constructor(page: Page, site: Site) {
    this.page = page
    this.site = site
  }

  /** Opens a page by its path and waits until it has woken up. */
  async opens(path: string): Promise<void> {
    await this.page.goto(this.site.origin + path)
    await this.page.waitForFunction(() => '__reactRouterDataRouter' in window || document.readyState === 'complete')
    await this.page.waitForLoadState('load')
  }

  async opensProject(name: string): Promise<void> {
    await this.opens('/work')
    await this.page.getByRole('link', { name }).first().click()
    await this.page.getByRole('heading', { level: 1, name }).waitFor()
  }

  async signsUp(email: string, password: string): Promise<void> {
    await this.opens('/signup')
    await this.page.getByLabel('E-mail').fill(email)
    await this.page.getByLabel('Password').fill(password)
    await this.page.getByRole('button', { name: 'Sign up' }).click()
  }

  async logsIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.opens('/login')
    await this.page.getByLabel('E-mail').fill(email)
    await this.page.getByLabel('Password').fill(password)
    await this.page.getByRole('button', { name: 'Log in' }).click()
    await this.page.waitForURL('**/work')
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

/** The studio's own. */
export class Admin extends Visitor {
  async adds({ name, details, cover, images = [] }: ProjectWish): Promise<void> {
    await this.opens('/create')
    await this.page.getByLabel('Project Name').fill(name)
    await this.page.getByLabel('Project Details').fill(details)
    if (cover) await this.page.getByLabel('Upload Cover Photo').setInputFiles(photo(cover))
    if (images.length > 0) await this.page.getByLabel('Upload Image').setInputFiles(images.map(photo))
    await this.page.getByRole('button', { name: 'Add Project' }).click()
    await this.page.getByRole('status').getByRole('link', { name }).waitFor({ timeout: 60_000 })
  }

  async deletes(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
    await this.page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }).click()
  }

  async moves(name: string, position: string): Promise<void> {
    const input = this.card(name).getByLabel('Position')
    await input.fill(position)
    await input.press('Enter')
  }
}

/** A sample photograph on the disk. */
export function photo(file: string): string {
  return `samples/photos/${file}`
}
