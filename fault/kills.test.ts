import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

/** A few of the thousand that `npm run test:kills` deals. */
const count = 42

test.runIf(inject('hard'))(
  `kill -9 · ${count} times while everything is under way: nothing acknowledged is lost`,
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['fault/kills.ts', String(count)])
    process.stdout.write(stdout.trim().split('\n').at(-1) ?? '')
    expect(stdout).toContain(`${count} killed`)
  },
  600_000,
)
