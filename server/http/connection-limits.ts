import type { Server } from 'node:http'
import type { Log } from '#portfolio/ports.ts'
import { addressMatcher, clientAddressFinder, networkOf } from './client-address.ts'

/** The maximum number of connections. At most 10,000 of them are live streams; the others are short. */
const maxConnections = 10_240
/** The limit per client address (IPv6: /64). A browser opens six connections, and an office may share one address. */
const maxPerClient = 256
/** The fraction of the process's file descriptors for connections; database, files and workers need the rest. */
const descriptorShare = 0.75
/** A connection is closed after this time without traffic in either direction. */
const idleTimeoutMs = 120_000
const logAtMostEveryMs = 60_000

/** Also closes idle connections. Trusted proxies, which connect for many clients, are exempt from the client limit. */
export function limitConnections(server: Server, trustedProxies: readonly string[], log: Log): void {
  server.maxConnections = Math.min(maxConnections, Math.floor(readDescriptorLimit() * descriptorShare))
  server.timeout = idleTimeoutMs
  const findPeer = clientAddressFinder([])
  const isTrusted = addressMatcher(trustedProxies)
  const connections = new Map<string, number>()
  let loggedAt = Number.NEGATIVE_INFINITY
  const logRefusal = (client: string, limit: number) => {
    if (performance.now() - loggedAt < logAtMostEveryMs) return
    loggedAt = performance.now()
    log.warn('connections above the limit are closed', { client, limit })
  }

  server.on('connection', (socket) => {
    const peer = findPeer(socket.remoteAddress, undefined)
    if (isTrusted(peer)) return
    const client = networkOf(peer)
    const open = connections.get(client) ?? 0
    if (open >= maxPerClient) {
      logRefusal(client, maxPerClient)
      return void socket.destroy()
    }
    connections.set(client, open + 1)
    socket.once('close', () => {
      const remaining = (connections.get(client) ?? 1) - 1
      if (remaining > 0) connections.set(client, remaining)
      else connections.delete(client)
    })
  })
  server.on('drop', (dropped) => logRefusal(dropped?.remoteAddress ?? 'unknown', server.maxConnections))
}

/** The soft limit (`ulimit -n`), which Node raises to the hard limit at startup; `Infinity` if there is none. */
function readDescriptorLimit(): number {
  // Otherwise the report would look up the host names of all peers.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit
}
