import type { Argon2Parameters } from 'node:crypto'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { limitConcurrency } from '#portfolio/concurrency-limit.ts'
import { DatabaseFailed } from '#portfolio/ports.ts'

// Each hash occupies a core and 19 MiB. At most 4 run at a time, and one core stays free for page requests.
const maxThreads = Math.min(4, Math.max(1, availableParallelism() - 1))

// Behind 100 queued hashes, a response would come too late.
const { run: runInQueue } = limitConcurrency(maxThreads, {
  maxWaiting: 100,
  toError: (reason) => new DatabaseFailed(new Error(reason)),
})

const idleThreads: Worker[] = []

/** Runs in a separate thread: Node's asynchronous `argon2` would occupy the four threads that read files for pages. */
export function argon2idTag(parameters: Argon2Parameters): Promise<Buffer> {
  return runInQueue(async () => {
    const thread = idleThreads.pop() ?? startThread()
    // An idle thread does not keep the process running.
    thread.ref()
    thread.postMessage(parameters)
    // Rejects when the thread fails; it is not used again then.
    const [tag] = (await once(thread, 'message')) as [Uint8Array]
    thread.unref()
    idleThreads.push(thread)
    return Buffer.from(tag)
  })
}

function startThread(): Worker {
  const program = createRequire(import.meta.url).resolve('#server/auth/hash-worker.mjs')
  // A thread needs no setting of the process, and gets no secret from the environment.
  return new Worker(program, { env: {}, execArgv: [] })
}
