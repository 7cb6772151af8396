// Plain JavaScript, because stripping types would cost 18 MB of memory per thread.
import { argon2Sync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/**
 * Replies to the parameters of an Argon2id hash with its tag. `hash-threads.ts` sends each worker one message at a
 * time.
 */
parentPort?.on('message', (/** @type {import('node:crypto').Argon2Parameters} */ parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters))
})
