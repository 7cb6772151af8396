// Plain JavaScript: to strip types, each thread would need 18 MB more.
import { argon2Sync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** Answers each message, the parameters of a hash, with its tag. `hash-threads.ts` sends one at a time. */
parentPort?.on('message', (/** @type {import('node:crypto').Argon2Parameters} */ parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters))
})
