import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test, vi } from 'vitest'
import { AcknowledgedWrites } from '#tests/faults/acknowledged-writes.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import type { runKillLoop } from './kill-loop.ts'
import { killPoints } from './kill-points.ts'

/** One kill per kill point; `npm run test:kills` kills 1,000 times by default. */
const count = killPoints.length

/** A loop whose site is only found damaged by the final check. */
const loopWithProblem: typeof runKillLoop = async (name, _base, plan, _random, onProgress) => {
  const problems: string[] = []
  const report = { kills: plan.length, atKillPoint: 0, writes: new AcknowledgedWrites(), problems }
  if (plan.length > 0) onProgress(report)
  problems.push(`${name}, at the end: an original is missing`)
  return report
}

test('the final check of a site that was not killed is reported too', async () => {
  vi.doMock('./kill-loop.ts', () => ({ runKillLoop: loopWithProblem }))
  vi.doMock('#tests/faults/site-fixture.ts', () => ({
    createBaseDataFolder: () => mkdtemp(join(temporaryRoot(), 'enfilade-base-')),
  }))
  const [program = '', file = ''] = process.argv
  process.argv = [program, file, '1', '42']
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const log = vi.spyOn(console, 'log').mockReturnValue()
  await import('./random-kills.ts')
  const problems = log.mock.calls.flat().filter((line) => String(line).startsWith('problem: '))
  expect(problems.sort()).toEqual([1, 2, 3].map((n) => `problem: site ${n}, at the end: an original is missing`))
  expect(exit).toHaveBeenCalledWith(1)
})

test.runIf(inject('isHardMode'))(
  `kill -9 · ${count} times during writes and background jobs: no acknowledged write is lost`,
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      'tests/faults/kills/random-kills.ts',
      String(count),
    ])
    process.stdout.write(stdout.trim().split('\n').at(-1) ?? '')
    expect(stdout).toContain(`${count} killed`)
  },
  600_000,
)
