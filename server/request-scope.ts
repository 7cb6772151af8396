import { AsyncLocalStorage } from 'node:async_hooks'

export interface RequestScope {
  /** Random; an id that the client sends is ignored. */
  readonly id: string
  /** Set if the request is traced. */
  traceId?: string
}

const scopes = new AsyncLocalStorage<RequestScope>()

/** `undefined` outside of requests, and in requests that are answered without Hono, such as cached pages. */
export function currentRequest(): RequestScope | undefined {
  return scopes.getStore()
}

/** Calls `handle` with `scope` as the current request, also for the asynchronous work that it starts. */
export function runInRequest<T>(scope: RequestScope, handle: () => T): T {
  return scopes.run(scope, handle)
}

/** Wraps `run` so that it has no current request, even if it is called in one. */
export function outsideOfRequests<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  return (...args) => scopes.exit(() => run(...args))
}
