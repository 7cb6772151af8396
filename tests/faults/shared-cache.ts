import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

interface StoredResponse {
  readonly response: Response
  readonly body: Uint8Array
  readonly expiresAtMs: number
  /** The values of the request headers that `Vary` names. */
  readonly variant: string
}

/**
 * A shared cache, for GET only, that stores every response that RFC 9111 lets it reuse without revalidation, including
 * those without an explicit lifetime (section 4.2.2) and those to requests with cookies, which section 3 does not
 * exclude.
 */
export async function openSharedCache(origin: string) {
  const stored = new Map<string, StoredResponse[]>()
  const server = createServer((request, outgoing) => void forward(request, outgoing))
  const counts = { stored: 0, reused: 0 }

  async function forward(request: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (request.method !== 'GET') return void outgoing.writeHead(501).end()
    const path = request.url ?? '/'
    const found = stored
      .get(path)
      ?.find((one) => one.variant === variantOf(one.response, request) && one.expiresAtMs > Date.now())
    if (found) {
      counts.reused += 1
      return send(outgoing, found.response, found.body)
    }
    const headers = new Headers()
    for (const name of ['cookie', 'accept', 'accept-encoding', 'origin', 'save-data']) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const response = await fetch(origin + path, { headers, redirect: 'manual' })
    const body = new Uint8Array(await response.arrayBuffer())
    const seconds = lifetimeSeconds(response)
    if (seconds > 0) {
      counts.stored += 1
      const added = { response, body, expiresAtMs: Date.now() + seconds * 1000, variant: variantOf(response, request) }
      stored.set(path, [...(stored.get(path) ?? []), added])
    }
    send(outgoing, response, body)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** How many seconds a shared cache may reuse the response: RFC 9111, sections 3, 4.2.1 and 5.2.2. */
function lifetimeSeconds(response: Response): number {
  const directives = new Map(
    (response.headers.get('cache-control') ?? '').split(',').map((part): [string, string] => {
      const [name = '', value = ''] = part.trim().toLowerCase().split('=')
      return [name, value]
    }),
  )
  // `no-cache` allows storing, but only for reuse after revalidation, and this cache never revalidates.
  if (['no-store', 'private', 'no-cache'].some((name) => directives.has(name))) return 0
  if (response.headers.get('vary')?.includes('*')) return 0
  const seconds = Number(directives.get('s-maxage') ?? directives.get('max-age') ?? Number.NaN)
  if (!Number.isNaN(seconds)) return seconds
  const expires = response.headers.get('expires')
  if (expires !== null) {
    const dateMs = Date.parse(response.headers.get('date') ?? '') || Date.now()
    // An invalid date counts as one in the past.
    return (Date.parse(expires) - dateMs) / 1000 || 0
  }
  // The statuses that are heuristically cacheable (RFC 9110, section 15.1), without 206: this cache forwards no ranges.
  return [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].includes(response.status) ? 3600 : 0
}

function variantOf(response: Response, request: IncomingMessage): string {
  const names = (response.headers.get('vary') ?? '').split(',').map((name) => name.trim().toLowerCase())
  return names.map((name) => `${name}=${String(request.headers[name] ?? '')}`).join('&')
}

function send(outgoing: ServerResponse, response: Response, body: Uint8Array): void {
  for (const [name, value] of response.headers) {
    // `fetch` has already decompressed the body.
    if (!['content-encoding', 'content-length', 'transfer-encoding', 'connection'].includes(name)) {
      outgoing.appendHeader(name, value)
    }
  }
  outgoing.writeHead(response.status).end(body)
}
