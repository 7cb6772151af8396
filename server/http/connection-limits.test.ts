import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openServer } from './node-server.ts'

const maxPerClient = 256

async function listen(trustedProxies: readonly string[]) {
  const warnings: string[] = []
  const log = { info: () => {}, error: () => {}, warn: (message: string) => void warnings.push(message) }
  const server = openServer(() => new Response('page'), { origin: 'http://127.0.0.1', trustedProxies, log })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  /** Opens a connection from this address; resolves with whether a request on it gets a response. */
  const request = (sockets: Socket[], localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    sockets.push(socket)
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    return new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false))
    })
  }
  return { request, warnings }
}

test('a client’s connections above 256 are closed, and other clients are served', async () => {
  const { request, warnings } = await listen([])
  const sockets: Socket[] = []
  for (let n = 0; n < maxPerClient; n++) expect(await request(sockets, '127.0.0.2')).toBe(true)
  expect(await request(sockets, '127.0.0.2')).toBe(false)
  expect(await request(sockets, '127.0.0.2')).toBe(false)
  expect(await request(sockets, '127.0.0.3')).toBe(true)
  expect(warnings).toHaveLength(1)
  sockets[0]?.destroy()
  await expect.poll(() => request(sockets, '127.0.0.2')).toBe(true)
})

test('a trusted proxy may open more connections', async () => {
  const { request, warnings } = await listen(['127.0.0.0/8'])
  const sockets: Socket[] = []
  for (let n = 0; n <= maxPerClient; n++) expect(await request(sockets, '127.0.0.2')).toBe(true)
  expect(warnings).toHaveLength(0)
})
