import { expect, test } from 'vitest'
import { done, refused } from '#portfolio/result.ts'
import { createUploadQueue } from './upload-queue.ts'
import { createUploadRunner } from './upload-runner.ts'

function openRunner() {
  const queue = createUploadQueue('/projects/p', async () => null)
  queue.add(['a.jpg', 'b.jpg'].map((name) => new File([name], name, { type: 'image/jpeg' })))
  let finish = (_: boolean) => {}
  let runs = 0
  const runner = createUploadRunner(queue, async (_, options) => {
    runs += 1
    for (const item of queue.items()) await options?.attach?.(item, item.file.name, [])
    return new Promise<boolean>((resolve) => (finish = resolve))
  })
  return { queue, runner, runs: () => runs, finish: (succeeded: boolean) => finish(succeeded) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a run counts the photos that it attached', async () => {
  const { runner, finish } = openRunner()
  const run = runner.run(async (item) => (item.file.name === 'a.jpg' ? done({ id: 'photo' }) : refused('full', 'full')))
  expect(runner.status()).toEqual({ busy: true, failed: false, attachedCount: 0 })
  await settled()
  finish(false)
  await run
  expect(runner.status()).toEqual({ busy: false, failed: true, attachedCount: 1 })
})

test('runs do not overlap', async () => {
  const { runner, runs, finish } = openRunner()
  const attach = async () => done({ id: 'photo' })
  const first = runner.run(attach)
  await runner.run(attach)
  expect(runs()).toBe(1)
  await settled()
  finish(true)
  await first
})

test('canRetry is true only with a temporary problem', () => {
  const { queue, runner } = openRunner()
  const [a, b] = queue.items()
  expect(runner.canRetry()).toBe(false)
  queue.refuse(a?.key ?? '', refused('wrong-type', 'no image'))
  expect(runner.canRetry()).toBe(false)
  queue.refuse(b?.key ?? '', refused('unavailable', 'later'))
  expect(runner.canRetry()).toBe(true)
})
