import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { prepareDrain } from './drain.ts'

test('a request sent before the shutdown gets its response, with Connection: close', async () => {
  const { port, nextResponse, drain } = await open()
  const agent = new Agent({ keepAlive: true })
  const answer = ask(port, { agent })
  const response = await nextResponse()
  const drained = drain()
  response.end('late')
  const { body, connection } = await answer
  expect([body, connection]).toEqual(['late', 'close'])
  await drained
})

test('a connection that arrives as the shutdown starts gets its response; later ones are refused', async () => {
  const { port, nextResponse, drain } = await open()
  const drained = drain()
  const answer = ask(port)
  const response = await nextResponse()
  response.end('just in time')
  expect(await answer).toEqual({ body: 'just in time', connection: 'close' })
  await drained
  await expect(ask(port)).rejects.toThrow('ECONNREFUSED')
})

test('an unfinished upload is aborted; other requests get their responses', async () => {
  const { port, nextResponse, drain } = await open()
  const upload = connect(port, '127.0.0.1')
  upload.write('PATCH / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf')
  const cut = once(upload, 'close')
  upload.on('error', () => {})
  await nextResponse()
  const answer = ask(port)
  const response = await nextResponse()
  const drained = drain()
  await cut
  response.end('finished')
  expect((await answer).body).toBe('finished')
  await drained
})

test('a request that never ends does not block the shutdown', async () => {
  const { port, drain } = await open({ uploadTimeoutMs: 50, closeTimeoutMs: 2_000 })
  const slow = connect(port, '127.0.0.1')
  slow.on('error', () => {})
  slow.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf')
  await once(slow, 'connect')
  await drain()
})

test('prepareStop, which ends the streams, is called once', async () => {
  const { drain, stopCount } = await open()
  await drain()
  expect(stopCount()).toBe(1)
})

test('a keep-alive connection is closed after a response that began before the shutdown', async () => {
  const { port, nextResponse, drain } = await open()
  const agent = new Agent({ keepAlive: true })
  const answer = ask(port, { agent })
  const response = await nextResponse()
  response.write('begun ')
  const drained = drain()
  setTimeout(() => response.end('before'), 500)
  expect(await answer).toEqual({ body: 'begun before', connection: 'keep-alive' })
  await drained
})

/** A server whose responses the test sends, with a short timeout for uploads. */
async function open(timeouts = { uploadTimeoutMs: 50, closeTimeoutMs: 60_000 }) {
  const responses: ServerResponse[] = []
  const server = createServer((_: IncomingMessage, response) => {
    responses.push(response)
    server.emit('pending')
  })
  let stops = 0
  const drain = prepareDrain(server, () => (stops += 1), timeouts)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const nextResponse = async () => {
    if (responses.length === 0) await once(server, 'pending')
    return responses.shift() as ServerResponse
  }
  return { port: (server.address() as AddressInfo).port, nextResponse, drain, stopCount: () => stops }
}

async function ask(port: number, options: { agent?: Agent } = {}): Promise<{ body: string; connection?: string }> {
  const sent = request({ host: '127.0.0.1', port, ...options }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response) body += String(chunk)
  return { body, ...(response.headers.connection && { connection: response.headers.connection }) }
}
