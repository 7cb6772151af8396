import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ChildLost, openChildren } from './children.ts'

interface Said {
  value: unknown
  pid: number
}

const program = join(import.meta.dirname, '../../testing/unruly-child.ts')
const soon = 10_000
const megabyte = 1024 * 1024

const open = (change: { memoryBytes?: number; most?: number } = {}) =>
  openChildren({ program, memoryBytes: 1_024 * megabyte, most: 2, ...change })

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function ended(pid: number): Promise<void> {
  for (let n = 0; n < 100 && isAlive(pid); n++) await wait(20)
  expect(isAlive(pid)).toBe(false)
}

test('a child that has answered is asked again; one that failed says why, and is not', async () => {
  const { askOnce } = open()
  const first = await askOnce<Said>({ verb: 'say', value: 'hello' }, soon)
  expect(first.value).toBe('hello')
  expect((await askOnce<Said>({ verb: 'say' }, soon)).pid).toBe(first.pid)
  const failure = askOnce({ verb: 'fail' }, soon)
  await expect(failure).rejects.toThrow('as asked')
  await expect(failure).rejects.toBeInstanceOf(ChildLost)
  expect((await askOnce<Said>({ verb: 'say' }, soon)).pid).not.toBe(first.pid)
  await ended(first.pid)
})

test.runIf(process.platform === 'linux')(
  'a child that takes more memory than it may is ended; the next one is well',
  async () => {
    const { askOnce } = open({ memoryBytes: 700 * megabyte })
    expect(await askOnce<number>({ verb: 'allocate', megabytes: 64 }, soon)).toBe(64)
    await expect(askOnce({ verb: 'allocate', megabytes: 1_024 }, soon)).rejects.toBeInstanceOf(ChildLost)
    expect(await askOnce<number>({ verb: 'allocate', megabytes: 64 }, soon)).toBe(64)
  },
)

test.each(['crash', 'abort', 'leave'])(
  'a child that ends by itself (%s) is lost, and another one begun',
  async (verb) => {
    const { askOnce } = open()
    const { pid } = await askOnce<Said>({ verb: 'say' }, soon)
    await expect(askOnce({ verb }, soon)).rejects.toBeInstanceOf(ChildLost)
    const next = await askOnce<Said>({ verb: 'say', value: 1 }, soon)
    expect(next.value).toBe(1)
    expect(next.pid).not.toBe(pid)
  },
)

test('a child that never ends is killed when its time is over', async () => {
  const { askOnce } = open()
  const { pid } = await askOnce<Said>({ verb: 'say' }, soon)
  const begun = performance.now()
  await expect(askOnce({ verb: 'hang' }, 300)).rejects.toBeInstanceOf(ChildLost)
  expect(performance.now() - begun).toBeLessThan(5_000)
  await ended(pid)
})

test('a child that died while it had nothing to do is noticed', async () => {
  const { askOnce } = open()
  const { pid } = await askOnce<Said>({ verb: 'say' }, soon)
  process.kill(pid, 'SIGKILL')
  await ended(pid)
  await wait(50)
  expect((await askOnce<Said>({ verb: 'say', value: 2 }, soon)).value).toBe(2)
})

test('a child that has grown large is replaced after its work', async () => {
  const { askOnce } = open()
  const { pid } = await askOnce<Said>({ verb: 'say' }, soon)
  await askOnce({ verb: 'allocate', megabytes: 400 }, soon)
  expect((await askOnce<Said>({ verb: 'say' }, soon)).pid).not.toBe(pid)
  await ended(pid)
})

test('so many work at once and no more; no child is begun for whoever waits', async () => {
  const { askOnce } = open()
  const begun = performance.now()
  const answers = await Promise.all(Array.from({ length: 6 }, () => askOnce<Said>({ verb: 'say', afterMs: 200 }, soon)))
  expect(performance.now() - begun).toBeGreaterThanOrEqual(600)
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2)
})

test('a child on loan is one and the same, and others may have their turn between its requests', async () => {
  const { askOnce, lend } = open({ most: 1 })
  const order: string[] = []
  let between: Promise<unknown> | undefined
  await lend(async (ask) => {
    const first = await ask<Said>({ verb: 'say' }, soon)
    order.push('first')
    between = askOnce({ verb: 'say' }, soon).then(() => order.push('urgent'))
    const second = await ask<Said>({ verb: 'say' }, soon)
    order.push('second')
    expect(second.pid).toBe(first.pid)
  })
  await between
  expect(order.slice(0, 2)).toEqual(['first', 'urgent'])
})

test('who waits for an answer is served before work that nobody waits for', async () => {
  const { askOnce, lend } = open({ most: 1 })
  const order: string[] = []
  const running = askOnce({ verb: 'say', afterMs: 200 }, soon)
  const patient = lend(
    async (ask) => void order.push(String((await ask<Said>({ verb: 'say', value: 'patient' }, soon)).value)),
  )
  const urgent = askOnce<Said>({ verb: 'say', value: 'urgent' }, soon).then(({ value }) => order.push(String(value)))
  await Promise.all([running, patient, urgent])
  expect(order).toEqual(['urgent', 'patient'])
})

test('a lost child fails whoever has it, also in what is asked next', async () => {
  const { lend } = open()
  await lend(async (ask) => {
    await expect(ask({ verb: 'crash' }, soon)).rejects.toBeInstanceOf(ChildLost)
    await expect(ask({ verb: 'say' }, soon)).rejects.toBeInstanceOf(ChildLost)
  })
})

test('no secret of the environment reaches a child', async () => {
  const names = await open().askOnce<string[]>({ verb: 'environment' }, soon)
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
