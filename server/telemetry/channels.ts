import { channel, tracingChannel } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { RequestScope } from '#server/request-scope.ts'

/** A query without its text and parameters. */
export interface QueryDetail {
  readonly system: 'sqlite' | 'postgresql'
  /** `SELECT`, `INSERT`, `UPDATE` or `DELETE` of a query that Kysely has built; `null` for other SQL. */
  readonly operation: string | null
}

export interface JobDetail {
  readonly job: string
  /** What the job resolved with: `false` if there was nothing to do. */
  readonly result?: unknown
}

export interface RequestDetail {
  readonly incoming: IncomingMessage
  readonly scope: RequestScope
}

// Diagnostics channels decouple publishers from subscribers; without a subscriber, publishing costs nothing.
const queries = tracingChannel<unknown, QueryDetail>('enfilade:query')
const jobs = tracingChannel<unknown, JobDetail>('enfilade:job')
const requests = channel('enfilade:request')
const pageCache = channel('enfilade:page-cache')
export const channels = { queries, jobs, requests, pageCache }

/** Publishes the start and the outcome of a query; `node` is the root of its syntax tree in Kysely. */
export function traceQuery<T>(
  system: QueryDetail['system'],
  node: { readonly kind: string },
  run: () => Promise<T>,
): Promise<T> {
  if (!queries.hasSubscribers) return run()
  const [, name] = /^(Select|Insert|Update|Delete)QueryNode$/.exec(node.kind) ?? []
  return queries.tracePromise(run, { system, operation: name?.toUpperCase() ?? null })
}

export function traceJob<T>(job: string, run: () => Promise<T>): Promise<T> {
  return jobs.hasSubscribers ? jobs.tracePromise(run, { job }) : run()
}

/** Must be called just before the request is handled in this scope. */
export function publishRequest(detail: RequestDetail): void {
  if (requests.hasSubscribers) requests.publish(detail)
}

export function publishCacheUse(result: 'hit' | 'miss'): void {
  if (pageCache.hasSubscribers) pageCache.publish(result)
}
