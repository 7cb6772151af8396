export interface ConcurrencyOptions {
  /** The maximum length of the queue; further tasks are refused at once. By default unlimited. */
  readonly maxWaiting?: number
  /** Makes the error with which a refused task rejects. */
  readonly toError?: (reason: string) => Error
}

export interface WaitOptions {
  /** Starts before queued tasks that are not urgent. */
  readonly urgent?: boolean
  /** The latest start time, in milliseconds of `performance.now()`; a task that waits longer is refused. */
  readonly deadline?: number
}

interface Waiter {
  readonly urgent: boolean
  readonly start: () => void
}

/** Runs at most `limit` tasks at a time; the others wait, first come, first served. Runs in browsers too. */
export function limitConcurrency(limit: number, options: ConcurrencyOptions = {}) {
  const { maxWaiting = Infinity, toError = (reason) => new Error(reason) } = options
  const waiters: Waiter[] = []
  let free = limit

  const wait = ({ urgent = false, deadline = Infinity }: WaitOptions) =>
    new Promise<void>((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const waiter = { urgent, start: () => (clearTimeout(timer), resolve()) }
      const index = urgent ? waiters.findIndex((other) => !other.urgent) : -1
      waiters.splice(index < 0 ? waiters.length : index, 0, waiter)
      if (deadline === Infinity) return
      timer = setTimeout(() => {
        waiters.splice(waiters.indexOf(waiter), 1)
        reject(toError('the task waited too long'))
      }, deadline - performance.now())
    })

  const release = () => {
    const next = waiters.shift()
    // The slot is passed on directly, so that a new task cannot take it first.
    if (next) next.start()
    else free += 1
  }

  /** Waits for a slot and returns the function that releases it; calling that again does nothing. */
  async function acquire(waitOptions: WaitOptions = {}): Promise<() => void> {
    if (free > 0) free -= 1
    else if (waiters.length >= maxWaiting) throw toError('too many tasks are waiting')
    else await wait(waitOptions)
    let released = false
    return () => {
      if (!released) release()
      released = true
    }
  }

  async function run<T>(task: () => Promise<T>, waitOptions?: WaitOptions): Promise<T> {
    const releaseSlot = await acquire(waitOptions)
    try {
      return await task()
    } finally {
      releaseSlot()
    }
  }

  return { acquire, run }
}
