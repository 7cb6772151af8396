import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { killPoints } from './kill-points.ts'

/** One kill per kill point; `npm run test:kills` kills 1,000 times by default. */
const count = killPoints.length

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
