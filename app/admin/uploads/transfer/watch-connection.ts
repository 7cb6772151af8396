const measureIntervalMs = 500
/** Two measuring intervals and this timeout take at most 3 s. A loss must be reported within 4 s. */
const probeTimeoutMs = 2_000

/**
 * Reports when the site can no longer be reached, and when it can be reached again. While `sentBytes` increases, the
 * site can be reached; otherwise a probe is sent, because a slow connection may make no progress for many seconds.
 * Returns a function that stops watching.
 */
export function watchConnection(
  sentBytes: () => number,
  onChange: (isLost: boolean) => void,
  probe: (signal: AbortSignal) => Promise<unknown> = fetchOwnModule,
): () => void {
  let [measuredBytes, isLost, isStopped] = [sentBytes(), false, false]
  let probing: AbortController | null = null
  const report = (lost: boolean) => {
    if (lost === isLost || isStopped) return
    isLost = lost
    onChange(lost)
  }
  const measure = async () => {
    const bytes = sentBytes()
    const isSending = bytes > measuredBytes
    measuredBytes = bytes
    if (isSending) {
      report(false)
      probing?.abort()
    }
    if (isSending || probing) return
    probing = new AbortController()
    const timeout = setTimeout(() => probing?.abort(), probeTimeoutMs)
    await probe(probing.signal).then(
      () => report(false),
      // Bytes that were sent since the probe began show that the site can be reached.
      () => sentBytes() > bytes || report(true),
    )
    clearTimeout(timeout)
    probing = null
  }
  const timer = setInterval(() => void measure(), measureIntervalMs)
  return () => {
    clearInterval(timer)
    isStopped = true
    probing?.abort()
  }
}

/** Requests this module, which is served without the database and not counted by any limit. Any response will do. */
function fetchOwnModule(signal: AbortSignal): Promise<Response> {
  return fetch(import.meta.url, { method: 'HEAD', cache: 'no-store', signal })
}
