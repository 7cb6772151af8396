import { password, freshClientAddress, type TextResponse, type TargetSite } from './target-site.ts'

export const wrongCredentialsMessage = 'The e-mail address or the password is wrong.'

/** An e-mail address without an account. */
export const newEmail = () => `fresh-${freshClientAddress()}@example.com`

export const signUpAs =
  (email: string, chosenPassword = password) =>
  (target: TargetSite) =>
    target.request('/signup', { form: { email, password: chosenPassword } })

export const logInAs =
  (email: string, givenPassword: string, clientAddress = freshClientAddress()) =>
  (target: TargetSite) =>
    target.request('/login', { form: { email, password: givenPassword }, clientAddress })

export const sendAtOnce =
  (count: number, send: (target: TargetSite, n: number) => Promise<TextResponse>) => (target: TargetSite) =>
    Promise.all(Array.from({ length: count }, (_, n) => send(target, n)))

export const countStatus = (responses: readonly TextResponse[], status: number) =>
  responses.filter((response) => response.status === status).length

/** The device cookie that a log-in or sign-up set. */
export const deviceCookieOf = ({ headers }: TextResponse) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('enfilade.device='))
    ?.split(';')[0] ?? ''
