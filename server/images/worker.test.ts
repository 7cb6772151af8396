import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'

test('a worker ignores the signals that stop the site, and exits on disconnect', async () => {
  const path = join(await temporaryFolder(), 'photo.jpg')
  await writeFile(path, await photoFile())
  const worker = fork(join(import.meta.dirname, 'worker.ts'), [], {
    serialization: 'advanced',
    execArgv: ['--no-warnings'],
  })
  const examine = async (id: number) => {
    worker.send({ type: 'examine', path, id })
    const [reply] = await once(worker, 'message')
    return reply
  }
  expect(await examine(1)).toMatchObject({ id: 1, value: { ok: true } })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) worker.kill(signal)
  expect(await examine(2)).toMatchObject({ id: 2, value: { ok: true } })
  const exited = once(worker, 'exit')
  worker.disconnect()
  expect(await exited).toEqual([0, null])
})
