import { chmod } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { warnOfWritableFolder } from './file-permissions.ts'

test.each([
  [0o700, 0],
  [0o755, 0],
  [0o775, 0],
  [0o777, 1],
])('a data folder with the mode %o causes %i warnings', async (mode, warnings) => {
  const folder = await temporaryFolder()
  await chmod(folder, mode)
  const warn = vi.fn()
  await warnOfWritableFolder(folder, { warn })
  expect(warn).toHaveBeenCalledTimes(warnings)
})
