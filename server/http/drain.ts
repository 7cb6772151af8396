import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

/** How long the door stays open, for answers to say that their connection ends. */
const lastCallMs = 300
/** Then whoever stands in the queue of the system is let in, but only so long: while more come it has no end. */
const queueMs = 3_000
/** Nothing has been asked for so long: what is still connected has nothing to ask. */
const quietMs = 100
/** A file that is on its way by then is cut off: whoever sends it goes on after the next start, where it was. */
const uploadsMs = 3_000
/** Whoever has not finished asking, or reading the answer, by then never will. */
const everybodyMs = 15_000

/** Both in milliseconds; tests take less. */
interface Patience {
  readonly uploadsMs: number
  readonly everybodyMs: number
}

/**
 * Watches what is under way at this server. Gives the way to close it: nobody new is let in, what was asked is
 * answered, uploads are cut off where they can go on. Resolves when the last connection is gone. `endStreams` ends
 * the answers that would never end by themselves.
 */
export function watchOver(
  server: Server,
  endStreams: () => void,
  patience: Patience = { uploadsMs, everybodyMs },
): () => Promise<void> {
  const underway = new Map<ServerResponse, IncomingMessage>()
  let closing = false
  let asked = 0
  let connected = 0
  server.on('connection', () => (connected += 1))
  server.prependListener('request', (request, response) => {
    if (closing) sayGoodbye(response)
    asked += 1
    underway.set(response, request)
    response.once('close', () => underway.delete(response))
  })

  const cutUploads = () => {
    for (const request of underway.values()) if (request.method === 'PATCH' && !request.complete) request.destroy()
  }
  // Node lets in one a turn, and between two turns it may draw pages.
  const letQueueIn = async () => {
    const deadline = performance.now() + queueMs
    for (let emptyTurns = 0; emptyTurns < 5 && performance.now() < deadline;) {
      const before = connected
      await turn()
      emptyTurns = connected === before ? emptyTurns + 1 : 0
    }
  }
  const quiet = async () => {
    for (let before = -1; underway.size > 0 || asked > before;) {
      before = asked
      await wait(quietMs)
      // However busy it was: what had arrived by then has been let in by now, and read.
      for (let turns = 0; turns < 3; turns++) await turn()
    }
  }
  return async () => {
    closing = true
    underway.forEach((_, response) => sayGoodbye(response))
    endStreams()
    const timers = [
      setTimeout(cutUploads, patience.uploadsMs),
      setTimeout(() => server.closeAllConnections(), patience.everybodyMs),
    ]
    await wait(lastCallMs)
    await letQueueIn()
    // Not HTTP's own: that cuts connections off whose request has arrived and not been read.
    const closed = new Promise((resume) => NetServer.prototype.close.call(server, resume))
    // Whoever was cut off has come back meanwhile.
    endStreams()
    await quiet()
    server.closeIdleConnections()
    await closed
    timers.forEach(clearTimeout)
  }
}

/** A connection that stays open for the next request would lose it. */
function sayGoodbye(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
