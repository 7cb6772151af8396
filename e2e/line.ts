import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** The line between browsers and a site: it counts what is sent, and can be slow, or cut. */
export class Line {
  /** Bytes that browsers have sent. */
  sent = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #port = 0
  #bytesPerMs = Number.POSITIVE_INFINITY
  #cut = false

  private constructor(server: Server) {
    this.#server = server
    server.on('connection', (browser) => this.#carry(browser))
  }

  static async open(): Promise<Line> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Line(server)
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  /** Where it leads to, on this machine. */
  leadTo(port: number): void {
    this.#port = port
  }

  slowDown(bytesPerSecond: number): void {
    this.#bytesPerMs = bytesPerSecond / 1_000
  }

  /** All that is under way is lost, and nothing new gets through. */
  cut(): void {
    this.#cut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#cut = false
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((closed) => this.#server.close(closed))
  }

  #carry(browser: Socket): void {
    if (this.#cut) return void browser.destroy()
    const site = connect(this.#port, '127.0.0.1')
    for (const [socket, other] of [
      [browser, site],
      [site, browser],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => (this.#sockets.delete(socket), other.destroy()))
    }
    site.on('data', (bytes) => void browser.write(bytes))
    browser.on('data', (bytes) => {
      this.sent += bytes.length
      site.write(bytes)
      const restMs = bytes.length / this.#bytesPerMs
      if (restMs < 1) return
      browser.pause()
      setTimeout(() => browser.resume(), restMs)
    })
  }
}
