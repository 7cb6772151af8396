import { expect, test } from './fixtures/test.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { inboxLink, messageRow, messageArticle, openMessage, tool } from './fixtures/inbox.ts'
import { insertMessage } from '#tests/support/site/site-rows.ts'

const exports = ['/inbox/export.csv', '/inbox/export.json'] as const

test('visitors and users see the list of projects instead of the inbox, and no message', async ({
  visitor,
  user,
  admin,
  site,
}) => {
  const id = insertMessage(site, { subject: 'A secret shop', message: 'Nobody may know.' })
  for (const [person, status] of [
    [visitor, 401],
    [user, 403],
  ] as const) {
    expect((await person.open(`/inbox?open=${id}`)).status()).toBe(200)
    await expect(person.heading('Work')).toBeVisible()
    expect(await person.canonicalPath()).toBe('/work')
    await expect(person.page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(inboxLink(person)).toHaveCount(0)
    for (const path of ['/inbox', '/INBOX/', '/inbox.data', ...exports, `${exports[1]}.data`]) {
      const response = await person.page.request.get(`${site.origin}${path}?open=${id}&search=secret`)
      expect(response.status(), path).toBe(path.includes('export') ? status : 200)
      expect(await response.text(), path).not.toMatch(/secret shop|Lovelace|Nobody may know/)
    }
  }
  await admin.open('/inbox')
  await expect(admin.heading('Inbox')).toBeVisible()
  await expect(admin.page).toHaveTitle(/^Inbox/)
  await expect(admin.page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

test('exports are downloaded as files, are never cached, and contain no formulas that a spreadsheet would run', async ({
  admin,
  site,
}) => {
  // Without a recent proof, the exports ask for the password.
  site.sql('update authSession set provenAt = ?', new Date().toISOString())
  insertMessage(site, { subject: '=HYPERLINK("http://evil.example")', message: 'a\n+1', firstName: '-Ada' })
  insertMessage(site, { subject: 'Casino', quarantined: 'written too fast' })
  const responses = []
  for (const path of exports) {
    const response = await admin.page.request.get(site.origin + path)
    expect(response.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="messages-\d{4}-\d\d-\d\d\.(csv|json)"$/),
      'x-content-type-options': 'nosniff',
    })
    responses.push(await response.text())
  }
  const [csv = '', json = ''] = responses
  expect(csv).toMatch(/^\uFEFF"Received",/)
  expect(csv).toContain(`"'-Ada","Lovelace","ada@example.com","'=HYPERLINK(""http://evil.example"")","a\n'+1","inbox"`)
  expect(csv).toContain('"quarantine","written too fast"')
  expect(JSON.parse(json)).toHaveLength(2)
  await admin.open('/inbox')
  const download = admin.page.waitForEvent('download')
  await tool(admin, 'Export CSV', 'link').click()
  expect((await download).suggestedFilename()).toMatch(/^messages-.+\.csv$/)
})

test('a message stays open when another admin archives it, and a removed message cannot be changed', async ({
  admin,
  colleague,
  site,
}) => {
  const id = insertMessage(site, { subject: 'A shop' })
  insertMessage(site, { subject: 'A house' })
  await admin.open(`/inbox?open=${id}`)
  await colleague.open('/inbox')
  await openMessage(colleague, 'A shop')
  await tool(colleague, 'Archive').click()
  // The message stays open where it is being read.
  await expect(tool(admin, 'Undo archive')).toBeVisible()
  await expect(messageArticle(admin, 'A shop')).toContainText('In the archive')
  // For a moment the open message has this button too; once it has closed, only the notice does.
  await expect(messageArticle(colleague, 'A shop')).toHaveCount(0)
  await tool(colleague, 'Undo archive').click()
  await expect(tool(admin, 'Archive')).toBeVisible()

  // Removed with SQL, without an event, so that the page still shows the message when Archive is clicked.
  site.sql('update contactSubmissions set deletedAt = createdAt where id = ?', id)
  await tool(admin, 'Archive').click()
  await expect(admin.alert).toHaveText('The message could not be changed')
  await expect(admin.main.getByText('This message has been deleted in the meantime.')).toBeVisible()
  expect(site.sql('select archivedAt from contactSubmissions where id = ?', id)).toEqual([{ archivedAt: null }])

  // The message expires.
  site.sql('delete from contactSubmissions where id = ?', id)
  await openMessage(colleague, 'A house')
  await expect(admin.main.getByText('This message is no longer here: it was deleted for good.')).toBeVisible()
})

test('hostile texts are shown as text, and change neither direction nor layout', async ({ admin, site }) => {
  const text = `<img src=x onerror=alert(1)> \u202egpj.exe ${'W'.repeat(300)}\n\u2066</script>`
  const id = insertMessage(site, {
    firstName: '\u202eevE',
    lastName: `${'W'.repeat(99)}`,
    subject: `<script>alert(1)</script>\u202e\u0007 ${'x'.repeat(150)}`,
    message: text,
    email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example`,
  })
  for (const width of [320, 1440]) {
    await admin.page.setViewportSize({ width, height: 740 })
    for (const path of ['/inbox', `/inbox?open=${id}`]) {
      await admin.open(path)
      await expect(admin.main.locator('img, script')).toHaveCount(0)
      expect(await admin.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await expect(admin.main.getByRole('heading', { level: 2 })).toHaveText(/^<script>alert\(1\)<\/script> x+$/)
    await expect(admin.main.getByRole('definition').first()).toHaveText(/^evE W+$/)
  }
})

test('the inbox works by keyboard at 360 px, its targets are at least 44 px, and axe finds no violations', async ({
  admin,
  site,
}) => {
  for (let n = 0; n < 3; n++) insertMessage(site, { subject: `Question ${n}` })
  insertMessage(site, { subject: 'Casino', quarantined: 'written too fast' })
  await admin.page.setViewportSize({ width: 360, height: 740 })
  await admin.open('/inbox?search=question')
  await expectAccessible(admin.page)
  expect(await admin.page.evaluate(findSmallTargets)).toEqual([])

  await messageRow(admin, 'Question 1').focus()
  await admin.page.keyboard.press('Enter')
  await expect(admin.main.getByRole('heading', { name: 'Question 1' })).toBeFocused()
  await expect(messageRow(admin, 'Question 1')).toBeHidden()
  for (const colorScheme of ['light', 'dark'] as const) {
    await admin.page.emulateMedia({ colorScheme })
    await expectAccessible(admin.page)
  }
  expect(await admin.page.evaluate(findSmallTargets)).toEqual([])
  for (const control of [
    tool(admin, 'Answer', 'link'),
    ...['Copy address', 'Mark unread', 'Archive', 'Delete'].map((name) => tool(admin, name)),
  ]) {
    await admin.page.keyboard.press('Tab')
    await expect(control).toBeFocused()
  }
  await admin.page.keyboard.press('Enter')
  const notice = admin.main.getByRole('status').filter({ hasText: 'was deleted.' })
  await expect(notice.getByRole('button')).toBeInViewport()
  await expect(admin.main.locator('.inbox-notice')).toBeFocused()
  await admin.page.keyboard.press('Tab')
  await expect(tool(admin, 'Undo delete')).toBeFocused()
  expect(await admin.page.evaluate(findSmallTargets)).toEqual([])

  await messageRow(admin, 'Question 2').click()
  await tool(admin, 'Back to the list', 'link').click()
  await expect(messageRow(admin, 'Question 2')).toBeFocused()
  await admin.page.setViewportSize({ width: 1440, height: 900 })
  await admin.open('/inbox?view=quarantine')
  await openMessage(admin, 'Casino')
  await expectAccessible(admin.page)
})

/** Targets in the main content smaller than 44 px. */
function findSmallTargets(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input)')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches('[type="hidden"]'))
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return width < 44 || height < 44
    })
    .map((element) => `${element.tagName} ${element.innerText}`)
}
