import type { Log } from '#portfolio/ports.ts'
import { outsideOfRequests } from '#server/request-scope.ts'

interface ExportResult {
  readonly code: number
  readonly error?: Error
}

interface Exporter<Items> {
  export(items: Items, done: (result: ExportResult) => void): void
}

/** Logs when the exporter begins to fail, and nothing more until it has succeeded again. */
export function reportFailures<Items, E extends Exporter<Items>>(exporter: E, signal: string, log: Log): E {
  // The timer that sends may have been started in a request.
  const send = outsideOfRequests(exporter.export.bind(exporter))
  let isFailing = false
  exporter.export = (items: Items, done: (result: ExportResult) => void) =>
    send(items, (result) => {
      if (result.error && !isFailing) {
        const cause = result.error.message.slice(0, 200)
        log.warn('telemetry cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT', { signal, cause })
      }
      isFailing = result.error !== undefined
      done(result)
    })
  return exporter
}
