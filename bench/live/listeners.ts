import { connect } from 'node:net'

// A process with many listeners of the live stream, started by `bench/live.ts`. It reports when all are connected, and,
// after each change, when the last one has received it.

const [port = 0, count = 0, offset = 0] = process.argv.slice(2).map(Number)
const maxConnecting = 100
/** The site allows 20 streams per address. */
const listenersPerAddress = 20
const received = Buffer.alloc(64 * 1024)
/** The request that Chromium sends. */
const request = [
  'GET /live?since=0123456789ab.1 HTTP/1.1',
  `Host: localhost:${port}`,
  'Connection: keep-alive',
  'sec-ch-ua-platform: "Android"',
  'Cache-Control: no-cache',
  'User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36',
  'Accept: text/event-stream',
  'sec-ch-ua: "Chromium";v="148", "Not/A)Brand";v="99"',
  'sec-ch-ua-mobile: ?1',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Dest: empty',
  `Referer: http://localhost:${port}/work`,
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-GB,en;q=0.9',
  '\r\n',
].join('\r\n')
let receivedCount = 0

for (let index = 0; index < count; index += maxConnecting) {
  const group = Array.from({ length: Math.min(maxConnecting, count - index) }, (_, n) => open(offset + index + n))
  await Promise.all(group)
}
process.send?.('connected')
process.on('disconnect', () => process.exit())

/** Resolves when the first message has arrived. */
function open(listener: number): Promise<void> {
  const address = Math.floor(listener / listenersPerAddress)
  return new Promise((resolve, reject) => {
    const receive = (bytes: number): boolean => {
      const text = received.toString('latin1', 0, bytes)
      if (text.includes('event: edition')) resolve()
      if (text.includes('event: changed')) countReceived()
      return true
    }
    const socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: `127.1.${address >> 8}.${address & 255}`,
      onread: { buffer: received, callback: receive },
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('a stream was closed')))
    socket.write(request)
  })
}

function countReceived(): void {
  receivedCount += 1
  if (receivedCount % count === 0) process.send?.({ receivedAt: performance.timeOrigin + performance.now() })
}
