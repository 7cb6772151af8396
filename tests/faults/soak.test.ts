import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

/** A twentieth of what `npm run test:soak` sends by default. */
const requests = 50_000

test.runIf(inject('isHardMode'))(
  `${requests} requests, edits and backups: memory and descriptors stay flat, and no acknowledged edit is lost`,
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['tests/faults/soak.ts', String(requests)])
    const summary = stdout.trim().split('\n').at(-1) ?? ''
    process.stdout.write(summary)
    expect(summary).toMatch(/^soak: .*, 0 problems$/)
  },
  1_200_000,
)
