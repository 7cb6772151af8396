import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

interface Stored {
  readonly answer: Response
  readonly body: Uint8Array
  readonly until: number
  /** What the request said in the headers that the answer varies by. */
  readonly variant: string
}

/**
 * A cache that many share, as greedy as RFC 9111 allows: it keeps whatever it is not forbidden to keep, also what says
 * nothing of how long (section 4.2.2), and knows nothing of cookies (section 3 forbids only what is said to be private).
 */
export async function openSharedCache(origin: string) {
  const kept = new Map<string, Stored[]>()
  const server = createServer((request, response) => void pass(request, response))
  const counts = { kept: 0, reused: 0 }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const found = kept
      .get(path)
      ?.find((one) => one.variant === variantOf(one.answer, request) && one.until > Date.now())
    if (found && request.method === 'GET') {
      counts.reused += 1
      return send(response, found.answer, found.body)
    }
    const headers = new Headers()
    for (const name of ['cookie', 'accept', 'accept-encoding', 'origin', 'content-type']) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const answer = await fetch(origin + path, { headers, redirect: 'manual' })
    const body = new Uint8Array(await answer.arrayBuffer())
    const seconds = secondsKept(answer)
    if (request.method === 'GET' && seconds > 0) {
      counts.kept += 1
      const stored = { answer, body, until: Date.now() + seconds * 1000, variant: variantOf(answer, request) }
      kept.set(path, [...(kept.get(path) ?? []), stored])
    }
    send(response, answer, body)
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

/** How long a shared cache may keep it: RFC 9111, sections 3, 4.2.1 and 5.2.2. */
function secondsKept(answer: Response): number {
  const said = new Map(
    (answer.headers.get('cache-control') ?? '').split(',').map((part): [string, string] => {
      const [name = '', value = ''] = part.trim().toLowerCase().split('=')
      return [name, value]
    }),
  )
  // What may only be used once it has been asked about again is as good as not kept: the site sends no tags.
  if (['no-store', 'private', 'no-cache'].some((name) => said.has(name))) return 0
  if (answer.headers.get('vary')?.includes('*')) return 0
  const seconds = Number(said.get('s-maxage') ?? said.get('max-age') ?? Number.NaN)
  if (!Number.isNaN(seconds)) return seconds
  // Heuristically fresh: statuses of RFC 9110, section 15.1.
  return [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].includes(answer.status) ? 3600 : 0
}

function variantOf(answer: Response, request: IncomingMessage): string {
  const names = (answer.headers.get('vary') ?? '').split(',').map((name) => name.trim().toLowerCase())
  return names.map((name) => `${name}=${String(request.headers[name] ?? '')}`).join('&')
}

function send(response: ServerResponse, answer: Response, body: Uint8Array): void {
  for (const [name, value] of answer.headers) {
    // `fetch` has unpacked it.
    if (!['content-encoding', 'content-length', 'transfer-encoding', 'connection'].includes(name)) {
      response.setHeader(name, value)
    }
  }
  response.writeHead(answer.status).end(body)
}
