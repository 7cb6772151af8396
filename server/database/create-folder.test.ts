import { stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { createFolder } from './create-folder.ts'

test('a folder and its parents are created with access for this user only; an existing folder is kept', async () => {
  const path = join(await temporaryFolder(), 'a', 'b', 'c')
  await createFolder(path)
  await createFolder(path)
  expect((await stat(path)).mode & 0o777).toBe(0o700)
})

test('a file, a dangling link and a path where nothing can be created are refused', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'file'), '')
  await symlink('/nowhere/at/all', join(folder, 'link'))
  for (const path of [
    join(folder, 'file'),
    join(folder, 'file', 'below'),
    join(folder, 'link'),
    '/proc/x',
    '/proc/x/y',
  ])
    await expect(createFolder(path), path).rejects.toMatchObject({ syscall: expect.any(String) })
})
