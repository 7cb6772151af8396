import type { ServerResponse } from 'node:http'
import { mayReceive, topicOf, type Subscriber } from '#portfolio/change-events.ts'
import type { DeliveredChange, EventBus } from '#portfolio/ports.ts'

const heartbeatMs = 20_000
/** A stream ends after this number of heartbeats: 30 minutes. */
const maxHeartbeats = 90
/** Groups of streams get heartbeats one after another: 10,000 writes at once would delay other responses by 0.1 s. */
const heartbeatGroups = 20
/** A client with more unread bytes is disconnected. */
const maxUnreadBytes = 64 * 1024

const maxStreamsPerClient = 20
const maxStreams = 10_000

/** Browsers reconnect this long after a stream has ended. The default of Chromium is 3 s as well. */
const reconnectMs = 3_000
/** The same for a stream that ended because its person changed: later changes must not arrive 3 s late. */
const personReconnectMs = 100

const heartbeat = Buffer.from(': \n\n')

/** A response with server-sent events. It has no timer of its own, because there may be 10,000 streams. */
interface Stream {
  readonly outgoing: ServerResponse
  readonly subscriber: Subscriber
  readonly client: string
  readonly group: number
  heartbeats: number
}

export interface StreamRefusal {
  readonly status: 429 | 503
  readonly message: string
  readonly retryAfter: string
}

export interface LiveStreams {
  /** `null` if the client may open a stream. */
  findRefusal(client: string): StreamRefusal | null
  /** Sends missed events since this edition, then each new one. The headers must be written, the body not chunked. */
  open(outgoing: ServerResponse, subscriber: Subscriber, client: string, since: string): void
  /** Ends all streams and refuses new ones, because a server does not close while a stream is open. */
  endAll(): void
  countOpen(): number
}

export function openLiveStreams(events: EventBus): LiveStreams {
  const openPerClient = new Map<string, number>()
  let closing = false
  const streams = openStreamSet((stream) => {
    stream.heartbeats += 1
    if (stream.heartbeats < maxHeartbeats) send(stream, heartbeat)
    else end(stream)
  })

  const remove = (stream: Stream) => {
    if (streams.delete(stream)) decrement(openPerClient, stream.client)
  }
  const end = (stream: Stream) => {
    remove(stream)
    stream.outgoing.end()
  }
  const send = (stream: Stream, frame: Buffer) => {
    const { outgoing } = stream
    // Writing to the socket takes half the time, and is possible because the body is not chunked. A pipelined response
    // has no socket yet.
    if (outgoing.writableLength <= maxUnreadBytes) return void (outgoing.socket ?? outgoing).write(frame)
    remove(stream)
    // `end` would wait until the client has read the unread bytes.
    outgoing.destroy()
  }

  events.subscribe((change) => {
    const frame = frameOf(change)
    streams.forEach((stream) => {
      if (!mayReceive(change.event, stream.subscriber)) return
      if (change.event.about !== 'person') return send(stream, frame)
      // The role may have changed: the client reconnects, and its session is read again.
      send(stream, Buffer.concat([frame, Buffer.from(`retry: ${personReconnectMs}\n\n`)]))
      end(stream)
    })
  })

  return {
    findRefusal(client) {
      if (closing) return { status: 503, message: 'The site is restarting.', retryAfter: '5' }
      const tooMany = { message: 'There are too many open streams.', retryAfter: '60' }
      if ((openPerClient.get(client) ?? 0) >= maxStreamsPerClient) return { status: 429, ...tooMany }
      return streams.count() >= maxStreams ? { status: 503, ...tooMany } : null
    },
    open(outgoing, subscriber, client, since) {
      const stream = streams.add({ outgoing, subscriber, client, heartbeats: 0 })
      openPerClient.set(client, (openPerClient.get(client) ?? 0) + 1)
      outgoing.on('close', () => remove(stream))
      outgoing.write(missedFrames(events, subscriber, since))
    },
    endAll() {
      closing = true
      streams.forEach(end)
    },
    countOpen: streams.count,
  }
}

/** Calls `onHeartbeat` for each stream every 20 s, one group after another. The timer runs while there are streams. */
function openStreamSet(onHeartbeat: (stream: Stream) => void) {
  const groups = Array.from({ length: heartbeatGroups }, () => new Set<Stream>())
  let added = 0
  let count = 0
  let ticks = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const visitNextGroup = () => {
    ticks += 1
    groups[ticks % heartbeatGroups]?.forEach(onHeartbeat)
  }
  return {
    count: () => count,
    forEach: (run: (stream: Stream) => void) => groups.forEach((group) => group.forEach(run)),
    add(fields: Omit<Stream, 'group'>): Stream {
      const stream = { ...fields, group: added % heartbeatGroups }
      groups[stream.group]?.add(stream)
      added += 1
      count += 1
      if (count === 1) timer = setInterval(visitNextGroup, heartbeatMs / heartbeatGroups)
      return stream
    },
    delete(stream: Stream): boolean {
      if (!groups[stream.group]?.delete(stream)) return false
      count -= 1
      if (count === 0) clearInterval(timer)
      return true
    },
  }
}

/** The bytes of an event, which are the same for every stream. */
export function frameOf({ event, edition }: DeliveredChange): Buffer {
  return Buffer.from(`id: ${edition}\nevent: changed\ndata: ${topicOf(event)}\n\n`)
}

function missedFrames(events: EventBus, subscriber: Subscriber, since: string): Buffer {
  const missed = events.changesSince(since)
  const edition = events.edition()
  const start = `id: ${edition}\nretry: ${reconnectMs}\n`
  if (!missed) return Buffer.from(`${start}event: edition\ndata: ${edition}\n\n`)
  // Each topic once, with the edition of its last change.
  const frames = new Map(
    missed
      .filter(({ event }) => mayReceive(event, subscriber))
      .map((change) => [topicOf(change.event), frameOf(change)]),
  )
  return Buffer.concat([...frames.values(), Buffer.from(`${start}\n`)])
}

function decrement(counts: Map<string, number>, key: string): void {
  const count = (counts.get(key) ?? 1) - 1
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
