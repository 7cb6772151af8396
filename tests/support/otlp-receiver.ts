import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from './listen-on-loopback.ts'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}

interface DataPoint {
  readonly attributes: readonly Attribute[]
  readonly asInt?: number
  readonly asDouble?: number
  readonly count?: number
}

interface Metric {
  readonly name: string
  readonly gauge?: { readonly dataPoints: readonly DataPoint[] }
  readonly sum?: { readonly dataPoints: readonly DataPoint[] }
  readonly histogram?: { readonly dataPoints: readonly DataPoint[] }
}

export interface ReceivedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly Attribute[]
}

interface Body {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[]
  readonly resourceMetrics?: readonly { readonly scopeMetrics: readonly { readonly metrics: readonly Metric[] }[] }[]
}

/** Starts a collector that receives OTLP over HTTP as JSON. Closed when the test has finished. */
export async function startOtlpReceiver() {
  const bodies: string[] = []
  const port = await listenOnLoopback(
    createServer(async (request, response) => {
      bodies.push(await text(request))
      response.setHeader('Content-Type', 'application/json').end('{}')
    }),
  )
  const parsed = () => bodies.map((body) => JSON.parse(body) as Body)
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    spans: () =>
      parsed().flatMap(
        (body) => body.resourceSpans?.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)) ?? [],
      ),
    /** The last values of a metric, or the counts of a histogram, by their attributes. */
    metric(name: string): { attributes: Record<string, unknown>; value: number | undefined }[] {
      const metrics = parsed().flatMap(
        (body) =>
          body.resourceMetrics?.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)) ?? [],
      )
      const last = metrics.findLast((metric) => metric.name === name)
      const points = (last?.gauge ?? last?.sum ?? last?.histogram)?.dataPoints ?? []
      return points.map((point) => ({
        attributes: attributesOf(point),
        value: point.count ?? point.asInt ?? point.asDouble,
      }))
    },
  }
}

export function attributesOf({ attributes }: { readonly attributes: readonly Attribute[] }): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
}
