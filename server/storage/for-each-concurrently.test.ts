import { expect, test } from 'vitest'
import { forEachConcurrently } from './for-each-concurrently.ts'

test('all items are processed, a few at a time', async () => {
  const processed: number[] = []
  let [running, maxRunning] = [0, 0]
  await forEachConcurrently([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    maxRunning = Math.max(maxRunning, ++running)
    await Promise.resolve()
    running -= 1
    processed.push(item)
  })
  expect(processed.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(maxRunning).toBe(3)
})

test('after a failure, no further item is started, and those in progress are awaited', async () => {
  const events: string[] = []
  const failed = forEachConcurrently(['fails', 'slow', 'never'], 2, async (item) => {
    if (item === 'fails') throw new Error('first')
    await new Promise((resolve) => setImmediate(resolve))
    events.push(item)
  })
  await expect(failed).rejects.toThrow('first')
  expect(events).toEqual(['slow'])
})
