import { afterAll } from 'vitest'
import { accounts } from '#tests/support/accounts.ts'
import { MailServer, type MailServerMode } from '#tests/support/mail/mail-server.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { AdminClient } from './admin-client.ts'
import type { Fault, FaultContext } from './fault.ts'
import type { Injection } from './injector/injection.ts'
import { arm, passTime, waitForExit } from './injector/injector.ts'
import { runFaults } from './run-faults.ts'
import { assert, photoBytes, waitUntil } from './site-fixture.ts'

const minuteMs = 60_000
const formFields = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  subject: 'A shop',
  message: 'Call me.',
}

const server = await MailServer.open()
afterAll(() => server.close())

interface Mail {
  readonly id: string
  readonly state: string
  readonly attempts: number
  readonly answer: string | null
  readonly text: string
  readonly contactMessageId: string
}

/** The mail server fails, or the site is killed, while the e-mail about a message is sent. */
runFaults('mail', [
  mailFault('is sent once if the mail server is available', async (context) => {
    await sendMessage(context)
    await assertSentOnce(context, { attempts: 1 })
    const [mail] = server.received
    assert(mail?.to.join() === accounts.admin.email, `it was sent to ${mail?.to.join()}`)
    assert(/^Reply-To: ada@example\.com\r$/m.test(mail.raw), 'a reply would not go to the sender')
  }),
  mailFault('is sent once through a slow server, and the visitor does not wait for it', async (context) => {
    server.mode = 'slow'
    await sendMessage(context)
    assert(server.received.length === 0, 'the visitor waited for the mail server')
    await assertSentOnce(context, { attempts: 1 })
  }),
  mailFault('is retried after a server never sent a greeting, and pages are served meanwhile', async (context) => {
    server.mode = 'hang'
    await sendMessage(context)
    await waitUntil('the server has a connection', () => server.connections === 1)
    assert((await fetch(`${context.site.origin}/work`)).status === 200, 'a page was not served')
    await waitForFailedAttempts(context, 1)
    server.mode = 'accept'
    await passMinutes(context, 2)
    await assertSentOnce(context, { attempts: 2 })
  }),
  retriedAfter(450, 'rcpt'),
  retriedAfter(452, 'data'),
  mailFault('is not retried after a 550, and an admin can send it again', async (context) => {
    server.mode = { refuse: 550, at: 'rcpt' }
    await sendMessage(context)
    await waitUntil('the e-mail has failed', () => emailsOf(context.site)[0]?.state === 'failed')
    const [mail] = emailsOf(context.site)
    assert(mail?.answer?.includes('550 No such mailbox') === true, `the answer is ${mail?.answer}`)
    await passMinutes(context, 60)
    assert(server.connections === 1, 'the e-mail was retried')
    server.mode = 'accept'
    const again = await context.client.post('/studio/health.data', { intent: 'send-again', mailId: mail.id })
    assert(again.status === 200, `sending again returned ${again.status}`)
    await assertSentOnce(context, { attempts: 1 })
  }),
  mailFault('is sent twice with the same Message-ID if the connection is closed after DATA', async (context) => {
    server.mode = 'disconnect'
    await sendMessage(context)
    await waitForFailedAttempts(context, 1)
    server.mode = 'accept'
    await passMinutes(context, 2)
    await assertSentTwice(context, 2)
  }),
  mailFault('is sent once after the server was down for an hour and the site was restarted', async (context) => {
    await server.close()
    await sendMessage(context)
    await waitForFailedAttempts(context, 1)
    let minutes = 0
    for (const [index, pause] of [1, 2, 5, 10, 20, 40].entries()) {
      minutes += pause
      if (index === 3) {
        await context.site.kill()
        await context.site.start()
      }
      if (minutes > 60) await server.listen()
      await passMinutes(context, minutes + 1)
      if (minutes <= 60) await waitForFailedAttempts(context, index + 2)
    }
    await assertSentOnce(context, { attempts: 7 })
  }),
  killSite(
    'between the commit of the message and the e-mail: sent once',
    { when: 'after', argumentPattern: '^commit' },
    async (context) => {
      await passMinutes(context, 1)
      await assertSentOnce(context, { attempts: 1 })
    },
  ),
  killSite(
    'after the e-mail is claimed: sent once',
    { when: 'after', argumentPattern: '^update "outbox" set "attempts"' },
    async (context) => {
      await passMinutes(context, 4)
      await assertSentOnce(context, { attempts: 2 })
    },
  ),
  killSite(
    'after the e-mail was sent, before that is recorded: sent twice with the same Message-ID',
    { when: 'before', argumentPattern: '^update "outbox" set "state"' },
    async (context) => {
      await passMinutes(context, 4)
      await assertSentTwice(context, 2)
    },
  ),
])

function mailFault(name: string, run: (context: FaultContext) => Promise<void>): Fault {
  return {
    name: `mail · ${name}`,
    settings: { SMTP_URL: server.url, MAIL_FROM: 'Studio <site@studio.example>' },
    async run(context) {
      await server.reset()
      await run(context)
      const messages = context.site.sql('select id from "contactSubmissions"')
      assert(messages.length === 1, `there are ${messages.length} messages instead of one`)
      const recipients = new Set(server.received.flatMap(({ to }) => to))
      assert(!recipients.has(formFields.email), 'an e-mail was sent to the address of the form')
    },
  }
}

function retriedAfter(code: number, at: Extract<MailServerMode, object>['at']): Fault {
  return mailFault(`is retried after a ${code} at ${at}`, async (context) => {
    server.mode = { refuse: code, at }
    await sendMessage(context)
    await waitForFailedAttempts(context, 1)
    assert(emailsOf(context.site)[0]?.state === 'waiting', 'the e-mail was given up')
    server.received.length = 0
    server.mode = 'accept'
    await passMinutes(context, 2)
    await assertSentOnce(context, { attempts: 2 })
  })
}

function killSite(
  step: string,
  injection: Pick<Injection, 'when' | 'argumentPattern'>,
  check: (context: FaultContext) => Promise<void>,
): Fault {
  return mailFault(`kill -9 ${step}`, async (context) => {
    const { site } = context
    const form = await fillForm(context)
    await arm(site, { call: 'sql', nth: 1, ...injection })
    await submit(context, form).catch(() => null)
    await waitForExit(site, 60_000)
    assert(site.process.signalCode === 'SIGKILL', 'the process was not killed')
    await site.start()
    await check(context)
  })
}

/** Sends a message with the contact form. */
async function sendMessage(context: FaultContext): Promise<void> {
  const status = await submit(context, await fillForm(context))
  assert(status === 200, `the message returned ${status}`)
}

/** Returns the form fields, and lets the time pass that a person needs to fill them in. */
async function fillForm({ site }: FaultContext): Promise<Record<string, string>> {
  const page = await (await fetch(`${site.origin}/contact`)).text()
  const drawn = /name="drawn" value="([^"]+)"/.exec(page)?.[1] ?? ''
  assert(drawn !== '', 'the form has no timestamp')
  await passTime(site, 5_000)
  return { ...formFields, drawn }
}

async function submit({ site }: FaultContext, form: Record<string, string>): Promise<number> {
  const visitor = new AdminClient(site)
  return (await visitor.request('/contact', { method: 'POST', body: new URLSearchParams(form) })).status
}

function emailsOf(site: SiteProcess): Mail[] {
  return site.sql<Mail>('select * from "outbox"')
}

/** Lets this many minutes (and 10 s) pass since the start, and adds a photo, which starts the background jobs. */
async function passMinutes({ site, client, projectId }: FaultContext, minutes: number): Promise<void> {
  await passTime(site, minutes * minuteMs + 10_000)
  const { id } = await client.upload(await photoBytes(300 + (minutes % 500)), 'wake.jpg')
  const { status } = await client.addImage(projectId, id)
  assert(status === 200, `adding a photo returned ${status}`)
}

async function waitForFailedAttempts({ site }: FaultContext, attempts: number): Promise<void> {
  await waitUntil(`${attempts} attempts have failed`, () =>
    site.log
      .split('\n')
      .some((line) => line.includes('an e-mail was not sent') && line.includes(`"attempts":${attempts},`)),
  )
}

async function assertSentOnce(context: FaultContext, { attempts }: { attempts: number }): Promise<void> {
  await assertSent(context, attempts)
  assert(server.received.length === 1, `${server.received.length} e-mails instead of one`)
}

async function assertSentTwice(context: FaultContext, attempts: number): Promise<void> {
  await assertSent(context, attempts)
  const ids = server.received.map(({ messageId }) => messageId)
  assert(ids.length === 2 && new Set(ids).size === 1, `the e-mails have the ids ${ids.join(' ')}`)
}

async function assertSent({ site }: FaultContext, attempts: number): Promise<void> {
  await waitUntil('the e-mail is sent', () => emailsOf(site)[0]?.state === 'sent')
  const emails = emailsOf(site)
  const [mail] = emails
  assert(emails.length === 1 && mail?.attempts === attempts, `${emails.length} e-mails, ${mail?.attempts} attempts`)
  assert(mail.text === '', 'the text of the e-mail was kept')
  assert(server.received.at(-1)?.messageId === `<${mail.id}@studio.example>`, 'the Message-ID is a different one')
}
