import { afterAll } from 'vitest'
import { accounts } from '#tests/support/accounts.ts'
import { MailServer } from '#tests/support/mail/mail-server.ts'
import { AdminClient } from './admin-client.ts'
import type { FaultContext } from './fault.ts'
import { photoBytes, assert, waitUntil } from './site-fixture.ts'
import { runFaults } from './run-faults.ts'

const server = await MailServer.open()
afterAll(() => server.close())

const message = {
  firstName: 'Wilhelmina',
  lastName: 'Okonjo-Baird',
  email: 'w.okonjo@example.com',
  subject: 'A shop in Leith',
  message: 'Between you and me: the shop moves in May.\nCall +44 20 7946 0991.',
}

/** Strings that the log must not contain, in any field. */
const secrets = {
  password: 'seven oaks behind a hill',
  wrongPassword: 'not the right one at all',
  token: 'f00dfacef00dfacef00dface',
  newAccount: 'someone@example.com',
  unknownAccount: 'nobody@example.com',
  invited: 'guest@example.org',
  recipient: 'Mr Lindqvist',
  senderPhone: '+44 20 7946 0991',
  studioPhone: '+44 131 496 0123',
  adminAddress: accounts.admin.email,
  userAddress: accounts.user.email,
  ...message,
}
const { email, password } = { email: secrets.newAccount, password: secrets.password }

runFaults('the log', [
  {
    name: 'log · after requests that succeeded and requests that failed, no field contains a password, token, name, address, phone number or text',
    settings: { SMTP_URL: server.url, MAIL_FROM: 'Studio <site@studio.example>' },
    async run(context) {
      const { site, client } = context
      server.mode = { refuse: 550, at: 'rcpt' }
      const visitor = new AdminClient(site)
      await sendAsVisitor(visitor)
      const tokens = await sendAsAdmin(context)
      for (const path of tokens.flatMap((token) => [`invite/${token}`, `INVITE/${token}`, `private/${token}`]))
        await visitor.request(`/${path}`)
      await sendWhileLocked(context, visitor)
      visitor.cookie = `${client.cookie.slice(0, -4)}AAAA`
      await visitor.request('/create')
      await waitUntil('an e-mail was refused', () => site.log.includes('an e-mail was not sent'))
      const loggedOut = await client.request('/logout', { method: 'POST', body: new URLSearchParams() })
      assert(loggedOut.status === 302, 'the log-out was refused')
      // Otherwise the search would prove nothing.
      for (const entry of ['a request was refused', 'a request failed', 'the database failed in an account form'])
        assert(site.log.includes(entry), `“${entry}” was not logged`)
      const logged = searchableText(site.output)
      const all = { ...secrets, invitationToken: tokens[0] ?? '', privateToken: tokens[1] ?? '' }
      for (const [name, secret] of Object.entries(all)) {
        const forms = [secret, encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)]
        for (const form of forms) assert(!logged.includes(form.toLowerCase()), `the ${name} is in the log`)
      }
    },
  },
])

async function sendAsVisitor(visitor: AdminClient): Promise<void> {
  assert((await visitor.post('/signup', { email, password })).status === 302, 'the sign-up was refused')
  await visitor.post('/signup', { email, password })
  for (const address of [accounts.admin.email, secrets.unknownAccount])
    await visitor.post('/login', { email: address, password: secrets.wrongPassword })
  for (const address of [accounts.user.email, secrets.unknownAccount, 'no address']) {
    await visitor.post('/reset', { email: address })
    await visitor.post('/contact', { ...message, email: address })
  }
  const query = new URLSearchParams({ token: secrets.token, ...message })
  for (const path of ['work', 'nowhere', 'inbox', 'uploads']) await visitor.request(`/${path}?${query}`)
  for (const path of ['claim', 'CLAIM', '%63laim', 'reset', 'confirm', 'confirm-mail'])
    await visitor.request(`/${path}/${secrets.token}`)
  await visitor.post(`/claim/${secrets.token}`, { email, password })
  await visitor.post(`/reset/${secrets.token}`, { password })
  await visitor.request('/uploads', { method: 'POST', headers: { 'Upload-Metadata': secrets.token } })
}

/** Returns the tokens of an invitation and of a private link. */
async function sendAsAdmin({ client, projectId }: FaultContext): Promise<string[]> {
  const { id } = await client.upload(await photoBytes(120), 'shown.jpg')
  await client.addImage(projectId, id)
  await client.saveText(projectId, 'details', message.message, 7)
  await client.post('/account/verify.data', { password: secrets.wrongPassword })
  await client.post('/account/email.data', { email: secrets.unknownAccount })
  await client.post('/studio.data', phone)
  const invited = await client.post('/people.data', { intent: 'invite', email: secrets.invited })
  await client.post(`/projects/${projectId}.data`, { intent: 'withdraw' })
  assert((await client.post(`/projects/${projectId}.data`, share)).status === 200, 'the draft was not shared')
  const page = await (await client.request(`/projects/${projectId}.data`)).text()
  const tokens = [/\/invite\/([\w-]{24})/.exec(invited.text)?.[1], /[\w-]{32}[\da-f]{8}-[\da-f-]{27}/.exec(page)?.[0]]
  assert(!tokens.includes(undefined), 'no token was found')
  return tokens.filter((token) => token !== undefined)
}

const phone = { intent: 'save-text', field: 'phone', text: secrets.studioPhone, version: '0' }
const share = {
  intent: 'share-privately',
  recipient: secrets.recipient,
  until: new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10),
}

/** Sends requests that fail in the database. */
async function sendWhileLocked({ site, client, projectId }: FaultContext, visitor: AdminClient): Promise<void> {
  const release = site.holdWriteLock()
  await Promise.all([
    client.saveText(projectId, 'details', message.message, 1),
    client.post('/studio.data', phone),
    client.post('/people.data', { intent: 'invite', email: secrets.invited }),
    client.post(`/projects/${projectId}.data`, share),
    visitor.post('/contact', message),
    visitor.post('/signup', { email, password }),
    visitor.post('/login', { email: accounts.user.email, password: accounts.user.password }),
    visitor.post('/reset', { email: accounts.user.email }),
  ]).finally(release)
}

/** The output, and the names and values of all fields of its JSON lines without escapes, in lower case. */
function searchableText(output: string): string {
  const texts = [output]
  for (const line of output.split('\n').filter((line) => line.startsWith('{')))
    JSON.parse(line, (name, value: unknown) => texts.push(name, String(value)))
  return texts.join('\n').toLowerCase()
}
