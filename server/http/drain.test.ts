import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { watchOver } from './drain.ts'

test('what was asked before is answered, and says that the connection ends', async () => {
  const { port, answers, drain } = await open()
  const agent = new Agent({ keepAlive: true })
  const asked = ask(port, { agent })
  const answer = await answers()
  const drained = drain()
  answer.end('late')
  const { body, connection } = await asked
  expect([body, connection]).toEqual(['late', 'close'])
  await drained
})

test('who connected in the same moment is let in once more; after that nobody is', async () => {
  const { port, answers, drain } = await open()
  const drained = drain()
  const asked = ask(port)
  const answer = await answers()
  answer.end('just in time')
  expect(await asked).toEqual({ body: 'just in time', connection: 'close' })
  await drained
  await expect(ask(port)).rejects.toThrow('ECONNREFUSED')
})

test('an upload that is still on its way is cut off; other requests go on', async () => {
  const { port, answers, drain } = await open()
  const upload = connect(port, '127.0.0.1')
  upload.write('PATCH / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf')
  const cut = once(upload, 'close')
  upload.on('error', () => {})
  await answers()
  const asked = ask(port)
  const answer = await answers()
  const drained = drain()
  await cut
  answer.end('unhurried')
  expect((await asked).body).toBe('unhurried')
  await drained
})

test('who never finishes asking cannot hold it up', async () => {
  const { port, drain } = await open()
  const slow = connect(port, '127.0.0.1')
  slow.on('error', () => {})
  slow.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf')
  await once(slow, 'connect')
  await drain()
})

test('streams are ended, also those that come while it closes', async () => {
  const { drain, ended } = await open()
  await drain()
  expect(ended()).toBe(2)
})

/** A server whose answers the test gives; drained with little patience. */
async function open() {
  const waiting: ServerResponse[] = []
  const server = createServer((_: IncomingMessage, response) => {
    waiting.push(response)
    server.emit('asked')
  })
  let times = 0
  const drain = watchOver(server, () => (times += 1), { uploadsMs: 50, everybodyMs: 2_000 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const answers = async () => {
    if (waiting.length === 0) await once(server, 'asked')
    return waiting.shift() as ServerResponse
  }
  return { port: (server.address() as AddressInfo).port, answers, drain, ended: () => times }
}

async function ask(port: number, options: { agent?: Agent } = {}): Promise<{ body: string; connection?: string }> {
  const asked = request({ host: '127.0.0.1', port, ...options }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of answer) body += String(chunk)
  return { body, ...(answer.headers.connection && { connection: answer.headers.connection }) }
}
