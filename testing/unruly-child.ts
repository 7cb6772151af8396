import { setTimeout as wait } from 'node:timers/promises'

/** What `children.ts` is tried with: a program that does as badly as it is told to. */
interface Wish {
  readonly id: number
  readonly verb: keyof typeof deeds
  readonly value?: unknown
  readonly afterMs?: number
  readonly megabytes?: number
}

const held: Buffer[] = []

const deeds = {
  say: async ({ value, afterMs = 0 }: Wish): Promise<unknown> => {
    await wait(afterMs)
    return { value, pid: process.pid }
  },
  fail: () => Promise.reject(new Error('as asked')),
  hang: () => {
    for (;;);
  },
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  abort: () => process.abort(),
  leave: () => process.exit(0),
  environment: async () => Object.keys(process.env),
  // Touched page by page, as a decoder does with what it is given.
  allocate: async ({ megabytes = 0 }: Wish) => {
    for (let n = 0; n < megabytes; n += 16) held.push(Buffer.alloc(16 * 1024 * 1024, 1))
    return held.length * 16
  },
}

process.on('disconnect', () => process.exit())
process.on('message', (wish: Wish) => {
  void (async () => deeds[wish.verb](wish))().then(
    (value) => process.send?.({ id: wish.id, held: process.memoryUsage.rss(), value }),
    (error: unknown) => process.send?.({ id: wish.id, held: 0, error: String(error) }),
  )
})
