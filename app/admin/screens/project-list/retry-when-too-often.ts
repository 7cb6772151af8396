import type { Result } from '#portfolio/result.ts'
import { wait } from '#app/admin/uploads/transfer/wait.ts'

interface RetryOptions {
  /** Aborting it ends the wait; then the refusal is returned. */
  readonly signal: AbortSignal
  /** Called with `true` before each wait, and with `false` after it. */
  readonly onWait: (isWaiting: boolean) => void
}

/** Retries a change while it is refused as `too-often`, each time after its `retryAfter` (60 s if it has none). */
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
