import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** How long the door stays open: for connections that stand in the queue of the system, and for answers to say so. */
const lastCallMs = 300
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
  server.prependListener('request', (request, response) => {
    if (closing) sayGoodbye(response)
    underway.set(response, request)
    response.once('close', () => underway.delete(response))
  })

  const cutUploads = () => {
    for (const request of underway.values()) if (request.method === 'PATCH' && !request.complete) request.destroy()
  }
  return async () => {
    closing = true
    underway.forEach((_, response) => sayGoodbye(response))
    endStreams()
    await wait(lastCallMs)
    const closed = new Promise((resume) => server.close(resume))
    // Whoever was cut off has come back meanwhile.
    endStreams()
    const timers = [
      setTimeout(cutUploads, patience.uploadsMs),
      setTimeout(() => server.closeAllConnections(), patience.everybodyMs),
    ]
    await closed
    timers.forEach(clearTimeout)
  }
}

/** A connection that stays open for the next request would lose it. */
function sayGoodbye(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
