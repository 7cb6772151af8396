import { password, stranger, type Answer, type Siege } from './siege.ts'

export const wrong = 'The e-mail address or the password is not right.'

export const fresh = () => `fresh-${stranger()}@example.com`
export const signsUp =
  (email: string, chosen = password) =>
  (siege: Siege) =>
    siege.ask('/signup', { form: { email, password: chosen } })
export const logsIn =
  (email: string, given: string, from = stranger()) =>
  (siege: Siege) =>
    siege.ask('/login', { form: { email, password: given }, from })
export const many = (count: number, send: (siege: Siege, n: number) => Promise<Answer>) => (siege: Siege) =>
  Promise.all(Array.from({ length: count }, (_, n) => send(siege, n)))
export const tally = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length
