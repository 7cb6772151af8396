import { accounts } from '#tests/support/accounts.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { smallImage } from './fixtures/chosen-files.ts'
import { offerClaim } from './fixtures/claim.ts'
import { waitForText, withoutReload } from './fixtures/live-updates.ts'
import { expect, test } from './fixtures/test.ts'
import type { Visitor } from './fixtures/visitor.ts'

const button = ({ main }: Visitor, name: string) => main.getByRole('button', { name, exact: true })
const statusLine = ({ page }: Visitor) => page.getByRole('complementary', { name: 'Site status' })
const continueLink = (person: Visitor, remaining: number) =>
  statusLine(person).getByRole('link', { name: `Continue setting up (${remaining} left)`, exact: true })

/** Revokes the role of `admin` and claims the site with that account. */
async function claim(admin: Admin, site: SiteProcess): Promise<void> {
  await admin.open(await offerClaim(site))
  await button(admin, 'Claim this site').click()
  await waitForScreen(admin, 'words')
}

const headings = {
  words: 'Your words',
  pictures: 'Your pictures',
  samples: 'The samples',
  opening: 'Open or closed',
}
const waitForScreen = async (person: Visitor, screen: keyof typeof headings) => {
  // The URL changes before the screen does.
  await person.page.waitForURL(`**/setup/${screen}`)
  await person.heading(headings[screen]).waitFor()
}

test('the four screens replace the samples with the designer’s own content, and visitors see the result', async ({
  admin,
  visitor,
  site,
}) => {
  await withoutReload(visitor, '/', async () => {
    await claim(admin, site)
    // Sample texts are not offered.
    for (const field of ['Designer’s name', 'Studio’s name', 'City', 'E-mail', 'Phone'])
      await expect(admin.page.getByLabel(field)).toHaveValue('')
    await admin.page.getByLabel('Designer’s name').fill('Mara Lind')
    await admin.page.getByLabel('Studio’s name').fill('Lind Interiors')
    await admin.page.getByLabel('City').fill('Leeds')
    await button(admin, 'Save and continue').click()
    await waitForText(visitor, ['header', /Lind Interiors/])

    await waitForScreen(admin, 'pictures')
    for (const place of ['portrait', 'hero']) {
      const target = admin.main.locator(`[data-place=${place}] .tool-drop-target`)
      const { buffer, name, mimeType } = await smallImage(`${place}.jpg`)
      const transfer = await admin.page.evaluateHandle(
        ({ bytes, name, type }) => {
          const data = new DataTransfer()
          data.items.add(new File([new Uint8Array(bytes)], name, { type, lastModified: 1_000 }))
          return data
        },
        { bytes: [...buffer], name, type: mimeType },
      )
      await target.dispatchEvent('drop', { dataTransfer: transfer })
      await expect(admin.main.getByText(`The ${place} was replaced.`)).toBeVisible()
      await expect(target.locator('img')).toBeVisible()
    }
    await button(admin, 'Continue').click()

    await waitForScreen(admin, 'samples')
    await expect(admin.main).toContainText('The site came with 6 sample projects: Thrown,')
    await button(admin, 'Remove sample projects').click()
    await waitForScreen(admin, 'opening')
    await button(admin, 'Open the site').click()
    await admin.expectPath('/')
    await expect(statusLine(admin)).toHaveCount(0)
  })
  await visitor.goTo('Work')
  await expect(visitor.main).toContainText('No projects to display')
  await visitor.open('/contact')
  await expect(visitor.main).not.toContainText('+44')
  await expect(visitor.page.locator('meta[name=robots]')).toHaveCount(0)
  const shown = site.sql<{ place: string; uploadId: string }>(
    `select place, uploadId from photos where projectId is null and deletedAt is null and place <> 'value'`,
  )
  expect(shown.map(({ place }) => place).toSorted()).toEqual(['hero', 'portrait'])
  expect(shown.every(({ uploadId }) => uploadId)).toBe(true)
})

test('unsaved words survive a reload until they are saved', async ({ admin, site }) => {
  await claim(admin, site)
  const field = (name: string) => admin.page.getByLabel(name)
  const unsavedDrafts = () =>
    admin.page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith('/setup/words')))
  await field('Designer’s name').fill('Mara Lind')
  await field('City').fill('Leeds')
  await admin.reload()
  await expect(field('Designer’s name')).toHaveValue('Mara Lind')
  await expect(field('City')).toHaveValue('Leeds')
  await admin.link('Skip for now').click()
  await waitForScreen(admin, 'pictures')
  await admin.open('/setup/words')
  await expect(field('City')).toHaveValue('Leeds')
  // A text that was changed back to the saved one is no longer kept as an unsaved draft.
  await field('City').fill('')
  await admin.reload()
  await expect(field('Designer’s name')).toHaveValue('Mara Lind')
  await expect(field('City')).toHaveValue('')
  await button(admin, 'Save and continue').click()
  await waitForScreen(admin, 'pictures')
  await expect.poll(unsavedDrafts).toEqual([])
  expect(site.sql(`select text from studioTexts where key = 'designerName'`)).toEqual([{ text: 'Mara Lind' }])
})

test('each screen can be skipped, and a status line counts the remaining ones until all are done', async ({
  admin,
  visitor,
  site,
}) => {
  await claim(admin, site)
  for (const next of ['pictures', 'samples', 'opening'] as const) {
    await admin.link('Skip for now').click()
    await waitForScreen(admin, next)
  }
  await admin.link('Skip for now').click()
  await admin.expectPath('/')
  // The site is visible but unlisted.
  await visitor.open('/work')
  await expect(visitor.card('Thrown')).toBeVisible()
  await expect(visitor.page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(statusLine(visitor)).toHaveCount(0)

  await admin.open('/work')
  await continueLink(admin, 4).click()
  await waitForScreen(admin, 'words')
  await expect(statusLine(admin)).toHaveCount(0)
  await button(admin, 'Save and continue').click()
  await waitForScreen(admin, 'pictures')
  const steps = admin.main.getByRole('navigation', { name: 'Setup' }).getByRole('link')
  await expect(steps).toHaveText(['Words (done)', '02Pictures', '03Samples', '04Opening'])
  await expect(steps.first().locator('svg')).toBeVisible()
  await button(admin, 'Continue').click()
  await waitForScreen(admin, 'samples')
  await button(admin, 'Keep sample projects as drafts').click()
  await waitForScreen(admin, 'opening')
  await admin.open('/work')
  await expect(admin.main.getByText('Draft', { exact: true })).toHaveCount(6)
  await continueLink(admin, 1).click()
  await waitForScreen(admin, 'opening')
  await button(admin, 'Open the site').click()
  await admin.expectPath('/')
  await expect(statusLine(admin)).toHaveCount(0)
  await visitor.open('/work')
  await expect(visitor.main).toContainText('No projects to display')
})

test('a word that cannot be saved is marked with an error, and all input is kept', async ({ admin, site }) => {
  await claim(admin, site)
  await admin.page.getByLabel('City').fill('Leeds')
  await admin.page.getByLabel('Phone').fill('call me')
  await button(admin, 'Save and continue').click()
  await expect(admin.page.getByLabel('Phone')).toBeFocused()
  await expect(admin.page.getByLabel('Phone')).toHaveAccessibleDescription(/A phone number must contain digits/)
  await expect(admin.page.getByLabel('City')).toHaveValue('Leeds')
  await expectAccessible(admin.page)
  await admin.page.getByLabel('Phone').fill('')
  await admin.page.keyboard.press('Enter')
  await waitForScreen(admin, 'pictures')
})

test('a word that another admin has saved is shown before it is replaced', async ({ admin, site }) => {
  await claim(admin, site)
  await admin.page.getByLabel('City').fill('Leeds')
  site.sql(`update studioTexts set text = 'York', version = version + 1 where key = 'city'`)
  await button(admin, 'Save and continue').click()
  await expect(admin.main).toContainText('Someone saved “York” in the meantime. Save again to replace it.')
  await button(admin, 'Save and continue').click()
  await waitForScreen(admin, 'pictures')
  expect(site.sql(`select text from studioTexts where key = 'city'`)).toEqual([{ text: 'Leeds' }])
})

test('a refused word can be saved after the page has followed a change by another admin', async ({
  admin,
  colleague,
  site,
}) => {
  await claim(admin, site)
  await admin.page.getByLabel('City').fill('Leeds')
  site.sql(`update studioTexts set text = 'York', version = version + 1 where key = 'city'`)
  await button(admin, 'Save and continue').click()
  const refusal = admin.main.getByText('Someone saved “York” in the meantime. Save again to replace it.')
  await expect(refusal).toBeVisible()
  await colleague.open('/studio')
  await button(colleague, 'Edit country').click()
  await colleague.main.getByLabel('Country').selectOption({ label: 'Ireland' })
  await colleague.save()
  await expect(admin.page.getByRole('contentinfo')).toContainText('York, Ireland')
  await expect(refusal).toBeVisible()
  await button(admin, 'Save and continue').click()
  await waitForScreen(admin, 'pictures')
})

test('the setup screens are for admins only', async ({ visitor, user, admin, site }) => {
  for (const [person, status, sentence] of [
    [visitor, 401, 'Please log in first.'],
    [user, 403, 'This is only for admins of this site.'],
  ] as const) {
    expect((await person.open('/setup/words')).status()).toBe(status)
    await expect(person.alert).toHaveText(sentence)
  }
  await visitor.alert.getByRole('link').click()
  await visitor.heading('Log in').waitFor()
  await visitor.fillCredentials(accounts.admin)
  await visitor.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await visitor.page.waitForURL('**/setup/words')
  expect((await admin.open('/setup/nothing')).status()).toBe(404)
  expect(site.sql('select wordsLeft from siteSetup')).toEqual([{ wordsLeft: 0 }])
})

test('every screen works on a phone and by keyboard, and its targets are at least 44 px high', async ({
  admin,
  site,
}) => {
  await admin.page.setViewportSize({ width: 360, height: 740 })
  await claim(admin, site)
  for (const [name, next] of [
    ['Save and continue', 'pictures'],
    ['Continue', 'samples'],
    ['Keep sample projects as drafts', 'opening'],
    ['Keep it closed', ''],
  ] as const) {
    await button(admin, name).waitFor()
    expect(await admin.page.evaluate(() => document.documentElement.scrollWidth), name).toBe(360)
    for (const target of await admin.main.locator('a, button:not(.tool-row *), .tool-picker').all())
      expect((await target.boundingBox())?.height ?? 44, await target.innerText()).toBeGreaterThanOrEqual(44)
    await expectAccessible(admin.page)
    await button(admin, name).focus()
    await admin.page.keyboard.press('Enter')
    if (next) await waitForScreen(admin, next)
  }
  await admin.expectPath('/')
  await statusLine(admin).waitFor()
  for (const target of await statusLine(admin).getByRole('link').all())
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expectAccessible(admin.page, 'aside')
})

test('the site can be claimed and set up without JavaScript', async ({ browser, site }) => {
  const path = await offerClaim(site)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(site.origin + path)
  await page.getByLabel('E-mail').fill('mara@studio.example')
  await page.getByLabel('Password').fill('walnut plaster and lamp')
  await page.getByRole('button', { name: 'Claim this site' }).click()
  await page.getByLabel('Phone').fill('call me')
  await page.getByLabel('City').fill('Leeds')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('alert')).toHaveText('This was not saved.')
  await expect(page.getByLabel('City')).toHaveValue('Leeds')
  await page.getByLabel('Phone').fill('')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('link', { name: 'Skip for now' }).click()
  await page.getByRole('button', { name: 'Remove sample projects' }).click()
  await page.getByRole('button', { name: 'Keep it closed' }).click()
  await expect(page).toHaveURL(`${site.origin}/`)
  await expect(page.getByRole('complementary', { name: 'Site status' })).toContainText('The site is closed')
  await context.close()
})
