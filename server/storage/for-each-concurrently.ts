/**
 * Processes at most `limit` items at a time. After a failure, starts no further item, waits for those in progress and
 * throws the first error.
 */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const remaining = items[Symbol.iterator]()
  const errors: unknown[] = []
  const workOnRemaining = async () => {
    while (errors.length === 0) {
      const next = remaining.next()
      if (next.done) return
      await work(next.value).catch((error: unknown) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: limit }, workOnRemaining))
  if (errors.length > 0) throw errors[0]
}
