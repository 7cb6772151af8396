import type { ServerResponse } from 'node:http'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { limitConcurrency } from '#portfolio/concurrency-limit.ts'

/** How many pages of a client are rendered at a time. One thread renders all, so more would not be faster. */
const maxPerClient = 2
/** How long an unread page keeps the turn of its client. The largest page takes 4 MB of memory until it is read. */
const maxSendMs = 5_000
/** Event loop iterations before each page, to read requests of other clients: Node accepts one connection in each. */
const iterationsBefore = 16

/** Runs work when it is the client's turn, which ends once `outgoing` is sent, at most five seconds after the work. */
export type RunInTurn = <T>(client: string, outgoing: ServerResponse, work: () => Promise<T>) => Promise<T>

/** Gives each client two turns at a time: hundreds of requests of one client must not delay other clients. */
export function openClientTurns(): RunInTurn {
  const clients = new Map<string, { readonly acquire: () => Promise<() => void>; pending: number }>()
  return async (client, outgoing, work) => {
    const turns = clients.get(client) ?? { ...limitConcurrency(maxPerClient), pending: 0 }
    clients.set(client, turns)
    turns.pending += 1
    const release = await turns.acquire()
    const end = () => {
      release()
      turns.pending -= 1
      if (turns.pending === 0) clients.delete(client)
    }
    try {
      for (let n = 0; n < iterationsBefore; n++) await nextIteration()
      return await work()
    } finally {
      endWhenSent(outgoing, end)
    }
  }
}

function endWhenSent(outgoing: ServerResponse, end: () => void): void {
  if (outgoing.closed) return end()
  const endOnce = () => {
    clearTimeout(timer)
    outgoing.off('close', endOnce)
    end()
  }
  const timer = setTimeout(endOnce, maxSendMs)
  timer.unref()
  outgoing.on('close', endOnce)
}
