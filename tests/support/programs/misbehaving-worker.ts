// A worker for tests of process-pool.ts: on request it fails, hangs, crashes, exits or allocates memory.
import { setTimeout as wait } from 'node:timers/promises'
import type { Reply } from '#server/images/process-pool.ts'

interface Request {
  readonly id: number
  readonly type: keyof typeof handlers
  readonly value?: unknown
  readonly afterMs?: number
  readonly megabytes?: number
}

const allocated: Buffer[] = []

const handlers = {
  reply: async ({ value, afterMs = 0 }: Request): Promise<unknown> => {
    await wait(afterMs)
    return { value, pid: process.pid }
  },
  fail: () => Promise.reject(new Error('as asked')),
  hang: () => {
    for (;;);
  },
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  abort: () => process.abort(),
  exit: () => process.exit(0),
  environment: async () => Object.keys(process.env),
  // Writes to each page, as a decoder does.
  allocate: async ({ megabytes = 0 }: Request) => {
    for (let n = 0; n < megabytes; n += 16) allocated.push(Buffer.alloc(16 * 1024 * 1024, 1))
    return allocated.length * 16
  },
}

process.on('disconnect', () => process.exit())
process.on('message', (request: Request) => {
  const send = (reply: Reply) => process.send?.(reply)
  void (async () => handlers[request.type](request))().then(
    (value) => send({ id: request.id, memoryBytes: process.memoryUsage.rss(), value }),
    (error: unknown) => send({ id: request.id, memoryBytes: 0, error: String(error) }),
  )
})
