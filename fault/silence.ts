import { accounts } from '#e2e/people.ts'
import type { Fault } from './fault.ts'
import { Hand } from './hand.ts'
import { bytesOf, must } from './stage.ts'

/** What nobody who reads the log may learn. */
const words = {
  password: 'seven oaks behind a hill',
  wrong: 'not the right one at all',
  message: 'Between you and me: the shop moves in May.',
  token: 'f00dfacef00dfacef00dface',
}

/** The log, after everything that people do: what they write, and what opens doors, is not in it. */
export const silence: readonly Fault[] = [
  {
    isQuick: true,
    name: 'log · everything is done once, well and badly: no secret and no word of anybody stands in it',
    async try({ site, hand, projectId }) {
      const stranger = new Hand(site)
      const signUp = { email: 'someone@example.com', password: words.password }
      must((await stranger.post('/signup', signUp)).status === 302, 'the sign-up was refused')
      await stranger.post('/signup', signUp)
      await stranger.post('/login', { email: accounts.admin.email, password: words.wrong })
      await stranger.post('/login', { email: 'nobody@example.com', password: words.wrong })
      const message = { firstName: 'Ada', lastName: 'Stone', email: 'ada@example.com', subject: 'A shop' }
      await stranger.post('/contact', { ...message, message: words.message })
      await stranger.post('/contact', { ...message, email: 'no address', message: words.message })
      await stranger.ask(`/work?token=${words.token}`)
      await stranger.ask(`/nowhere?token=${words.token}`)
      await stranger.ask('/uploads', { method: 'POST', headers: { 'Upload-Metadata': words.token } })
      stranger.cookie = `${hand.cookie.slice(0, -4)}AAAA`
      await stranger.ask('/create')
      const { id } = await hand.upload(await bytesOf(120), 'shown.jpg')
      await hand.addImage(projectId, id)
      await hand.saveText(projectId, 'details', words.message, 7)
      const letGo = site.holdWriteLock()
      await hand.saveText(projectId, 'details', words.message, 1).finally(letGo)
      must((await hand.ask('/logout', { method: 'POST', body: new URLSearchParams() })).status === 302, 'no way out')
      for (const [what, word] of Object.entries(words))
        must(!site.output.includes(word), `the ${what} stands in the log`)
    },
  },
]
