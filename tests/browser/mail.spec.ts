import { accounts } from '#tests/support/accounts.ts'
import { MailServer } from '#tests/support/mail/mail-server.ts'
import { preparedFolder } from '#tests/support/site-data/prepared-site.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { readSiteState } from '#tests/support/site/site-state.ts'
import { expectAccessible } from './fixtures/checks/axe.ts'
import { messageArticle, openMessage, tool } from './fixtures/inbox.ts'
import { expect, test as base } from './fixtures/test.ts'
import type { Visitor } from './fixtures/visitor.ts'

/** The `site` of these tests has a mail server. */
const test = base.extend<{ mailServer: MailServer }>({
  mailServer: async ({}, use) => {
    const server = await MailServer.open()
    await use(server)
    await server.close()
  },
  site: async ({ mailServer }, use) => {
    const settings = { SMTP_URL: mailServer.url, MAIL_FROM: 'Studio <site@studio.example>' }
    const site = await SiteProcess.open(preparedFolder(), settings)
    await use(site)
    await site.close()
  },
})

const notice = (person: Visitor) => person.main.getByText(/^Mail is set up, but nobody has confirmed/)
const mailRow = (person: Visitor, text: string) =>
  person.main
    .getByRole('region', { name: /^E-mails of the last/ })
    .getByRole('listitem')
    .filter({ hasText: text })

async function sendMessage(visitor: Visitor, subject: string): Promise<void> {
  await visitor.open('/contact')
  const texts = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    'E-mail': 'ada@example.com',
    Subject: subject,
    Message: 'Call me.',
  }
  for (const [label, text] of Object.entries(texts)) await visitor.main.getByLabel(label, { exact: true }).fill(text)
  const renderedAt = await visitor.main.locator('[name="drawn"]').inputValue()
  // A message that is written within three seconds looks like spam.
  await expect.poll(() => Date.now() - Number.parseInt(renderedAt)).toBeGreaterThan(3_100)
  await visitor.main.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.main.getByRole('status')).toHaveText('Message sent successfully!')
}

/** The path of the link in the last e-mail. */
function linkIn({ received }: MailServer): string {
  const raw = (received.at(-1)?.raw ?? '').replace(/=\r\n/g, '')
  return /http:\/\/localhost:\d+(\/confirm-mail\/[\w-]+)/.exec(raw)?.[1] ?? 'no link'
}

test('admins see a notice until somebody confirms a test e-mail', async ({
  visitor,
  user,
  admin,
  colleague,
  mailServer,
}) => {
  await colleague.open('/')
  await expect(notice(colleague)).toBeVisible()
  await expectAccessible(colleague.page)
  for (const person of [visitor, user]) {
    await person.open('/work')
    await expect(notice(person)).toHaveCount(0)
  }
  await admin.open('/work')
  await notice(admin).getByRole('link', { name: 'Open Health' }).focus()
  await admin.page.keyboard.press('Enter')
  await expect(admin.heading('Health')).toBeVisible()
  await expect(admin.main.getByText('Nobody has confirmed yet that mail arrives')).toBeVisible()
  await tool(admin, 'Send a test mail').focus()
  await admin.page.keyboard.press('Enter')
  await expect(admin.main.getByRole('status')).toContainText(`A test e-mail to ${accounts.admin.email} is on its way.`)
  await expect(mailRow(admin, 'Test e-mail')).toContainText('Sent ')
  expect(mailServer.received.map(({ to }) => to)).toEqual([[accounts.admin.email]])

  // A mail scanner opens the link first, then the person, who is not logged in on this device.
  const link = linkIn(mailServer)
  expect((await visitor.page.request.get(visitor.site.origin + link)).status()).toBe(200)
  await visitor.open(link)
  await expect(notice(colleague)).toBeVisible()
  await expectAccessible(visitor.page)
  await tool(visitor, 'Mail arrives').click()
  await expect(visitor.main.getByRole('status')).toHaveText('Mail works. You can close this page.')
  await expect(notice(colleague)).toHaveCount(0)
  await expect(admin.main.getByText('It works: a test e-mail arrived')).toBeVisible()
})

test('the link of a test e-mail works without JavaScript; an invalid one is refused with a message', async ({
  admin,
  browser,
  mailServer,
  site,
}) => {
  await admin.open('/studio/health')
  await tool(admin, 'Send a test mail').click()
  await expect.poll(() => mailServer.received.length).toBe(1)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const refusal = await page.request.get(`${site.origin}/confirm-mail/another`)
  expect([refusal.status(), await refusal.text()]).toEqual([404, expect.stringContaining('This link is not valid')])
  await page.goto(site.origin + linkIn(mailServer))
  await page.getByRole('button', { name: 'Mail arrives' }).click()
  await expect(page.getByText('Mail works.')).toBeVisible()
  await expect(notice(admin)).toHaveCount(0)
  await context.close()
})

test('a contact message is e-mailed; a refused e-mail shows the reason and can be sent again', async ({
  visitor,
  admin,
  mailServer,
}) => {
  mailServer.mode = { refuse: 550, at: 'rcpt' }
  await admin.open('/studio/health')
  await sendMessage(visitor, 'A shop')
  await expect(mailRow(admin, 'Message from the contact form')).toContainText(
    /Failed .+, after one attempt\. Reason: 550 No such mailbox/,
  )
  await mailRow(admin, 'Message from the contact form').getByRole('link', { name: 'Open the message' }).click()
  await expect(messageArticle(admin, 'A shop')).toContainText('550 No such mailbox')
  await expectAccessible(admin.page)
  mailServer.mode = 'accept'
  await tool(admin, 'Send again').click()
  await expect(messageArticle(admin, 'A shop')).toContainText(`To ${accounts.admin.email}`)
  await expect(messageArticle(admin, 'A shop')).toContainText(/Sent \d/)
  await expect(tool(admin, 'Send again')).toHaveCount(0)
  expect(mailServer.received.map(({ to }) => to)).toEqual([[accounts.admin.email]])

  await sendMessage(visitor, 'A second shop')
  await expect.poll(() => mailServer.received.length).toBe(2)
  await admin.open('/inbox')
  await openMessage(admin, 'A second shop')
  await expect(messageArticle(admin, 'A second shop')).toContainText(/Sent \d/)
})

test('the Health page refuses requests of visitors and users, which change nothing', async ({
  visitor,
  user,
  admin,
  site,
}) => {
  await admin.open('/studio/health')
  for (const [person, status] of [
    [visitor, 401],
    [user, 403],
  ] as const) {
    const { request } = person.page
    // Sent before the comparison, because it records the use of the session.
    const read = await request.get(`${site.origin}/studio/health`)
    const before = await readSiteState(site)
    expect([read.status(), await read.text()]).toEqual([status, expect.not.stringContaining('127.0.0.1')])
    for (const intent of ['send-test-mail', 'send-again', 'nonsense'])
      for (const suffix of ['', '.data']) {
        const options = { headers: { Origin: site.origin }, form: { intent, mailId: 'x' } }
        expect((await request.post(`${site.origin}/studio/health${suffix}`, options)).status()).toBe(status)
      }
    expect(await readSiteState(site)).toEqual(before)
  }
  const options = { headers: { Origin: 'https://evil.example' }, form: { intent: 'send-test-mail' } }
  expect((await admin.page.request.post(`${site.origin}/studio/health`, options)).status()).toBe(403)
})

test('the privacy notice names the mail server and says how long e-mails are kept', async ({ visitor }) => {
  await visitor.open('/privacy')
  await expect(visitor.main.getByText('through the mail server 127.0.0.1.')).toBeVisible()
  await expect(visitor.main.getByText('When this site sends an e-mail, to you')).toBeVisible()
  await expect(visitor.main.getByText('E-mails: 30 days.')).toBeVisible()
})

test('on a phone, the Health page fits the width, and its targets are at least 44 px high', async ({
  visitor,
  admin,
  mailServer,
}) => {
  mailServer.mode = { refuse: 550, at: 'data' }
  await sendMessage(visitor, 'A shop')
  await admin.page.setViewportSize({ width: 360, height: 740 })
  await admin.open('/studio/health')
  await expect(tool(admin, 'Send again')).toBeEnabled()
  await expectAccessible(admin.page)
  expect(await admin.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  for (const target of await admin.main.locator('a, button').all()) {
    const box = await target.boundingBox()
    expect(box?.height, await target.innerText()).toBeGreaterThanOrEqual(44)
  }
})
