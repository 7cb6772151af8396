import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeFailure } from './expected-failure.ts'

test.runIf(process.platform === 'linux')('a full disk is described in one sentence', async () => {
  const error: unknown = await writeFile('/dev/full', 'x').catch((reason: unknown) => reason)
  expect(describeFailure(error)).toMatch(/^The disk is full \(ENOSPC.+\): free some space, then try again\.$/)
})
