import type { Result } from '#portfolio/result.ts'
import { wait } from './wait.ts'

const retryDelaysMs = [500, 1_500, 4_000, 8_000]

/**
 * Retries `call` up to 4 times while it returns `unavailable`, until `retryForMs` have passed. The delay is outside
 * `call`, so that it does not hold a concurrency slot.
 */
export async function retryWhileUnavailable<T>(
  signal: AbortSignal,
  retryForMs: number,
  call: () => Promise<Result<T>>,
) {
  const startedAt = Date.now()
  for (let attempt = 0; ; attempt++) {
    const result = await call()
    if (result.ok || result.code !== 'unavailable' || signal.aborted) return result
    const delayMs = retryDelaysMs[attempt]
    if (delayMs === undefined || Date.now() - startedAt > retryForMs) return result
    await wait(Math.max(delayMs, (result.retryAfter ?? 0) * 1_000), signal)
  }
}
