import { connect, type Socket } from 'node:net'
import { percentile } from '#bench/measurement.ts'

// A process that requests one page on many connections, started by `bench/pages/pages.ts`.
//   node bench/pages/load.ts <port> <path> <connections> <seconds> <requests per second, or 0 for as many as possible>

const [port = '', path = '', ...numbers] = process.argv.slice(2)
const [connections = 1, seconds = 1, rate = 0] = numbers.map(Number)
const buffer = Buffer.alloc(256 * 1024)
/** The request that Chromium sends. */
const request = [
  `GET ${path} HTTP/1.1`,
  `Host: localhost:${port}`,
  'User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36',
  'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-GB,en;q=0.9',
  '\r\n',
].join('\r\n')

interface Connection {
  readonly socket: Socket
  /** The bytes of the current response yet to arrive; `null` before it begins, `Infinity` if it is chunked. */
  missingBytes: number | null
  /** When the pending request was due. */
  dueAt: number
}

const latencies: number[] = []
const idle: Connection[] = []
/** The due times of requests that wait because all connections are busy. */
const overdue: number[] = []
const lastChunk = '0\r\n\r\n'
const allConnections = await Promise.all(Array.from({ length: connections }, open))
const startedAt = performance.now()
const endAt = startedAt + seconds * 1_000

if (rate === 0) allConnections.forEach((each) => send(each, performance.now()))
else {
  idle.push(...allConnections)
  let due = 0
  const sendDue = () => {
    for (; startedAt + (due * 1_000) / rate <= performance.now(); due++) {
      const dueAt = startedAt + (due * 1_000) / rate
      const free = idle.pop()
      if (free) send(free, dueAt)
      else overdue.push(dueAt)
    }
    if (performance.now() < endAt) setTimeout(sendDue, 1)
  }
  sendDue()
}
setTimeout(report, seconds * 1_000)

function report(): void {
  const at = (share: number) => percentile(latencies, share)
  const result = { perSecond: latencies.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), overdue: overdue.length }
  process.send?.(result, () => process.exit())
}

function open(): Promise<Connection> {
  return new Promise((resolve) => {
    const receive = (bytes: number): boolean => {
      connection.missingBytes = (connection.missingBytes ?? responseLength(bytes)) - bytes
      const isLastChunk =
        connection.missingBytes === Infinity && buffer.toString('latin1', bytes - 5, bytes) === lastChunk
      if (connection.missingBytes < 0) throw new Error('a response is too long')
      if (connection.missingBytes === 0 || isLastChunk) finish(connection)
      return true
    }
    const socket = connect({ port: Number(port), host: '127.0.0.1', onread: { buffer, callback: receive } })
    const connection: Connection = { socket, missingBytes: null, dueAt: 0 }
    socket.setNoDelay()
    socket.on('close', () => {
      throw new Error('the server has closed a connection')
    })
    socket.on('connect', () => resolve(connection))
  })
}

function send(connection: Connection, dueAt: number): void {
  connection.dueAt = dueAt
  connection.missingBytes = null
  connection.socket.write(request)
}

function finish(connection: Connection): void {
  const now = performance.now()
  latencies.push(now - connection.dueAt)
  if (rate === 0) return send(connection, now)
  const next = overdue.shift()
  if (next === undefined) idle.push(connection)
  else send(connection, next)
}

/** The bytes of the response that begins in the buffer, with its headers; `Infinity` if it is chunked. */
function responseLength(received: number): number {
  const headLength = buffer.indexOf('\r\n\r\n') + 4
  const head = buffer.toString('latin1', 0, headLength)
  if (headLength > received || !head.startsWith('HTTP/1.1 200')) throw new Error(`a response is not 200:\n${head}`)
  const body = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  return body ? headLength + Number(body) : Infinity
}
