import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { DatabaseFailed, type Ports } from '#portfolio/ports.ts'

/** Replaces the database with one whose transactions commit, then fail as if the response to the commit were lost. */
export function loseCommitResponses<P extends Pick<Ports, 'db'>>(ports: P): P {
  const db = new Proxy(ports.db, {
    get(database, name) {
      const value: unknown = Reflect.get(database, name)
      if (name === 'transaction') return () => ({ execute: loseResponse(database) })
      return typeof value === 'function' ? value.bind(database) : value
    },
  })
  return { ...ports, db }
}

function loseResponse(db: Ports['db']) {
  return async (work: Parameters<ReturnType<Ports['db']['transaction']>['execute']>[0]) => {
    await db.transaction().execute(work)
    throw new DatabaseFailed(new Error('the response was lost'))
  }
}

/**
 * Opens a proxy for a PostgreSQL server until the test has finished. While `breaks` is set, it cuts each connection on
 * which a commit was sent, without its response.
 */
export async function openBreakingProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const proxy = { url: '', breaks: false }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let lost = false
    client.on('data', (request) => {
      lost ||= proxy.breaks && /commit/i.test(request.toString('latin1'))
      upstream.write(request)
    })
    upstream.on('data', (response) => void (lost ? client.destroy() : client.write(response)))
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxyUrl = new URL(databaseUrl)
  proxyUrl.port = String((server.address() as AddressInfo).port)
  proxy.url = proxyUrl.href
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return proxy
}
