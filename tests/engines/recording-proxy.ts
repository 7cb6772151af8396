import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The proxy records what is posted to this path as a message of the browser. */
const messagesPath = '/messages-of-the-browser'

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly status: number
}

/**
 * A proxy between a browser and a site. It records every request, whatever causes it (502 if the site does not answer),
 * and what each page reports: errors and warnings on the console, uncaught exceptions and violations of the
 * Content-Security-Policy.
 */
export class RecordingProxy {
  readonly requests: RecordedRequest[] = []
  readonly messages: string[] = []
  /** The port of the site on the loopback interface. */
  target = 0
  readonly #server: Server

  private constructor() {
    this.#server = createServer((incoming, outgoing) => void this.#forward(incoming, outgoing))
  }

  static async start(): Promise<RecordingProxy> {
    const proxy = new RecordingProxy()
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = incoming
    if (path === messagesPath) {
      this.messages.push(await text(incoming))
      outgoing.writeHead(204).end()
      return
    }
    const sent = request({ host: '127.0.0.1', port: this.target, method, path, headers: uncompressed(headers) })
    sent.on('error', () => {
      if (!outgoing.destroyed) this.requests.push({ method, path, status: 502 })
      outgoing.destroy()
    })
    outgoing.on('close', () => sent.destroy())
    sent.on('response', (response) => {
      const { statusCode: status = 0 } = response
      this.requests.push({ method, path, status })
      if (response.headers['content-type']?.startsWith('text/html')) void sendPage(response, outgoing)
      else response.pipe(outgoing.writeHead(status, response.headers))
    })
    incoming.pipe(sent)
  }
}

function uncompressed(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return headers.accept?.includes('text/html') ? { ...headers, 'accept-encoding': 'identity' } : headers
}

/** Sends a page with the script that reports its messages. */
async function sendPage(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(String(response.headers['content-security-policy'])) ?? []
  const script = `<script nonce="${nonce}">(${String(reportMessages)})(${JSON.stringify(messagesPath)})</script>`
  const { 'content-length': _, ...headers } = response.headers
  const page = (await text(response)).replace('<head>', `<head>${script}`)
  outgoing.writeHead(response.statusCode ?? 0, headers).end(page)
}

/** Runs in the page. */
function reportMessages(path: string): void {
  const report = (...parts: unknown[]) => navigator.sendBeacon(path, `${location.pathname}: ${parts.join(' ')}`)
  for (const level of ['error', 'warn'] as const) console[level] = (...parts) => report(level, ...parts)
  addEventListener('error', ({ message, error }) => report('exception', message, (error as Error | null)?.stack ?? ''))
  addEventListener('unhandledrejection', ({ reason }) => report('rejection', reason))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report('policy', violatedDirective, blockedURI),
  )
}
