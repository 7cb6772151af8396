import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Asks for a page on a connection of its own. Resolves when the request has been handed to the system; `answer` is the
 * status once all of the answer is there, or a word about why there is none.
 */
export async function askAt(port: number, path: string): Promise<{ answer: Promise<number | string> }> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  const answer = new Promise<number | string>((resume) => {
    socket.on('data', (bytes) => (said += bytes.toString('latin1')))
    socket.on('error', (error) => resume(String(error)))
    socket.on('close', () => resume(statusOf(said)))
  })
  await once(socket, 'connect')
  const head = [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, 'Connection: close']
  await new Promise<void>((resume) => socket.write(`${head.join('\r\n')}\r\n\r\n`, () => resume()))
  return { answer }
}

function statusOf(said: string): number | string {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(said) ?? []
  const isWhole = said.endsWith('0\r\n\r\n') || !/transfer-encoding: chunked/i.test(said)
  return status && isWhole ? Number(status) : `cut off after ${said.length} bytes`
}
