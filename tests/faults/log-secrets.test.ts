import { accounts } from '#tests/support/accounts.ts'
import { AdminClient } from './admin-client.ts'
import { photoBytes, assert } from './site-fixture.ts'
import { runFaults } from './run-faults.ts'

/** Strings that the log must not contain. */
const words = {
  password: 'seven oaks behind a hill',
  wrong: 'not the right one at all',
  message: 'Between you and me: the shop moves in May.',
  token: 'f00dfacef00dfacef00dface',
}

runFaults('the log', [
  {
    name: 'log · after requests that succeeded and requests that failed, the log contains no secret and no text written by a user',
    async run({ site, client, projectId }) {
      const visitor = new AdminClient(site)
      const signUp = { email: 'someone@example.com', password: words.password }
      assert((await visitor.post('/signup', signUp)).status === 302, 'the sign-up was refused')
      await visitor.post('/signup', signUp)
      await visitor.post('/login', { email: accounts.admin.email, password: words.wrong })
      await visitor.post('/login', { email: 'nobody@example.com', password: words.wrong })
      const message = { firstName: 'Ada', lastName: 'Stone', email: 'ada@example.com', subject: 'A shop' }
      await visitor.post('/contact', { ...message, message: words.message })
      await visitor.post('/contact', { ...message, email: 'no address', message: words.message })
      await visitor.request(`/work?token=${words.token}`)
      for (const path of ['claim', 'CLAIM', '%63laim']) await visitor.request(`/${path}/${words.token}`)
      await visitor.post(`/claim/${words.token}`, signUp)
      await visitor.request(`/nowhere?token=${words.token}`)
      await visitor.request('/uploads', { method: 'POST', headers: { 'Upload-Metadata': words.token } })
      visitor.cookie = `${client.cookie.slice(0, -4)}AAAA`
      await visitor.request('/create')
      const { id } = await client.upload(await photoBytes(120), 'shown.jpg')
      await client.addImage(projectId, id)
      await client.saveText(projectId, 'details', words.message, 7)
      const releaseLock = site.holdWriteLock()
      await client.saveText(projectId, 'details', words.message, 1).finally(releaseLock)
      assert(
        (await client.request('/logout', { method: 'POST', body: new URLSearchParams() })).status === 302,
        'the log-out was refused',
      )
      for (const [what, word] of Object.entries(words)) assert(!site.output.includes(word), `the ${what} is in the log`)
    },
  },
])
