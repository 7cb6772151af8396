import { expect, test } from './fixtures/test.ts'
import { inboxLink, messageRow, messageArticle, openMessage, tool, viewLink } from './fixtures/inbox.ts'
import type { Visitor } from './fixtures/visitor.ts'
import { insertMessage } from '#tests/support/site/site-rows.ts'

const notice = (person: Visitor) => person.main.getByRole('status').filter({ hasText: 'The message from' })

async function sendMessage(visitor: Visitor, subject: string): Promise<void> {
  await visitor.open('/contact')
  for (const [label, text] of Object.entries({
    'First name': 'Ada',
    'Last name': 'Lovelace',
    'E-mail': 'ada@example.com',
    Subject: subject,
    Message: 'We have a shop.',
  }))
    await visitor.main.getByLabel(label, { exact: true }).fill(text)
  const renderedAt = await visitor.main.locator('[name="drawn"]').inputValue()
  // A message that is written within three seconds looks like spam.
  await expect.poll(() => Date.now() - Number.parseInt(renderedAt)).toBeGreaterThan(3_100)
  await visitor.main.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
}

test('a new message appears in the open inbox of an admin and is counted on every page', async ({
  visitor,
  admin,
  colleague,
}) => {
  await admin.open('/inbox')
  await colleague.open('/about')
  await expect(admin.main.getByText('No messages. What visitors send')).toBeVisible()
  await expect(inboxLink(colleague)).toHaveAccessibleName('Inbox')
  await sendMessage(visitor, 'A shop')
  await expect(messageRow(admin, 'A shop')).toHaveAccessibleName(/^Unread: Ada Lovelace/)
  await expect(inboxLink(admin)).toHaveAccessibleName('Inbox 1 unread')
  await expect(inboxLink(colleague)).toHaveAccessibleName('Inbox 1 unread')

  await openMessage(admin, 'A shop')
  await expect(admin.main.getByRole('heading', { name: 'A shop' })).toBeFocused()
  await expect(messageArticle(admin, 'A shop')).toContainText('We have a shop.')
  await expect(inboxLink(colleague)).toHaveAccessibleName('Inbox')
  await expect(messageRow(admin, 'A shop')).toHaveAccessibleName(/^Ada Lovelace/)

  await tool(admin, 'Mark unread').click()
  await expect(messageArticle(admin, 'A shop')).toHaveCount(0)
  await expect(inboxLink(colleague)).toHaveAccessibleName('Inbox 1 unread')
  await expect(messageRow(admin, 'A shop')).toHaveAccessibleName(/^Unread/)
})

test('a message is answered in the mail program, and its address can be copied', async ({ admin, site }) => {
  const id = insertMessage(site, { subject: 'A shop & a café?', message: 'Hello,\n<b>we</b> https://shop.example' })
  await admin.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await admin.open(`/inbox?open=${id}`)
  const answer = tool(admin, 'Answer', 'link')
  const link = new URL((await answer.getAttribute('href')) ?? '')
  expect(link.protocol + link.pathname).toBe('mailto:ada@example.com')
  expect(link.searchParams.get('subject')).toBe('Re: A shop & a café?')
  expect(link.searchParams.get('body')).toMatch(
    new RegExp(`reference ${id.slice(-8).toUpperCase()}\\):\\r\\n> Hello,\\r\\n> <b>we</b> https`),
  )
  await expect(messageArticle(admin, 'A shop & a café?').locator('b, a[href^="https"]')).toHaveCount(0)

  await tool(admin, 'Copy address').click()
  await expect(admin.main.getByText('The address was copied.')).toBeVisible()
  expect(await admin.page.evaluate(() => navigator.clipboard.readText())).toBe('ada@example.com')

  await answer.click()
  await expect(notice(admin)).toContainText('is marked as answered')
  await expect(messageRow(admin, 'A shop')).toContainText('Answered')
  await tool(admin, 'Undo answered').click()
  await expect(tool(admin, 'Undo answered')).toHaveCount(0)
  await expect(messageRow(admin, 'A shop')).not.toContainText('Answered')
  expect(site.sql('select answeredAt from contactSubmissions')).toEqual([{ answeredAt: null }])
})

test('archiving and removing a message can be undone at once and later', async ({ admin, site }) => {
  insertMessage(site, { subject: 'A shop' })
  await admin.open('/inbox')
  for (const [button, undo, sentence, view] of [
    ['Archive', 'Undo archive', 'The message from Ada Lovelace is now in the archive.', 'Archive'],
    ['Delete', 'Undo delete', 'The message from Ada Lovelace was deleted.', 'Deleted'],
  ] as const) {
    await openMessage(admin, 'A shop')
    await tool(admin, button).click()
    await expect(notice(admin)).toContainText(sentence)
    await expect(messageRow(admin, 'A shop')).toHaveCount(0)
    await expect(admin.main.locator('.inbox-notice')).toBeFocused()
    await admin.page.keyboard.press('Tab')
    await expect(tool(admin, undo)).toBeFocused()
    await admin.page.keyboard.press('Enter')
    await expect(messageRow(admin, 'A shop')).toBeVisible()

    await openMessage(admin, 'A shop')
    await tool(admin, button).click()
    await expect(notice(admin)).toContainText(sentence)
    await viewLink(admin, view, 1).click()
    await openMessage(admin, 'A shop')
    await messageArticle(admin, 'A shop').getByRole('button', { name: undo }).click()
    await expect(messageRow(admin, 'A shop')).toHaveCount(0)
    await expect(messageArticle(admin, 'A shop')).toHaveCount(0)
    await viewLink(admin, 'Inbox', 1).click()
    await expect(messageRow(admin, 'A shop')).toBeVisible()
  }
})

test('a change that is saved after the admin has opened another view does not close that view', async ({
  admin,
  site,
}) => {
  insertMessage(site, { subject: 'A shop' })
  insertMessage(site, { subject: 'A café' })
  site.sql(`update contactSubmissions set archivedAt = createdAt where subject = 'A café'`)
  await admin.open('/inbox')
  await openMessage(admin, 'A shop')
  let sendChange = () => {}
  const sent = new Promise<void>((resolve) => (sendChange = resolve))
  await admin.page.route(/\/inbox\.data/, async (route) => {
    if (route.request().method() === 'POST') await sent
    await route.continue()
  })
  await tool(admin, 'Delete').click()
  await viewLink(admin, 'Archive', 1).click()
  await expect(messageRow(admin, 'A café')).toBeVisible()
  const loaded: string[] = []
  admin.page.on('request', (request) => void (request.method() === 'GET' && loaded.push(request.url())))
  sendChange()
  await expect(notice(admin)).toContainText('was deleted')
  await openMessage(admin, 'A café')
  await expect(messageArticle(admin, 'A café')).toBeVisible()
  expect(loaded.filter((url) => url.includes('/inbox.data') && !url.includes('view=archive'))).toEqual([])
})

test('a message with the honeypot filled in is quarantined with the reason, and ‘Not spam’ moves it to the inbox', async ({
  visitor,
  admin,
  site,
}) => {
  await admin.open('/inbox?view=quarantine')
  await visitor.open('/contact')
  for (const label of ['First name', 'Last name', 'Subject', 'Message'])
    await visitor.main.getByLabel(label, { exact: true }).fill('Casino')
  await visitor.main.getByLabel('E-mail').fill('bot@example.com')
  // Filled in by script, because only text browsers show this field.
  const honeypot = visitor.main.getByLabel('Leave this empty')
  await honeypot.evaluate((input: HTMLInputElement) => (input.value = 'https://spam.example'))
  await visitor.main.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')

  await expect(messageRow(admin, 'Casino')).toContainText('Reason: the hidden field was filled in')
  await expect(inboxLink(admin)).toHaveAccessibleName('Inbox')
  await openMessage(admin, 'Casino')
  await expect(messageArticle(admin, 'Casino')).toContainText('Reason: the hidden field was filled in.')
  await expect(tool(admin, 'Answer', 'link')).toHaveCount(0)
  await tool(admin, 'Not spam').click()
  await expect(viewLink(admin, 'Inbox', 1)).toBeVisible()
  await tool(admin, 'Undo move').click()
  await expect(viewLink(admin, 'Spam', 1)).toBeVisible()
  await expect(messageRow(admin, 'Casino')).toBeVisible()
  await openMessage(admin, 'Casino')
  await tool(admin, 'Not spam').click()
  await expect(messageArticle(admin, 'Casino')).toHaveCount(0)
  await viewLink(admin, 'Inbox', 1).click()
  await expect(messageRow(admin, 'Casino')).toBeVisible()
  await openMessage(admin, 'Casino')
  await expect(tool(admin, 'Undo move')).toBeVisible()
  expect(await site.runAdminCommand('enquiries')).not.toContain('Quarantined, probably spam')
})

test('messages are paged and searched, and another view keeps the search', async ({ admin, site }) => {
  for (let n = 0; n < 120; n++)
    insertMessage(site, { subject: `Question ${n}`, createdAt: new Date(Date.now() - n * 60_000).toISOString() })
  insertMessage(site, { subject: '100 % oak', firstName: 'Łukasz', createdAt: '2026-01-05T10:00:00.000Z' })
  site.sql(`update contactSubmissions set archivedAt = createdAt where subject = 'Question 77'`)
  await admin.open('/inbox')
  await expect(messageRow(admin, 'Question')).toHaveCount(50)
  await tool(admin, 'Older messages', 'link').click()
  await expect(messageRow(admin, 'Question 50')).toBeVisible()
  await tool(admin, 'Older messages', 'link').click()
  await expect(messageRow(admin, '100 % oak')).toBeVisible()
  await expect(tool(admin, 'Older messages', 'link')).toHaveCount(0)
  await tool(admin, 'Newest messages', 'link').click()
  await expect(messageRow(admin, 'Question 0')).toBeVisible()

  const search = admin.main.getByLabel('Search messages')
  for (const [text, found] of [
    ['lukasz OAK', 1],
    ['0 %', 1],
    ['question 7', 20],
    ['_', 0],
  ] as const) {
    await search.fill(text)
    await search.press('Enter')
    await expect(admin.main.getByText(`${found} found in Inbox.`)).toBeVisible()
    await expect(admin.main.locator('[data-message]')).toHaveCount(found)
  }
  await search.fill('question 7')
  await search.press('Enter')
  await viewLink(admin, 'Archive', 1).click()
  await expect(messageRow(admin, 'Question 77')).toBeVisible()
  await admin.page.goBack()
  await expect(admin.main.getByText('20 found in Inbox.')).toBeVisible()
})
