import { expect, test } from 'vitest'
import { done, refused } from '#portfolio/result.ts'
import { createUploadQueue } from './upload-queue.ts'
import { createUploadRunner } from './upload-runner.ts'

function openRunner() {
  const queue = createUploadQueue('/projects/p', async () => null)
  queue.add(['a.jpg', 'b.jpg'].map((name) => new File([name], name, { type: 'image/jpeg' })))
  let finish = (_: boolean) => {}
  const filesOfRuns: string[][] = []
  const runner = createUploadRunner(queue, async (_, options) => {
    filesOfRuns.push([...(options?.files ?? [])].map(({ name }) => name))
    for (const item of queue.items()) await options?.attach?.(item, item.file.name, [])
    return new Promise<boolean>((resolve) => (finish = resolve))
  })
  return { queue, runner, filesOfRuns, finish: (succeeded: boolean) => finish(succeeded) }
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
  const { runner, filesOfRuns, finish } = openRunner()
  const attach = async () => done({ id: 'photo' })
  const first = runner.run(attach)
  await runner.run(attach)
  expect(filesOfRuns).toHaveLength(1)
  await settled()
  finish(true)
  await first
})

test('a retry needs a temporary problem, and leaves out files chosen since the run', async () => {
  const { queue, runner, filesOfRuns, finish } = openRunner()
  const attach = async () => refused('unavailable', 'later')
  const [a, b] = queue.items()
  const first = runner.run(attach)
  await settled()
  queue.refuse(a?.key ?? '', refused('wrong-type', 'no image'))
  finish(false)
  await first
  await runner.retry(attach)
  expect(filesOfRuns).toEqual([['a.jpg', 'b.jpg']])

  queue.add([new File(['c'], 'c.jpg', { type: 'image/jpeg' })])
  queue.refuse(b?.key ?? '', refused('unavailable', 'later'))
  const retried = runner.retry(attach)
  await settled()
  finish(false)
  await retried
  queue.discard(b?.key ?? '')
  await runner.retry(attach)
  expect(filesOfRuns).toEqual([
    ['a.jpg', 'b.jpg'],
    ['a.jpg', 'b.jpg'],
  ])
})

test('a run during a retry waits for it, so that files chosen since are uploaded', async () => {
  const { queue, runner, filesOfRuns, finish } = openRunner()
  const attach = async () => refused('unavailable', 'later')
  const first = runner.run(attach)
  await settled()
  queue.refuse(queue.items()[0]?.key ?? '', refused('unavailable', 'later'))
  finish(false)
  await first
  const retried = runner.retry(attach)
  queue.add([new File(['c'], 'c.jpg', { type: 'image/jpeg' })])
  const second = runner.run(attach)
  await settled()
  finish(false)
  await retried
  await settled()
  finish(true)
  await second
  expect(filesOfRuns.map((files) => files.length)).toEqual([2, 2, 3])
})
