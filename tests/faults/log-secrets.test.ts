import { accounts } from '#tests/support/accounts.ts'
import { AdminClient } from './admin-client.ts'
import { photoBytes, assert } from './site-fixture.ts'
import { runFaults } from './run-faults.ts'

/** Strings that the log must not contain. */
const secrets = {
  password: 'seven oaks behind a hill',
  wrongPassword: 'not the right one at all',
  message: 'Between you and me: the shop moves in May.',
  token: 'f00dfacef00dfacef00dface',
}

runFaults('the log', [
  {
    name: 'log · after requests that succeeded and requests that failed, the log contains no secret and no text written by a user',
    async run({ site, client, projectId }) {
      const visitor = new AdminClient(site)
      const signUp = { email: 'someone@example.com', password: secrets.password }
      assert((await visitor.post('/signup', signUp)).status === 302, 'the sign-up was refused')
      await visitor.post('/signup', signUp)
      await visitor.post('/login', { email: accounts.admin.email, password: secrets.wrongPassword })
      await visitor.post('/login', { email: 'nobody@example.com', password: secrets.wrongPassword })
      const message = { firstName: 'Ada', lastName: 'Stone', email: 'ada@example.com', subject: 'A shop' }
      await visitor.post('/contact', { ...message, message: secrets.message })
      await visitor.post('/contact', { ...message, email: 'no address', message: secrets.message })
      await visitor.request(`/work?token=${secrets.token}`)
      for (const path of ['claim', 'CLAIM', '%63laim']) await visitor.request(`/${path}/${secrets.token}`)
      await visitor.post(`/claim/${secrets.token}`, signUp)
      await visitor.request(`/nowhere?token=${secrets.token}`)
      await visitor.request('/uploads', { method: 'POST', headers: { 'Upload-Metadata': secrets.token } })
      visitor.cookie = `${client.cookie.slice(0, -4)}AAAA`
      await visitor.request('/create')
      const { id } = await client.upload(await photoBytes(120), 'shown.jpg')
      await client.addImage(projectId, id)
      await client.saveText(projectId, 'details', secrets.message, 7)
      const releaseLock = site.holdWriteLock()
      await client.saveText(projectId, 'details', secrets.message, 1).finally(releaseLock)
      assert(
        (await client.request('/logout', { method: 'POST', body: new URLSearchParams() })).status === 302,
        'the log-out was refused',
      )
      for (const [name, secret] of Object.entries(secrets))
        assert(!site.output.includes(secret), `the ${name} is in the log`)
    },
  },
])
