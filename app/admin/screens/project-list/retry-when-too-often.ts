import type { Result } from '#portfolio/result.ts'

interface RetryOptions {
  /** Ends the wait: the refusal is returned. */
  readonly signal: AbortSignal
  /** Called with `true` before each wait, and with `false` after it. */
  readonly onWait: (isWaiting: boolean) => void
}

/** Repeats a change that was refused because there were too many in a minute, once the minute is over. */
export async function retryWhenTooOften<T>(
  { signal, onWait }: RetryOptions,
  change: () => Promise<Result<T>>,
): Promise<Result<T>> {
  for (;;) {
    const result = await change()
    if (result.ok || result.code !== 'too-often' || signal.aborted) return result
    onWait(true)
    await wait((result.retryAfter ?? 60) * 1_000, signal)
    onWait(false)
    if (signal.aborted) return result
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
