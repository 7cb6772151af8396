import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts'
import { attributesOf, startOtlpReceiver } from '#tests/support/otlp-receiver.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'

const preload = pathToFileURL(join(import.meta.dirname, 'print-modules-preload.ts'))

async function openSite(settings: Record<string, string>): Promise<SiteProcess> {
  const site = await SiteProcess.open(null, { SAMPLES: 'off', ...settings })
  onTestFinished(() => site.close())
  return site
}

test.each([
  ['without a collector, OpenTelemetry is not loaded', {}, false],
  ['with a collector, OpenTelemetry is loaded', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, true],
])('%s', async (_, settings, isLoaded) => {
  const site = await openSite({ NODE_OPTIONS: `--import=${preload}`, ...settings })
  expect((await fetch(`http://127.0.0.1:${site.port}/login`)).status).toBe(200)
  const urls = [...site.output.matchAll(/^loads (file:.+)$/gm)].map(([, url = '']) => url)
  expect(urls.length).toBeGreaterThan(20)
  const isOpenTelemetry = (url: string) =>
    url.includes('/@opentelemetry/') ||
    /OTLPExporterError|TracerProvider/.test(readFileSync(fileURLToPath(url), 'utf8'))
  expect(urls.some(isOpenTelemetry)).toBe(isLoaded)
})

test('before it stops, a site exports its measurements: pages, cached pages, queries and waiting photos', async () => {
  const collector = await startOtlpReceiver()
  const site = await openSite({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'studio' })
  const visit = async (path: string) => (await fetch(site.origin + path)).text()
  for (const path of [
    '/about',
    '/about',
    '/work.data',
    '/private/tokentokentokentoken',
    '/claim/tokentokentokentoken',
  ]) {
    await visit(path)
  }
  await site.stop()
  expect(site.process.exitCode).toBe(0)
  const names = collector.spans().map(({ name }) => name)
  const expected = ['GET /about', 'GET /about', 'GET /work', 'GET /private/:token', 'GET /claim/:token', 'SELECT']
  expect(names).toEqual(expect.arrayContaining(expected))
  const uses = collector.metric('enfilade.page_cache.requests').map(({ attributes }) => Object.values(attributes)[0])
  expect(uses.toSorted()).toEqual(['hit', 'miss'])
  expect(collector.metric('enfilade.photos.waiting')).toEqual([{ attributes: {}, value: 0 }])
  const request = collector.spans().find(({ name }) => name === 'GET /about')
  expect(request && attributesOf(request)).toMatchObject({ 'http.response.status_code': 200 })
  const sent = collector.bodies.join('\n')
  expect(sent).toContain('studio')
  for (const secret of ['tokentoken', '127.0.0.1', 'localhost']) expect(sent).not.toContain(secret)
})

test('a collector that never responds does not prevent the site from stopping', async () => {
  const port = await listenOnLoopback(createServer(() => {}))
  const site = await openSite({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  expect((await fetch(`http://127.0.0.1:${site.port}/about`)).status).toBe(200)
  await site.stop()
  expect(site.process.exitCode).toBe(0)
})
