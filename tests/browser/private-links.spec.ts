import { pathOf } from '#tests/support/site/site-rows.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import type { Admin } from './fixtures/admin.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { withoutReload } from './fixtures/live-updates.ts'
import { expect, test } from './fixtures/test.ts'
import type { Visitor } from './fixtures/visitor.ts'

const button = (person: Visitor, name: string) => person.main.getByRole('button', { name, exact: true })
const links = ({ main }: Admin) => main.getByRole('list', { name: 'Private links' }).getByRole('listitem')
const ended = (person: Visitor) => person.heading('This link no longer works')

/** Makes this project and Reeded drafts, and opens this project’s page as admin. */
async function openDraft(admin: Admin, site: SiteProcess, name: string): Promise<void> {
  site.sql('update projects set publishedAt = null where name in (?, ?)', name, 'Reeded')
  await admin.open(pathOf(site, name))
}

/** Shares the open draft and returns the path that ‘Copy link’ copies. */
async function share(admin: Admin, site: SiteProcess, recipient: string): Promise<string> {
  const recipientField = admin.main.getByLabel('For', { exact: true })
  if (!(await recipientField.isVisible())) await button(admin, 'Share privately').click()
  await recipientField.fill(recipient)
  await button(admin, 'Create link').click()
  // The list can show the link before the response arrives.
  await expect(admin.main.getByText('The link is ready to copy.')).toBeVisible()
  return copyLink(admin, site, recipient)
}

async function copyLink(admin: Admin, site: SiteProcess, recipient: string): Promise<string> {
  await admin.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await links(admin).filter({ hasText: recipient }).getByRole('button', { name: 'Copy link' }).click()
  await expect(admin.main.getByText(`The link for ${recipient} was copied.`)).toBeVisible()
  const url = await admin.page.evaluate(() => navigator.clipboard.readText())
  expect(url.startsWith(`${site.origin}/private/`)).toBe(true)
  return url.slice(site.origin.length)
}

test('a client sees a draft and its changes through a private link until the link is revoked', async ({
  admin,
  visitor,
  user,
  site,
}) => {
  await openDraft(admin, site, 'Thrown')
  const path = await share(admin, site, 'Mr Lind')
  const requested: string[] = []
  visitor.page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await withoutReload(visitor, path, async () => {
    await expect(visitor.heading('Thrown')).toBeVisible()
    await visitor.expectImageLoaded(visitor.main.getByRole('img').first())
    await expect(visitor.page).toHaveTitle('Studio Enfilade')
    await expect(visitor.page.getByText('Reeded')).toHaveCount(0)
    expect(requested.filter((url) => /\.(avif|webp|jpg)$/.test(url) && !url.startsWith(`${path}/photos/`))).toEqual([])
    // The admin’s open page shows that the link was opened.
    await expect(links(admin)).toContainText('opened once, last on')
    await admin.editText('name', 'Fired')
    await admin.save()
    await expect(visitor.heading('Fired')).toBeVisible()
    // Without the link, the draft is not found.
    expect((await user.open(pathOf(site, 'Fired'))).status()).toBe(404)

    await button(admin, 'Revoke link').click()
    const dialog = admin.page.getByRole('dialog', { name: 'Are you sure you want to revoke this link?' })
    await expect(dialog).toHaveAccessibleDescription('For Mr Lind. The link stops working at once.')
    await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Yes, Revoke'])
    await expectAccessible(admin.page, 'dialog')
    await admin.chooseInDialog('Cancel')
    await expect(button(admin, 'Revoke link')).toBeFocused()
    await expect(visitor.heading('Fired')).toBeVisible()
    await button(admin, 'Revoke link').click()
    await admin.chooseInDialog('Yes, Revoke')
    await expect(links(admin)).toHaveCount(0)
    await expect(admin.main.getByText('The link was revoked.')).toBeVisible()
    await expect(button(admin, 'Share privately')).toBeFocused()
    await expect(ended(visitor)).toBeVisible()
    await expect(visitor.main.getByRole('img')).toHaveCount(0)
  })
  expect((await visitor.open(path)).status()).toBe(404)
})

test('a private link ends when it expires and when the project is published, also on open pages', async ({
  admin,
  visitor,
  other,
  site,
}) => {
  await openDraft(admin, site, 'Thrown')
  const [lind, okafor] = [await share(admin, site, 'Mr Lind'), await share(admin, site, 'Ms Okafor')]
  expect(lind).not.toBe(okafor)
  for (const name of ['Copy link', 'Revoke link']) {
    const linkButton = links(admin).filter({ hasText: 'Mr Lind' }).getByRole('button', { name })
    await expect(linkButton).toHaveAccessibleDescription('Mr Lind')
  }
  await withoutReload(visitor, lind, async () => {
    await withoutReload(other, okafor, async () => {
      site.sql(`update privateLinks set expiresAt = '2026-01-01T00:00:00.000Z' where recipient = 'Mr Lind'`)
      await expect(ended(visitor)).toBeVisible()
      await expect(other.heading('Thrown')).toBeVisible()
      await admin.reload()
      await expect(admin.main.getByText('2 links', { exact: true })).toBeVisible()
      await button(admin, 'Share privately').click()
      await expect(links(admin).filter({ hasText: 'Mr Lind' })).toContainText('Expired')
      // The same link as before.
      expect(await copyLink(admin, site, 'Ms Okafor')).toBe(okafor)
      await button(admin, 'Publish').click()
      await expect(ended(other)).toBeVisible()
    })
  })
  await button(admin, 'Back to draft').click()
  await expect(button(admin, 'Publish')).toBeVisible()
  expect((await other.open(okafor)).status()).toBe(404)
})

test('a closed site still shows the draft of a private link, and a link preview does not reveal it', async ({
  admin,
  visitor,
  site,
}) => {
  await openDraft(admin, site, 'Thrown')
  const path = await share(admin, site, 'Mr Lind')
  site.sql(`update siteSetup set visibility = 'closed'`)
  await visitor.open(path)
  await expect(visitor.heading('Thrown')).toBeVisible()
  await expectAccessible(visitor.page)
  const preview = await (await fetch(site.origin + path)).text()
  expect(preview).not.toContain('Thrown')
  expect(preview).toContain(`href="${path}?open"`)
  await visitor.open(`${path}?open`)
  await expect(visitor.heading('Thrown')).toBeVisible()
})

test('the form names what is missing, keeps what was typed, and is accessible', async ({ admin, site }) => {
  await openDraft(admin, site, 'Thrown')
  await button(admin, 'Share privately').click()
  await admin.main.getByLabel('Until', { exact: true }).fill('2020-01-01')
  await button(admin, 'Create link').click()
  await expect(admin.main.getByText('‘For’ is required.')).toBeVisible()
  await expect(admin.main.getByText('Choose a day from today, within a year.')).toBeVisible()
  await expect(admin.main.getByLabel('Until', { exact: true })).toHaveValue('2020-01-01')
  await expectAccessible(admin.page)
  await expect(links(admin)).toHaveCount(0)
})
