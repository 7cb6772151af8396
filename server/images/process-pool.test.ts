import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { WorkerFailed, openProcessPool } from './process-pool.ts'

interface WorkerReply {
  value: unknown
  pid: number
}

const program = join(import.meta.dirname, '../../tests/support/programs/misbehaving-worker.ts')
const timeoutMs = 60_000
const megabyte = 1024 * 1024

const open = (change: { memoryBytes?: number; maxWorkers?: number } = {}) =>
  openProcessPool({ program, memoryBytes: 1_024 * megabyte, maxWorkers: 2, ...change })

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const expectEnded = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false)

test('a worker is reused after a reply, but not after a failure', async () => {
  const { runOne } = open()
  const first = await runOne<WorkerReply>({ type: 'reply', value: 'hello' }, timeoutMs)
  expect(first.value).toBe('hello')
  expect((await runOne<WorkerReply>({ type: 'reply' }, timeoutMs)).pid).toBe(first.pid)
  const failure = runOne({ type: 'fail' }, timeoutMs)
  await expect(failure).rejects.toThrow('as asked')
  await expect(failure).rejects.toBeInstanceOf(WorkerFailed)
  expect((await runOne<WorkerReply>({ type: 'reply' }, timeoutMs)).pid).not.toBe(first.pid)
  await expectEnded(first.pid)
})

test.runIf(process.platform === 'linux')(
  'a worker that exceeds its memory limit exits; the next one works',
  async () => {
    const { runOne } = open({ memoryBytes: 700 * megabyte })
    expect(await runOne<number>({ type: 'allocate', megabytes: 64 }, timeoutMs)).toBe(64)
    await expect(runOne({ type: 'allocate', megabytes: 1_024 }, timeoutMs)).rejects.toBeInstanceOf(WorkerFailed)
    expect(await runOne<number>({ type: 'allocate', megabytes: 64 }, timeoutMs)).toBe(64)
  },
)

test.each(['crash', 'abort', 'exit'])('after a worker exits on its own (%s), another one is started', async (type) => {
  const { runOne } = open()
  const { pid } = await runOne<WorkerReply>({ type: 'reply' }, timeoutMs)
  await expect(runOne({ type }, timeoutMs)).rejects.toBeInstanceOf(WorkerFailed)
  const next = await runOne<WorkerReply>({ type: 'reply', value: 1 }, timeoutMs)
  expect(next.value).toBe(1)
  expect(next.pid).not.toBe(pid)
})

test('a worker that does not reply is killed after the timeout', async () => {
  const { runOne } = open()
  const { pid } = await runOne<WorkerReply>({ type: 'reply' }, timeoutMs)
  await expect(runOne({ type: 'hang' }, 300)).rejects.toBeInstanceOf(WorkerFailed)
  await expectEnded(pid)
})

test('an idle worker that exited is replaced', async () => {
  const { runOne } = open()
  const { pid } = await runOne<WorkerReply>({ type: 'reply' }, timeoutMs)
  process.kill(pid, 'SIGKILL')
  await expectEnded(pid)
  await wait(50)
  expect((await runOne<WorkerReply>({ type: 'reply', value: 2 }, timeoutMs)).value).toBe(2)
})

test('a worker that uses a lot of memory is replaced after its request', async () => {
  const { runOne } = open()
  const { pid } = await runOne<WorkerReply>({ type: 'reply' }, timeoutMs)
  await runOne({ type: 'allocate', megabytes: 400 }, timeoutMs)
  expect((await runOne<WorkerReply>({ type: 'reply' }, timeoutMs)).pid).not.toBe(pid)
  await expectEnded(pid)
})

test('at most `maxWorkers` run at a time; queued requests start no worker', async () => {
  const { runOne } = open()
  const startedAt = performance.now()
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => runOne<WorkerReply>({ type: 'reply', afterMs: 200 }, timeoutMs)),
  )
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(600)
  expect(new Set(replies.map(({ pid }) => pid)).size).toBe(2)
})

test('a reserved worker is not replaced, and other requests may run between its requests', async () => {
  const { runOne, reserve } = open({ maxWorkers: 1 })
  const order: string[] = []
  let between: Promise<unknown> | undefined
  await reserve(async (send) => {
    const first = await send<WorkerReply>({ type: 'reply' }, timeoutMs)
    order.push('first')
    between = runOne({ type: 'reply' }, timeoutMs).then(() => order.push('urgent'))
    const second = await send<WorkerReply>({ type: 'reply' }, timeoutMs)
    order.push('second')
    expect(second.pid).toBe(first.pid)
  })
  await between
  expect(order.slice(0, 2)).toEqual(['first', 'urgent'])
})

test('single requests run before queued requests to reserved workers', async () => {
  const { runOne, reserve } = open({ maxWorkers: 1 })
  const order: string[] = []
  const running = runOne({ type: 'reply', afterMs: 200 }, timeoutMs)
  const reserved = reserve(
    async (send) =>
      void order.push(String((await send<WorkerReply>({ type: 'reply', value: 'reserved' }, timeoutMs)).value)),
  )
  const urgent = runOne<WorkerReply>({ type: 'reply', value: 'urgent' }, timeoutMs).then(({ value }) =>
    order.push(String(value)),
  )
  await Promise.all([running, reserved, urgent])
  expect(order).toEqual(['urgent', 'reserved'])
})

test('after a reserved worker fails, further requests to it fail', async () => {
  const { reserve } = open()
  await reserve(async (send) => {
    await expect(send({ type: 'crash' }, timeoutMs)).rejects.toBeInstanceOf(WorkerFailed)
    await expect(send({ type: 'reply' }, timeoutMs)).rejects.toBeInstanceOf(WorkerFailed)
  })
})

test('a worker gets no secrets from the environment', async () => {
  const names = await open().runOne<string[]>({ type: 'environment' }, timeoutMs)
  for (const name of names)
    expect([
      'TMPDIR',
      'MALLOC_ARENA_MAX',
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
      'PWD',
      'SHLVL',
      '_',
      'OLDPWD',
    ]).toContain(name)
})

test('a worker killed from outside is distinguished from one that is too slow, crashes or fails', async () => {
  const { runOne } = open()
  const { pid } = await runOne<WorkerReply>({ type: 'reply' }, timeoutMs)
  const hanging = runOne({ type: 'hang' }, timeoutMs)
  process.kill(pid, 'SIGKILL')
  await expect(hanging).rejects.toMatchObject({
    killed: true,
    // EPIPE if it ends before it has received the message.
    message: expect.stringMatching(/^the process ended: SIGKILL$|EPIPE/),
  })
  await expect(runOne({ type: 'hang' }, 300)).rejects.toMatchObject({ killed: false })
  for (const type of ['crash', 'abort', 'exit', 'fail']) {
    await expect(runOne({ type }, timeoutMs), type).rejects.toMatchObject({ killed: false })
  }
})
