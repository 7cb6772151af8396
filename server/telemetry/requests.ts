import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { SpanKind, SpanStatusCode, type Meter, type Span, type Tracer } from '@opentelemetry/api'
import type { RequestScope } from '#server/request-scope.ts'
import { channels, type RequestDetail } from './channels.ts'
import { durationBoundaries } from './durations.ts'

/** The methods of RFC 9110 and PATCH, which the semantic conventions list; others would be free text from clients. */
const knownMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE']

export type RequestSpans = WeakMap<RequestScope, Span>

/** https://opentelemetry.io/docs/specs/semconv/http/, but without the URL and anything about the client. */
export function observeRequests(
  server: Server,
  { tracer, meter, scheme }: { readonly tracer: Tracer; readonly meter: Meter; readonly scheme: string },
  findRoute: (url: string) => string | undefined,
): { readonly spans: RequestSpans; readonly stop: () => void } {
  const durations = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'Duration of HTTP server requests.',
    advice: { explicitBucketBoundaries: durationBoundaries },
  })
  const spans: RequestSpans = new WeakMap()
  const spansByRequest = new WeakMap<IncomingMessage, Span>()

  const observe = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const startedAt = performance.now()
    const method = knownMethods.includes(incoming.method ?? '') ? incoming.method : '_OTHER'
    const route = findRoute(incoming.url ?? '')
    const common = { 'http.request.method': method, 'url.scheme': scheme, ...(route && { 'http.route': route }) }
    const name = `${method === '_OTHER' ? 'HTTP' : method}${route ? ` ${route}` : ''}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: common })
    spansByRequest.set(incoming, span)
    outgoing.once('close', () => {
      const { statusCode, headersSent } = outgoing
      const failure = statusCode >= 500 ? { 'error.type': String(statusCode) } : {}
      const attributes = headersSent ? { 'http.response.status_code': statusCode, ...failure } : {}
      durations.record((performance.now() - startedAt) / 1_000, { ...common, ...attributes })
      span.setAttributes(attributes)
      if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
  }
  const join = (message: unknown) => {
    const { incoming, scope } = message as RequestDetail
    const span = spansByRequest.get(incoming)
    if (!span) return
    spans.set(scope, span)
    scope.traceId = span.spanContext().traceId
  }
  // Prepended, because the site's own listener may respond at once.
  server.prependListener('request', observe)
  channels.requests.subscribe(join)
  const stop = () => {
    server.off('request', observe)
    channels.requests.unsubscribe(join)
  }
  return { spans, stop }
}
