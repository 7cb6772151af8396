import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { findFreePort } from '#tests/support/free-port.ts'

/**
 * What the server does with each e-mail. `hang` never sends the greeting; `disconnect` receives the e-mail and closes
 * the connection before replying.
 */
export type MailServerMode =
  | 'accept'
  | 'slow'
  | 'hang'
  | 'disconnect'
  | { readonly refuse: number; readonly at: 'rcpt' | 'data' }

/** An e-mail whose last byte the server has received. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** The header and the body as they were sent. */
  readonly raw: string
  readonly messageId: string
}

const slowMs = 1_500

/** An SMTP server without TLS on the loopback interface, which fails on request. */
export class MailServer {
  mode: MailServerMode = 'accept'
  /** All e-mails that were received, including those that were refused or disconnected after their last byte. */
  readonly received: ReceivedMail[] = []
  /** The number of connections so far. */
  connections = 0
  /** Stays the same after `close` and `listen`. */
  port = 0
  #server: SMTPServer | undefined
  readonly #sockets = new Set<Socket>()

  private constructor() {}

  static async open(): Promise<MailServer> {
    const server = new MailServer()
    server.port = await findFreePort()
    await server.listen()
    return server
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  /** Drops all connections, clears the records and sets the mode to `accept`. */
  async reset(): Promise<void> {
    this.mode = 'accept'
    this.received.length = 0
    this.connections = 0
    await this.close()
    await this.listen()
  }

  /** Drops all connections and refuses new ones. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise<void>((closed) => this.#server?.close(() => closed()))
  }

  async listen(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      onConnect: (_, accept) => {
        this.connections += 1
        if (this.mode !== 'hang') setTimeout(accept, this.mode === 'slow' ? slowMs : 0)
      },
      onRcptTo: (_, __, reply) => reply(this.#refusalAt('rcpt')),
      onData: (stream, session, reply) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          const raw = Buffer.concat(parts).toString()
          const { mailFrom, rcptTo } = session.envelope
          this.received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw,
            messageId: /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim() ?? '',
          })
          if (this.mode === 'disconnect') this.#disconnect(session.remotePort)
          else setTimeout(() => reply(this.#refusalAt('data')), this.mode === 'slow' ? slowMs : 0)
        })
      },
    })
    // Emitted when a killed client drops its connection.
    server.on('error', () => {})
    server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
    this.#server = server
    server.listen(this.port, '127.0.0.1')
    await once(server.server, 'listening')
  }

  #refusalAt(step: 'rcpt' | 'data'): Error | null {
    if (typeof this.mode === 'string' || this.mode.at !== step) return null
    return Object.assign(new Error('No such mailbox'), { responseCode: this.mode.refuse })
  }

  #disconnect(remotePort: number): void {
    for (const socket of this.#sockets) if (socket.remotePort === remotePort) socket.destroy()
  }
}
