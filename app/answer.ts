import { data, redirect, type HeadersFunction } from 'react-router'
import { admit } from '#portfolio/account/show.ts'
import { done, type Outcome, type Why } from '#portfolio/outcome.ts'
import { StoreFailed, type Parts } from '#portfolio/parts.ts'
import { whereNext } from '#app/showcase/where-next.ts'
import type { Visit } from './context.ts'

const statusOf: Record<Why, number> = {
  malformed: 400,
  'no-session': 401,
  'not-admin': 403,
  unknown: 404,
  newer: 409,
  'too-large': 413,
  'wrong-type': 415,
  'wrong-value': 422,
  'too-often': 429,
  unavailable: 503,
  full: 507,
}

/** An action's answer: the outcome as it is, under the status that it deserves. */
export function answer<T>(outcome: Outcome<T>, headers: HeadersInit = {}) {
  if (outcome.ok) return data(outcome, { headers })
  const all = new Headers(headers)
  if (outcome.why === 'unavailable') all.set('Retry-After', '5')
  if (outcome.retryAfter) all.set('Retry-After', String(outcome.retryAfter))
  return data(outcome, { status: statusOf[outcome.why], headers: all })
}

/** What a loader or an action says in headers (when to come back) is dropped by the library unless a page passes it on. */
export const passOn: HeadersFunction = ({ errorHeaders, actionHeaders }) => errorHeaders ?? actionHeaders

/** A loader's question; when the store cannot answer it, the page says this sentence (status 503). */
export async function orSay<T>(parts: Pick<Parts, 'log'>, sentence: string, question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (error) {
    if (!(error instanceof StoreFailed)) throw error
    parts.log.error('a page could not be read', { cause: String(error.cause) })
    throw data(sentence, { status: 503, headers: { 'Retry-After': '5' } })
  }
}

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i

/** The form that was posted; a body that is none is answered with 400, one of another kind with 415. */
export async function formOf(request: Request): Promise<FormData> {
  const type = request.headers.get('Content-Type')
  if (type !== null && !formTypes.test(type)) throw data('This page takes forms only.', { status: 415 })
  try {
    return await request.formData()
  } catch {
    throw data('This form could not be read.', { status: 400 })
  }
}

/** The form that an admin posted. Whoever is none learns nothing of what is right or wrong with it. */
export async function formOfAdmin({ parts, person }: Visit, request: Request): Promise<Outcome<FormData>> {
  const admitted = await admit(parts.db, person)
  return admitted.ok ? done(await formOf(request)) : admitted
}

/** How somebody enters: with the form that was posted, from this browser and network address. */
type Enter = (
  parts: Parts,
  form: unknown,
  caller: { readonly headers: Headers; readonly address: string },
) => Promise<Outcome<{ readonly cookies: readonly string[] }>>

/** Answers a form of e-mail and password: in goes where one wanted to go; a refusal keeps the address, as it was typed. */
export async function answerEntry({ parts, client }: Visit, request: Request, enter: Enter) {
  const form = await formOf(request)
  const outcome = await enter(parts, Object.fromEntries(form), { headers: request.headers, address: client })
  if (outcome.ok) {
    const headers = new Headers()
    for (const cookie of outcome.value.cookies) headers.append('Set-Cookie', cookie)
    throw redirect(whereNext(request.url), { headers })
  }
  const { init } = answer(outcome)
  return data({ ...outcome, typedEmail: String(form.get('email') ?? '') }, init ?? undefined)
}
