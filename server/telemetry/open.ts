import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { ServerBuild } from 'react-router'
import { countWaiting } from '#portfolio/health/count-waiting.ts'
import type { Ports } from '#portfolio/ports.ts'
import { channels } from './channels.ts'
import { routeFinder } from './find-route.ts'
import { observeJobs, observeQueries } from './operations.ts'
import { reportFailures } from './report-failures.ts'
import { observeRequests } from './requests.ts'

/** `flush` and `close` wait at most this long for the measurements to be sent. */
const closeTimeoutMs = 5_000

interface ObservedSite {
  readonly server: Server
  readonly pages: Pick<ServerBuild, 'routes'>
  readonly app: { readonly routes: readonly { readonly path: string }[]; readonly live: { countOpen(): number } }
  readonly ports: Pick<Ports, 'db' | 'log' | 'origin'>
}

export interface OpenTelemetry {
  /** Sends what was measured so far. Resolves after five seconds at the latest, like `close`. */
  flush(): Promise<void>
  /** Sends the rest and stops measuring. */
  close(): Promise<void>
}

/** Sends metrics and traces to the collector that the standard environment variables name (`OTEL_EXPORTER_…`). */
export function openTelemetry({ server, pages, app, ports }: ObservedSite): OpenTelemetry {
  const resource = resourceFromAttributes({ 'service.name': 'enfilade' }).merge(
    detectResources({ detectors: [envDetector] }),
  )
  const { log } = ports
  const traces = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter: reportFailures(new OTLPTraceExporter(), 'traces', log) })],
  })
  const metrics = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: reportFailures(new OTLPMetricExporter(), 'metrics', log),
      }),
    ],
  })
  const instruments = { tracer: traces.getTracer('enfilade'), meter: metrics.getMeter('enfilade') }
  const scheme = new URL(ports.origin).protocol.slice(0, -1)
  const requests = observeRequests(server, { ...instruments, scheme }, routeFinder(app.routes, pages))
  const stops = [
    requests.stop,
    observeQueries(instruments, requests.spans),
    observeJobs(instruments),
    observeState(instruments.meter, app, ports),
  ]
  const settle = (work: readonly Promise<void>[]) =>
    Promise.race([Promise.allSettled(work), wait(closeTimeoutMs, undefined, { ref: false })]).then(() => {})
  return {
    flush: () => settle([metrics.forceFlush(), traces.forceFlush()]),
    close: async () => {
      await settle([metrics.shutdown(), traces.shutdown()])
      for (const stop of stops) stop()
    },
  }
}

function observeState(
  meter: ReturnType<MeterProvider['getMeter']>,
  { live }: ObservedSite['app'],
  { db }: ObservedSite['ports'],
): () => void {
  const photos = meter.createObservableGauge('enfilade.photos.waiting', { unit: '{photo}' })
  const emails = meter.createObservableGauge('enfilade.mails.waiting', { unit: '{mail}' })
  const streams = meter.createObservableGauge('enfilade.live.streams', { unit: '{stream}' })
  const uses = meter.createCounter('enfilade.page_cache.requests', { unit: '{request}' })
  meter.addBatchObservableCallback(
    async (result) => {
      result.observe(streams, live.countOpen())
      const waiting = await countWaiting({ db })
      result.observe(photos, waiting.photos)
      result.observe(emails, waiting.emails)
    },
    [photos, emails, streams],
  )
  const count = (result: unknown) => uses.add(1, { 'enfilade.page_cache.result': String(result) })
  channels.pageCache.subscribe(count)
  return () => void channels.pageCache.unsubscribe(count)
}
