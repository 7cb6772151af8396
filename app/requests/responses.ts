import { data, type HeadersFunction } from 'react-router'
import type { ErrorCode, Result } from '#portfolio/result.ts'
import { DatabaseFailed, type Ports } from '#portfolio/ports.ts'

export const statusOf = {
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
} as const satisfies Record<ErrorCode, number>

/** Turns a command's result into an action's response: the result itself, with the status for its error code. */
export function respondWith<T>(result: Result<T>, headers: HeadersInit = {}) {
  if (result.ok) return data(result, { headers })
  const allHeaders = new Headers(headers)
  if (result.code === 'unavailable') allHeaders.set('Retry-After', '5')
  if (result.retryAfter) allHeaders.set('Retry-After', String(result.retryAfter))
  return data(result, { status: statusOf[result.code], headers: allHeaders })
}

/** For pages to export as `headers`. Otherwise React Router drops headers of loaders and actions (Retry-After). */
export const forwardHeaders: HeadersFunction = ({ errorHeaders, actionHeaders }) => errorHeaders ?? actionHeaders

/** Like `forwardHeaders`, for pages whose loader responds with a refusal. */
export const forwardAllHeaders: HeadersFunction = ({ errorHeaders, actionHeaders, loaderHeaders }) => {
  if (errorHeaders) return errorHeaders
  const headers = new Headers(loaderHeaders)
  // Not `append`: if both set the same header, its values would form a list.
  for (const [name, value] of actionHeaders) headers.set(name, value)
  return headers
}

/** Awaits a loader's query. If the database fails, throws a 503 with a message for the page to show. */
export async function orUnavailable<T>(ports: Pick<Ports, 'log'>, message: string, query: Promise<T>): Promise<T> {
  try {
    return await query
  } catch (error) {
    if (!(error instanceof DatabaseFailed)) throw error
    ports.log.error('a page could not be loaded', { cause: String(error.cause) })
    throw data(message, { status: 503, headers: { 'Retry-After': '5' } })
  }
}
