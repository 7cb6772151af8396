import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'
import { loadSamples } from '#samples/load.ts'
import type { Config } from './config.ts'
import { prepareDrain } from './http/drain.ts'
import { openServer } from './http/node-server.ts'
import { openLog, print } from './log.ts'
import { openSite } from './start.ts'

/** The site for `npm run dev`, which opens a new one after each edit of server code. */
export interface DevSite {
  handle(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}

/** Opens the same app as `start`, with uncached pages and a CSP for Vite's client. Samples load in the background. */
export async function openDevSite(config: Config, pages: ServerBuild): Promise<DevSite> {
  const log = openLog()
  const { adapters, scheduler, backups, app, close } = await openSite(config, pages, log, { cachesPages: false })
  const { recordRequest } = adapters
  const fetch: typeof app.fetch = async (request, env) => allowViteClient(await app.fetch(request, env))
  const server = openServer(fetch, { ...config, log, recordRequest })
  const drain = prepareDrain(server, app.prepareStop)
  let isClosing = false
  if (config.samples) {
    loadSamples(adapters.ports, './samples', print).catch((error: unknown) => {
      if (!isClosing) log.error('the samples could not be loaded', { cause: String(error) })
    })
  }
  return {
    handle: (request, response) => server.emit('request', request, response),
    async close() {
      isClosing = true
      const jobsStopped = Promise.all([scheduler.stop(), backups.stop()])
      await drain()
      await jobsStopped
      await close()
    },
  }
}

/** Vite's client adds `<style>` elements without a nonce and opens a WebSocket. */
function allowViteClient(response: Response): Response {
  const policy = response.headers.get('Content-Security-Policy')
  if (!policy) return response
  const relaxed = policy
    .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws: wss:")
  response.headers.set('Content-Security-Policy', relaxed)
  return response
}
