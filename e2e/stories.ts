import { test as base, expect } from '@playwright/test'
import { Admin } from './admin.ts'
import { gatherComplaints } from './complaints.ts'
import { accounts, Visitor } from './people.ts'
import { preparedFolder } from './prepare.ts'
import { Site } from './site.ts'

interface Cast {
  /** What the browsers of this story complained about. A story that provokes something takes it out. */
  complaints: string[]
  /** A site of this story's own, with the sample portfolio and the known accounts. */
  site: Site
  /** Somebody who is not signed in. */
  visitor: Visitor
  /** Somebody else, in another browser, who is not signed in either. */
  other: Visitor
  /** Signed in, without a role. */
  member: Visitor
  /** Signed in as admin. */
  admin: Admin
  /** Another browser that is signed in as admin. */
  colleague: Admin
}

/** Stories: each has a site of its own, so that none can disturb another. */
export const test = base.extend<Cast>({
  complaints: [
    async ({ browser }, use) => {
      const { found, stop } = await gatherComplaints(browser)
      await use(found)
      stop()
      expect(found, 'what browsers complained about').toEqual([])
    },
    { auto: true },
  ],
  site: async ({}, use) => {
    const site = await Site.open(preparedFolder())
    await use(site)
    await site.close()
  },
  visitor: async ({ browser, site }, use) => {
    const context = await browser.newContext()
    await use(new Visitor(await context.newPage(), site))
    await context.close()
  },
  other: async ({ browser, site }, use) => {
    const context = await browser.newContext()
    await use(new Visitor(await context.newPage(), site))
    await context.close()
  },
  member: async ({ browser, site }, use) => {
    const context = await browser.newContext()
    const member = new Visitor(await context.newPage(), site)
    await member.logsIn(accounts.member)
    await use(member)
    await context.close()
  },
  admin: async ({ browser, site }, use) => {
    const context = await browser.newContext()
    const admin = new Admin(await context.newPage(), site)
    await admin.logsIn(accounts.admin)
    await use(admin)
    await context.close()
  },
  colleague: async ({ browser, site }, use) => {
    const context = await browser.newContext()
    const colleague = new Admin(await context.newPage(), site)
    await colleague.logsIn(accounts.admin)
    await use(colleague)
    await context.close()
  },
})

export { expect }
