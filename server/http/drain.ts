import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate as nextIteration, setTimeout as wait } from 'node:timers/promises'

/** After this long without a new connection or request, the accept queue is assumed to be empty. */
const quietMs = 300
/** The server stops accepting after this time even if connections still arrive. */
const maxAcceptMs = 3_000
/** Uploads are aborted after this time; clients resume them after the restart. */
const uploadTimeoutMs = 3_000
/** All remaining connections are closed after this time. */
const closeTimeoutMs = 15_000
const idleCheckMs = 50

interface DrainTimeouts {
  readonly uploadTimeoutMs: number
  readonly closeTimeoutMs: number
}

/** Returns a function that calls `prepareStop`, waits for responses but aborts uploads, and closes the server. */
export function prepareDrain(
  server: Server,
  prepareStop: () => void,
  timeouts: DrainTimeouts = { uploadTimeoutMs, closeTimeoutMs },
): () => Promise<void> {
  const pending = new Map<ServerResponse, IncomingMessage>()
  let closing = false
  let arrivals = 0
  server.on('connection', () => (arrivals += 1))
  server.prependListener('request', (_, response) => {
    if (closing) closeAfter(response)
    arrivals += 1
  })
  // Runs after the site's own listener, which has already ended responses from memory.
  server.on('request', (request, response) => {
    if (response.writableEnded) return
    pending.set(response, request)
    response.once('close', () => pending.delete(response))
  })

  const abortUploads = () => {
    for (const request of pending.values()) if (request.method === 'PATCH' && !request.complete) request.destroy()
  }
  const whenQuiet = async () => {
    const deadline = performance.now() + maxAcceptMs
    for (let before = -1; arrivals > before && performance.now() < deadline;) {
      before = arrivals
      await wait(quietMs)
      // Node accepts one connection per iteration of the event loop.
      for (let n = 0; n < 3; n++) await nextIteration()
    }
  }
  return async () => {
    closing = true
    for (const response of pending.keys()) closeAfter(response)
    prepareStop()
    const timers = [
      setTimeout(abortUploads, timeouts.uploadTimeoutMs),
      setTimeout(() => server.closeAllConnections(), timeouts.closeTimeoutMs),
    ]
    // Calling `close` at once would reset the connections that are still in the accept queue.
    await whenQuiet()
    // A keep-alive connection whose response was sent meanwhile would stay open until its timeout.
    timers.push(setInterval(() => server.closeIdleConnections(), idleCheckMs))
    await new Promise((resolve) => server.close(resolve))
    timers.forEach(clearTimeout)
  }
}

/** Without this header the client could send its next request on a connection that is about to close. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
