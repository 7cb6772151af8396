import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Requests a page on a new connection. Resolves when the request has been written to the socket. `response` resolves to
 * the status of the complete response, or to the error if there is none.
 */
export async function rawGet(port: number, path: string): Promise<{ response: Promise<number | string> }> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  const response = new Promise<number | string>((resolve) => {
    socket.on('data', (bytes) => (received += bytes.toString('latin1')))
    socket.on('error', (error) => resolve(String(error)))
    socket.on('close', () => resolve(statusOf(received)))
  })
  await once(socket, 'connect')
  const head = [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, 'Connection: close']
  await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n`, () => resolve()))
  return { response }
}

function statusOf(received: string): number | string {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(received) ?? []
  const isComplete = received.endsWith('0\r\n\r\n') || !/transfer-encoding: chunked/i.test(received)
  return status && isComplete ? Number(status) : `cut off after ${received.length} bytes`
}
