import type { Argon2Parameters } from 'node:crypto'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { limitConcurrency } from '#portfolio/concurrency-limit.ts'
import { DatabaseFailed } from '#portfolio/ports.ts'

// Each hash occupies a core and 19 MiB. At most 4 run at a time, and one of several cores stays free for page requests.
const maxThreads = Math.min(4, Math.max(1, availableParallelism() - 1))

// A request behind 100 queued hashes would be answered too late, so it is refused.
const { run: runInQueue } = limitConcurrency(maxThreads, {
  maxWaiting: 100,
  toError: (reason) => new DatabaseFailed(new Error(reason)),
})

const idleThreads: Worker[] = []

/** Hashes in separate threads: Node's asynchronous `argon2` would occupy the four threads that read files for pages. */
export function computeArgon2idTag(parameters: Argon2Parameters): Promise<Buffer> {
  return runInQueue(async () => {
    const thread = idleThreads.pop() ?? startThread()
    // An idle thread is unreferenced, so that it does not keep the process running.
    thread.ref()
    thread.postMessage(parameters)
    // Rejects if the thread fails; that thread is not reused.
    const [tag] = (await once(thread, 'message')) as [Uint8Array]
    thread.unref()
    idleThreads.push(thread)
    return Buffer.from(tag)
  })
}

function startThread(): Worker {
  const program = createRequire(import.meta.url).resolve('#server/auth/hash-worker.mjs')
  // The thread needs no environment variables, which may contain secrets, and none of the process's Node options.
  return new Worker(program, { env: {}, execArgv: [] })
}
