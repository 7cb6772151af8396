import { expect, test } from 'vitest'
import { done, refused, unexpectedErrorMessage } from '#portfolio/result.ts'
import { uploadAll } from './upload-all.ts'
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

test('after an unexpected error, the files can be uploaded again', async () => {
  const queue = createUploadQueue('/projects/p', async () => null)
  queue.add([new File(['a'], 'a.jpg', { type: 'image/jpeg' })])
  const [item] = queue.items()
  let errors = 2
  const runner = createUploadRunner(queue, async () => {
    queue.refuse(item?.key ?? '', refused('unavailable', 'later'))
    if (errors-- > 0) throw new Error('unexpected')
    return true
  })
  const attach = async () => done({ id: 'photo' })
  await expect(runner.run(attach)).rejects.toThrow('unexpected')
  expect(runner.status()).toEqual({ busy: false, failed: true, attachedCount: 0 })
  await expect(runner.retry(attach)).rejects.toThrow('unexpected')
  await runner.run(attach)
  expect(runner.status().failed).toBe(false)
})

test('an unexpected error with one file is shown at that file, and the other one is attached first', async () => {
  const queue = createUploadQueue('/projects/p', async () => null)
  queue.add(['a.jpg', 'b.jpg'].map((name) => new File([name], name, { type: 'image/jpeg' })))
  const transport = { upload: async (file: File) => done(`id of ${file.name}`), examine: async () => done() }
  const runner = createUploadRunner(queue, (_, options) => uploadAll(queue, { ...options, transport }))
  const run = runner.run(async ({ file }) => {
    if (file.name === 'a.jpg') throw new Error('unexpected')
    await settled()
    return done({ id: 'photo' })
  })
  await expect(run).rejects.toThrow('unexpected')
  expect(queue.items().map(({ file, problem }) => [file.name, problem])).toEqual([['a.jpg', unexpectedErrorMessage]])
  expect(runner.status()).toEqual({ busy: false, failed: true, attachedCount: 1 })
})
