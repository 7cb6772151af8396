import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { steps } from './steps.ts'

/** Of the thousand that `npm run test:kills` deals, one at each step. */
const count = steps.length

test.runIf(inject('hard'))(
  `kill -9 · ${count} times while everything is under way: nothing acknowledged is lost`,
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['fault/kills.ts', String(count)])
    process.stdout.write(stdout.trim().split('\n').at(-1) ?? '')
    expect(stdout).toContain(`${count} killed`)
  },
  600_000,
)
