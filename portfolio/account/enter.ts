import { z } from 'zod'
import { changeTogether } from '#portfolio/change-together.ts'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import { StoreFailed, type Entry, type Parts } from '#portfolio/parts.ts'
import { sentencesOf } from '#portfolio/text.ts'
import { claim, isOpen } from '#portfolio/limit/claim.ts'
import { limits } from '#portfolio/limit/limit.ts'
import { emailLimit, passwordLimits, type Person } from './account.ts'
import { isCommonPassword } from './common-passwords.ts'
import { giveTurnBack, takeTurnAtAccount } from './guess.ts'

const email = z
  .string({ error: 'The e-mail address is required.' })
  .trim()
  .min(1, { error: 'The e-mail address is required.', abort: true })
  .max(emailLimit, { error: `The e-mail address may have ${emailLimit} characters at most.`, abort: true })
  .pipe(z.email('This is not a valid e-mail address.'))
  .transform((address) => address.toLowerCase())

const chosenPassword = z
  .string({ error: 'The password is required.' })
  .refine((text) => text.length <= 2 * passwordLimits.max && lengthOf(text) <= passwordLimits.max, {
    error: `The password may have ${passwordLimits.max} characters at most.`,
    abort: true,
  })
  .refine(
    (text) => lengthOf(text) >= passwordLimits.min,
    `The password needs at least ${passwordLimits.min} characters.`,
  )
  .refine((text) => !isCommonPassword(text), 'This password is among the most common ones. Please choose another.')

const signUpForm = z
  .object({ email, password: chosenPassword })
  .refine((form) => form.password.toLowerCase() !== form.email, {
    path: ['password'],
    error: 'The password must not be the e-mail address.',
  })

const logInForm = z.object({
  email,
  password: z.string({ error: 'The password is required.' }).min(1, 'The password is required.'),
})

/** Why this password may not be chosen for this address, in a sentence; `null` when it may. */
export function passwordProblem(password: string, address: string): string | null {
  const wish = signUpForm.safeParse({ email: address, password })
  return wish.success ? null : (sentencesOf(wish.error).password ?? null)
}

/** The browser that asks: what it sent, and the network address that is counted. */
export interface Caller {
  readonly headers: Headers
  readonly address: string
}

/** Makes the account and the user (online, without a role), and opens a session. */
export async function signUp(parts: Parts, form: unknown, caller: Caller): Promise<Outcome<Entry>> {
  return orRefuse(parts, async () => {
    const open = await isOpen(parts.db, parts.now(), limits.signUp, caller.address)
    if (!open.ok) return open
    const wish = signUpForm.safeParse(form)
    return wish.success ? enterAnew(parts, wish.data, caller) : refuseFields(wish.error)
  })
}

async function enterAnew(
  parts: Parts,
  { email, password }: z.infer<typeof signUpForm>,
  { headers, address }: Caller,
): Promise<Outcome<Entry>> {
  const turn = await claim(parts.db, parts.now(), limits.signUp, address)
  if (!turn.ok) return turn
  const entry = await parts.accounts.signUp(email, password, headers)
  if (!entry) return refused('wrong-value', 'Could not complete signup')
  const known = await changeTogether(parts, async (unit) => {
    await unit.tx
      .insertInto('users')
      .values({ id: entry.userId, role: null, online: 1 })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ online: 1 }))
      .execute()
    return done()
  })
  return known.ok ? done(entry) : known
}

/** Opens a session and sets the user online. Wrong passwords are counted, by address and by account. */
export async function logIn(parts: Parts, form: unknown, caller: Caller): Promise<Outcome<Entry>> {
  return orRefuse(parts, async () => {
    const open = await isOpen(parts.db, parts.now(), limits.logIn, caller.address)
    if (!open.ok) return open
    const wish = logInForm.safeParse(form)
    return wish.success ? enterAgain(parts, wish.data, caller) : refuseFields(wish.error)
  })
}

async function enterAgain(
  parts: Parts,
  { email, password }: z.infer<typeof logInForm>,
  { headers, address }: Caller,
): Promise<Outcome<Entry>> {
  const turn = await takeTurnAtAccount(parts, email, address)
  if (!turn.ok) return turn
  // No stored password is that long; hashing it would only be work.
  const entry = lengthOf(password) <= passwordLimits.max ? await parts.accounts.logIn(email, password, headers) : null
  if (!entry) return refused('wrong-value', 'The e-mail address or the password is not right.')
  await giveTurnBack(parts, email, address)
  if (!(await setOnline(parts, entry.userId, 1))) parts.log.warn('No such document!', { userId: entry.userId })
  return done(entry)
}

/** First clears `online`, then ends the session. Gives the headers that clear the session in the browser. */
export async function logOut(
  parts: Parts,
  person: Person | null,
  headers: Headers,
): Promise<Outcome<readonly string[]>> {
  return orRefuse(parts, async () => {
    if (person) await setOnline(parts, person.userId, 0)
    const cookies = await parts.accounts.logOut(headers)
    if (person) parts.channel.publish([{ about: 'person', userId: person.userId }])
    return done(cookies)
  })
}

async function setOnline(parts: Parts, userId: string, online: 0 | 1): Promise<boolean> {
  const user = await parts.db
    .updateTable('users')
    .set({ online })
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return user !== undefined
}

/** What the store cannot do just now is refused in the form, and does not replace it. */
async function orRefuse<T>(parts: Pick<Parts, 'log'>, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreFailed)) throw error
    parts.log.error('nobody could enter or leave', { cause: String(error.cause) })
    return refused('unavailable', 'This cannot be done just now. Please try again in a moment.')
  }
}

function refuseFields(error: z.ZodError) {
  const fields = sentencesOf(error)
  return refused('wrong-value', Object.values(fields)[0] ?? '', { fields })
}

function lengthOf(text: string): number {
  return [...text].length
}
