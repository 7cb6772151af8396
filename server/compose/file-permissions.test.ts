import { chmod } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { warnOfWritableFolder } from './file-permissions.ts'

test.each([
  ['700', 0],
  ['755', 0],
  ['775', 0],
  ['777', 1],
])('a data folder with the mode %s causes %i warnings', async (mode, warnings) => {
  const folder = await temporaryFolder()
  await chmod(folder, mode)
  const warn = vi.fn()
  await warnOfWritableFolder(folder, { warn })
  expect(warn).toHaveBeenCalledTimes(warnings)
})
