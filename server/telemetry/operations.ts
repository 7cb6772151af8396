import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Meter,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { currentRequest } from '#server/request-scope.ts'
import { channels, type JobDetail, type QueryDetail } from './channels.ts'
import { durationBoundaries } from './durations.ts'
import type { RequestSpans } from './requests.ts'

interface StartedOperation {
  readonly startedAt: number
  readonly span: Span | undefined
}

interface Instruments {
  readonly tracer: Tracer
  readonly meter: Meter
}

/** Records each query: https://opentelemetry.io/docs/specs/semconv/database/. Queries of a request join its trace. */
export function observeQueries({ tracer, meter }: Instruments, requestSpans: RequestSpans): () => void {
  const durations = openHistogram(meter, 'db.client.operation.duration', 'Duration of database queries.')
  const attributesOf = ({ system, operation }: QueryDetail): Attributes => ({
    'db.system.name': system,
    ...(operation && { 'db.operation.name': operation }),
  })
  const begin = (detail: QueryDetail) => {
    const request = currentRequest()
    const parent = request && requestSpans.get(request)
    if (!parent) return undefined
    const options = { kind: SpanKind.CLIENT, attributes: attributesOf(detail) }
    return tracer.startSpan(detail.operation ?? detail.system, options, trace.setSpan(ROOT_CONTEXT, parent))
  }
  return observe(channels.queries, begin, (detail, seconds, failure) =>
    durations.record(seconds, { ...attributesOf(detail), ...failure }),
  )
}

/** Records each background job, unless it resolves with `false` because there was nothing to do. */
export function observeJobs({ tracer, meter }: Instruments): () => void {
  const durations = openHistogram(meter, 'enfilade.job.duration', 'Duration of background jobs.')
  const begin = ({ job }: JobDetail) => tracer.startSpan(`job ${job}`, { attributes: { 'enfilade.job.name': job } })
  return observe(channels.jobs, begin, ({ job, result }, seconds, failure) => {
    if (result === false) return false
    durations.record(seconds, {
      'enfilade.job.name': job,
      'enfilade.job.outcome': 'error.type' in failure ? 'failure' : 'success',
      ...failure,
    })
    return true
  })
}

function openHistogram(meter: Meter, name: string, description: string) {
  return meter.createHistogram(name, {
    unit: 's',
    description,
    advice: { explicitBucketBoundaries: durationBoundaries },
  })
}

/** Calls `end` when an operation has ended; if `end` returns `false`, the span of the operation is not sent. */
function observe<Detail extends object>(
  channel: (typeof channels)['queries'] | (typeof channels)['jobs'],
  begin: (detail: Detail) => Span | undefined,
  end: (detail: Detail, seconds: number, failure: Attributes) => unknown,
): () => void {
  const started = new WeakMap<object, StartedOperation>()
  const subscribers = {
    start: (detail: object) => {
      started.set(detail, { startedAt: performance.now(), span: begin(detail as Detail) })
    },
    // Published when the promise has settled.
    asyncStart: (detail: object & { error?: unknown }) => {
      const operation = started.get(detail)
      if (!operation) return
      const { startedAt, span } = operation
      // Only the name of the error: its message may contain user data.
      const failure: Attributes = 'error' in detail ? { 'error.type': nameOf(detail.error) } : {}
      const isSent = end(detail as unknown as Detail, (performance.now() - startedAt) / 1_000, failure) !== false
      if (!span || !isSent) return
      if ('error' in detail) span.setAttributes(failure).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    end() {},
    asyncEnd() {},
    error() {},
  }
  channel.subscribe(subscribers)
  return () => void channel.unsubscribe(subscribers)
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error'
}
