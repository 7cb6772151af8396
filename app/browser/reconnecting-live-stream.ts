import { endpoints } from '#app/endpoints.ts'

/** A message of `GET /live`: a change to a topic, or the current edition if the changes since `since` are unknown. */
export type LiveMessage =
  | { readonly type: 'edition'; readonly edition: string }
  | { readonly type: 'changed'; readonly topic: string; readonly edition: string }

const firstDelayMs = 2_000
const maxDelayMs = 60_000
/** A longer `Retry-After` is assumed to be a mistake. */
const maxRetryAfterMs = 60 * 60_000

/**
 * Opens the live stream and keeps it open until the returned function is called. Browsers reconnect after a dropped
 * connection. After a refusal (429, 503, or 502 from a proxy) the stream is reopened after its `Retry-After`, at
 * least 2 s, or else after 2 s, 4 s, … 60 s. Up to 50 % is added at random, so that clients do not all reconnect at
 * once. The first messages are the changes after the edition `since`.
 */
export function openLiveStream(since: string, receive: (message: LiveMessage) => void): () => void {
  const closed = new AbortController()
  let stream: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let refusals = 0

  const open = () => {
    stream = new EventSource(`${endpoints.live}?since=${since}`)
    stream.addEventListener('open', () => (refusals = 0))
    stream.addEventListener('edition', ({ data }) => receive({ type: 'edition', edition: data }))
    stream.addEventListener('changed', ({ data, lastEventId }) =>
      receive({ type: 'changed', topic: data, edition: lastEventId }),
    )
    stream.addEventListener('error', () => {
      if (stream.readyState === EventSource.CLOSED) void reopenLater()
    })
  }
  const reopenLater = async () => {
    const backoffMs = Math.min(firstDelayMs * 2 ** refusals, maxDelayMs)
    refusals += 1
    const delayMs = Math.max((await readRetryAfterMs(closed.signal)) ?? backoffMs, firstDelayMs)
    if (!closed.signal.aborted) timer = setTimeout(open, delayMs * (1 + Math.random() / 2))
  }
  open()
  return () => {
    closed.abort()
    clearTimeout(timer)
    stream.close()
  }
}

/** Sends a HEAD request, because EventSource does not expose the headers of a refusal. */
async function readRetryAfterMs(signal: AbortSignal): Promise<number | null> {
  const response = await fetch(endpoints.live, { method: 'HEAD', cache: 'no-store', signal }).catch(() => null)
  const seconds = response?.headers.get('Retry-After') ?? ''
  return /^\d+$/.test(seconds) ? Math.min(Number(seconds) * 1_000, maxRetryAfterMs) : null
}
