import { expect } from 'vitest'
import { runAttacks, type Attack } from './run-attacks.ts'
import { emailOf, type Actor, type TargetSite } from './target-site.ts'

const outsiders: readonly (readonly [Actor, number])[] = [
  ['anonymous', 401],
  ['user', 403],
  ['former admin', 403],
  ['expired', 401],
]

/** The form of each action that only an admin may take at /people. */
const peopleForms: Readonly<Record<string, (target: TargetSite) => Promise<Record<string, string>>>> = {
  invite: async () => ({ email: 'evil@example.com' }),
  withdraw: async () => ({ invitationId: 'nobody' }),
  'make-admin': async (target) => ({ userId: await userId(target, 'user') }),
  'remove-role': async (target) => ({ userId: await userId(target, 'admin') }),
  delete: async (target) => ({ userId: await userId(target, 'expired') }),
}

async function userId({ site }: TargetSite, actor: Actor): Promise<string> {
  const [account] = await site.query<{ id: string }>('select id from "authUser" where email = ?', emailOf(actor))
  return account?.id ?? ''
}

const asOutsider: Attack[] = outsiders.flatMap(([as, status]): Attack[] => [
  {
    name: `${as}: GET /people`,
    status,
    send: (target) => Promise.all(['/people', '/people.data', '/PEOPLE/'].map((path) => target.request(path, { as }))),
    verify: (_, responses) => {
      for (const { text } of responses) expect(text).not.toContain(emailOf('expired'))
    },
  },
  ...Object.entries(peopleForms).map(([intent, fields]): Attack => ({
    name: `${as}: ${intent} at /people`,
    status,
    send: async (target) => {
      const form = { intent, ...(await fields(target)) }
      return [await target.request('/people', { as, form }), await target.request('/people.data', { as, form })]
    },
  })),
])

const asAdmin: Attack[] = [
  ...['', 'nobody', '%', '*', "' or 1=1", '\0', '__proto__', 'x'.repeat(5_000)].map((id): Attack => ({
    name: `changes of the account with the id ${JSON.stringify(id.slice(0, 20))}`,
    status: [404, 503],
    send: async (target) => {
      const responses = []
      for (const intent of ['make-admin', 'remove-role', 'delete', 'withdraw'])
        responses.push(await target.request('/people', { as: 'admin', form: { intent, userId: id, invitationId: id } }))
      return responses
    },
  })),
  {
    name: '10 concurrent requests by the last admin to remove their own role or account',
    status: 422,
    send: async (target) => {
      const id = await userId(target, 'admin')
      const intents = Array.from({ length: 10 }, (_, n) => (n % 2 ? 'remove-role' : 'delete'))
      return Promise.all(
        intents.map((intent) => target.request('/people', { as: 'admin', form: { intent, userId: id } })),
      )
    },
  },
  ...['a@b.example\r\nBcc: c@d.example', 'a@b', `${'a'.repeat(300)}@b.example`, '"><script>@b.example'].map(
    (email): Attack => ({
      name: `an invitation for ${JSON.stringify(email.slice(0, 20))}`,
      status: 422,
      send: (target) => target.request('/people', { as: 'admin', form: { intent: 'invite', email } }),
    }),
  ),
]

/** Forms with invalid tokens, which change nothing whatever else they contain, and refused new e-mail addresses. */
const oneTimeLinks: Attack[] = [
  ...['reset', 'invite', 'confirm'].flatMap((page): Attack[] =>
    ['x', "' or 1=1", '../people', '%00', 'x'.repeat(1_500), '__proto__', '*'].map((token) => ({
      name: `/${page} with the token ${JSON.stringify(token.slice(0, 20))}`,
      status: 404,
      send: async (target) => {
        const path = `/${page}/${encodeURIComponent(token)}`
        const form = { email: emailOf('admin'), password: 'limewash and linen', role: 'Admin', userId: 'x' }
        return [await target.request(path, { form }), await target.request(path)]
      },
    })),
  ),
  {
    name: '100 tokens from one client address, of which at most 20 are looked up',
    status: [404, 429],
    send: async (target) => {
      const responses = []
      for (let n = 0; n < 100; n++)
        responses.push(
          await target.request(`/reset/guess-${n}`, { clientAddress: '192.0.2.77', form: { password: 'x' } }),
        )
      return responses
    },
    verify: (_, responses) => expect(responses.filter(({ status }) => status === 404).length).toBeLessThanOrEqual(20),
  },
  {
    name: 'a change to an e-mail address that already has an account, and to invalid addresses',
    status: 422,
    send: async (target) => {
      const responses = []
      for (const email of [emailOf('admin'), 'no address', 'a@b.example\r\nBcc: c@d.example', ''])
        responses.push(await target.request('/account/email', { as: 'user', form: { email } }))
      return responses
    },
  },
]

runAttacks('people and one-time links', [...asOutsider, ...asAdmin, ...oneTimeLinks])
