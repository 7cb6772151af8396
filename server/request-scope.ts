import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that is being handled. */
export interface RequestScope {
  /** Random; an id that the client sends is ignored. */
  readonly id: string
  /** Set if the request is traced. */
  traceId?: string
}

const scopes = new AsyncLocalStorage<RequestScope>()

/** `undefined` outside of requests, and in requests that are answered without Hono, such as pages from memory. */
export function currentRequest(): RequestScope | undefined {
  return scopes.getStore()
}

export function runInRequest<T>(scope: RequestScope, handle: () => T): T {
  return scopes.run(scope, handle)
}

/** Makes `run` work outside of the request in which it is called. */
export function outsideOfRequests<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  return (...args) => scopes.exit(() => run(...args))
}
