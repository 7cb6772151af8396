import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'

test('at most `limit` tasks run at a time, first come, first served', async () => {
  const { run } = limitConcurrency(2)
  const started: number[] = []
  let running = 0
  let maxRunning = 0
  await Promise.all(
    [0, 1, 2, 3, 4].map((n) =>
      run(async () => {
        started.push(n)
        maxRunning = Math.max(maxRunning, (running += 1))
        await wait(5)
        running -= 1
      }),
    ),
  )
  expect(started).toEqual([0, 1, 2, 3, 4])
  expect(maxRunning).toBe(2)
})

test('a task that fails releases its slot, and its error reaches the caller', async () => {
  const { run } = limitConcurrency(1)
  await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await run(async () => 'done')).toBe('done')
})

test('urgent tasks start before the others, and keep their order among themselves', async () => {
  const { acquire, run } = limitConcurrency(1)
  const release = await acquire()
  const started: string[] = []
  const tasks = ['a', 'b', 'C', 'D'].map((name) =>
    run(async () => void started.push(name), { urgent: name === name.toUpperCase() }),
  )
  release()
  await Promise.all(tasks)
  expect(started).toEqual(['C', 'D', 'a', 'b'])
})

test('a task is refused at once while `maxWaiting` others are waiting', async () => {
  const { acquire } = limitConcurrency(1, { maxWaiting: 1, toError: (reason) => new TypeError(reason) })
  const release = await acquire()
  const second = acquire()
  await expect(acquire()).rejects.toThrow(TypeError)
  release()
  const releaseSecond = await second
  const third = acquire()
  releaseSecond()
  await third
})

test('a task that waits until its deadline is refused, and the next one gets the slot', async () => {
  const { acquire } = limitConcurrency(1)
  const release = await acquire()
  const late = acquire({ deadline: performance.now() + 10 })
  const patient = acquire({ deadline: performance.now() + 60_000 })
  await expect(late).rejects.toThrow('waited too long')
  release()
  expect(await patient).toBeInstanceOf(Function)
})

test('releasing a slot twice releases it once', async () => {
  const { acquire } = limitConcurrency(1)
  const release = await acquire()
  release()
  release()
  await acquire()
  const third = acquire({ deadline: performance.now() + 10 })
  await expect(third).rejects.toThrow('waited too long')
})
