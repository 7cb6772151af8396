import { parseLocalTime } from '#portfolio/local-time.ts'
import { pathOf, projectNamed, setClockFact } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { waitForText, withoutReload } from './fixtures/live-updates.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { expect, test } from './fixtures/test.ts'

const button = (person: Visitor, name: string) => person.page.getByRole('button', { name, exact: true })
const timeField = (admin: Admin) => admin.page.getByLabel('Publish on', { exact: true })
const year = new Date().getFullYear() + 1
const winter = `${year}-01-15T09:00`
const summer = `${year}-07-15T09:00`

/** Makes Thrown a draft and opens its page. */
async function openDraft(admin: Admin, site: SiteProcess): Promise<void> {
  site.sql('update projects set publishedAt = null where name = ?', 'Thrown')
  await admin.open(pathOf(site, 'Thrown'))
}

async function schedule(admin: Admin, localTime: string, open: 'Publish later' | 'Change time' = 'Publish later') {
  await button(admin, open).click()
  await timeField(admin).fill(localTime)
  await button(admin, 'Save').click()
  await expect(timeField(admin)).toHaveCount(0)
}

const setDue = (site: SiteProcess) =>
  site.sql('update projects set publishAt = ? where name = ?', new Date(Date.now() - 1_000).toISOString(), 'Thrown')

test('an admin schedules a draft, changes the time and cancels the schedule; open lists of other admins show each change', async ({
  admin,
  colleague,
  visitor,
  site,
}) => {
  await openDraft(admin, site)
  await colleague.open('/work')
  await button(admin, 'Publish later').click()
  await expect(timeField(admin)).toBeFocused()
  await expect(admin.page.getByText('In the studio’s time zone, Europe/London.')).toBeVisible()
  await expectAccessible(admin.page, '.tool-publication')
  await timeField(admin).fill('2020-01-01T09:00')
  await button(admin, 'Save').click()
  await expect(admin.alert).toContainText('This time has passed.')
  await timeField(admin).fill(winter)
  await button(admin, 'Save').click()
  await expect(admin.main.getByText(`Will be published on 15 Jan ${year}, 09:00.`)).toBeVisible()
  await expect(button(admin, 'Change time')).toBeFocused()
  await expectAccessible(admin.page, '.tool-publication')
  await expect(colleague.card('Thrown').getByText(`Draft until 15 Jan ${year}, 09:00`, { exact: true })).toBeVisible()

  await schedule(admin, summer, 'Change time')
  await expect(colleague.card('Thrown').getByText(`Draft until 15 Jul ${year}, 09:00`, { exact: true })).toBeVisible()
  const stored = site.sql('select publishAt from projects where name = ?', 'Thrown')
  expect(stored).toEqual([{ publishAt: `${year}-07-15T08:00:00.000Z` }])
  await visitor.open('/work')
  await expect(visitor.card('Thrown')).toHaveCount(0)

  await button(admin, 'Cancel schedule').click()
  await expect(button(admin, 'Publish later')).toBeFocused()
  await expect(colleague.card('Thrown').getByText('Draft', { exact: true })).toBeVisible()
})

test('a time that another admin has set meanwhile is shown before it is replaced', async ({
  admin,
  colleague,
  site,
}) => {
  await openDraft(admin, site)
  await colleague.open(pathOf(site, 'Thrown'))
  await button(colleague, 'Publish later').click()
  await schedule(admin, winter)
  await timeField(colleague).fill(summer)
  await button(colleague, 'Save').click()
  await expect(colleague.main).toContainText(`It is now 15 Jan ${year}, 09:00. Save again to replace it.`)
  await button(colleague, 'Save').click()
  await expect(admin.main.getByText(`Will be published on 15 Jul ${year}, 09:00.`)).toBeVisible()
})

test('a time that another admin has changed meanwhile is shown before the schedule is cancelled', async ({
  admin,
  colleague,
  site,
}) => {
  await openDraft(admin, site)
  await schedule(admin, winter)
  // Otherwise the page would show the new time at once.
  await colleague.page.context().route('**/live?*', (route) => route.abort())
  await colleague.open(pathOf(site, 'Thrown'))
  await schedule(admin, summer, 'Change time')
  await button(colleague, 'Cancel schedule').click()
  await expect(colleague.main).toContainText(`It is now 15 Jul ${year}, 09:00. Cancel again to remove it.`)
  expect(site.sql('select publishAt from projects where name = ?', 'Thrown')).toEqual([
    { publishAt: `${year}-07-15T08:00:00.000Z` },
  ])
  await button(colleague, 'Cancel schedule').click()
  await expect(button(colleague, 'Publish later')).toBeFocused()
  expect(site.sql('select publishAt from projects where name = ?', 'Thrown')).toEqual([{ publishAt: null }])
})

test('a refusal to cancel disappears when another admin changes the time again, or cancels it', async ({
  admin,
  colleague,
  site,
}) => {
  const autumn = `${year}-10-15T09:00`
  // The route stays, as in `abortWrites`.
  let isStreamBlocked = true
  await colleague.page.context().route('**/live?*', (route) => (isStreamBlocked ? route.abort() : route.fallback()))
  const refusal = colleague.main.getByText('Cancel again to remove it.')
  await openDraft(admin, site)
  await schedule(admin, winter)
  await colleague.open(pathOf(site, 'Thrown'))
  await schedule(admin, summer, 'Change time')
  await button(colleague, 'Cancel schedule').click()
  await expect(refusal).toBeVisible()
  isStreamBlocked = false
  await schedule(admin, autumn, 'Change time')
  await expect(colleague.main.getByText(`Will be published on 15 Oct ${year}, 09:00.`)).toBeVisible()
  await expect(refusal).toHaveCount(0)

  isStreamBlocked = true
  await colleague.open(pathOf(site, 'Thrown'))
  await schedule(admin, summer, 'Change time')
  await button(colleague, 'Cancel schedule').click()
  await expect(refusal).toBeVisible()
  isStreamBlocked = false
  await button(admin, 'Cancel schedule').click()
  await expect(button(colleague, 'Publish later')).toBeVisible()
  await expect(refusal).toHaveCount(0)

  await schedule(admin, winter)
  await button(colleague, 'Cancel schedule').click()
  await expect(button(colleague, 'Publish later')).toBeFocused()
})

test('a scheduled draft appears at its time on the open pages of visitors and admins', async ({
  admin,
  visitor,
  site,
}) => {
  await openDraft(admin, site)
  await withoutReload(visitor, '/work', async () => {
    await expect(visitor.card('Thrown')).toHaveCount(0)
    await schedule(admin, winter)
    // The site checks once a minute whether a draft is due.
    setDue(site)
    await visitor.page.waitForFunction(() => document.querySelector('main')?.innerText.includes('Thrown'), null, {
      timeout: 240_000,
    })
  })
  await expect(button(admin, 'Back to draft')).toBeVisible()
  await expect(admin.main.getByText('Will be published')).toHaveCount(0)
})

test('a draft that became due while the site was down is published after the start', async ({
  admin,
  visitor,
  site,
}) => {
  await openDraft(admin, site)
  await schedule(admin, winter)
  await admin.page.goto('about:blank')
  await site.kill()
  setDue(site)
  await site.start()
  await visitor.open('/work')
  await waitForText(visitor, ['main h2', /Thrown/])
})

test('after the clock has jumped, no scheduled draft is published until an admin confirms the date', async ({
  admin,
  visitor,
  site,
}) => {
  await openDraft(admin, site)
  await schedule(admin, winter)
  await admin.page.goto('about:blank')
  await site.kill()
  const jump = { ms: 3_600_000, at: new Date().toISOString() }
  setClockFact(site, { pausedForMs: 0, jump, publishingPaused: true })
  setDue(site)
  // The site looks for due drafts when it starts, and finishes that before it stops.
  await site.start()
  await site.stop()
  expect(site.sql('select publishedAt from projects where name = ?', 'Thrown')).toEqual([{ publishedAt: null }])
  await site.start()
  await admin.open(pathOf(site, 'Thrown'))
  await expect(admin.main.getByText('once somebody has confirmed the server’s date')).toBeVisible()
  await withoutReload(visitor, '/work', async () => {
    await expect(visitor.card('Thrown')).toHaveCount(0)
    await admin.main.getByRole('region', { name: 'Publication' }).getByRole('link', { name: 'Open Health' }).click()
    await expect(admin.main.getByRole('region', { name: 'Clock' })).toContainText(
      'Scheduled projects are not published until somebody confirms the date.',
    )
    await button(admin, 'The date is right').click()
    await waitForText(visitor, ['main h2', /Thrown/])
  })
})

test('users and visitors can neither see nor set a schedule', async ({ admin, user, visitor, site }) => {
  const { id } = projectNamed(site, 'Thrown')
  await openDraft(admin, site)
  await schedule(admin, winter)
  const path = pathOf(site, 'Thrown')
  for (const person of [user, visitor]) {
    expect((await person.open(path)).status()).toBe(404)
    const scheduled = { localTime: summer, basePublishAt: parseLocalTime(winter, 'Europe/London') ?? '' }
    for (const intent of ['schedule-publication', 'cancel-schedule']) {
      const response = await person.page.request.post(`${site.origin}/projects/${id}`, {
        form: { intent, ...scheduled },
        headers: { Origin: site.origin },
        maxRedirects: 0,
      })
      expect(response.status()).toBe(person === user ? 403 : 401)
    }
  }
  const stored = site.sql('select publishAt from projects where id = ?', id)
  expect(stored).toEqual([{ publishAt: `${year}-01-15T09:00:00.000Z` }])
})
