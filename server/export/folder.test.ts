import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FileStore } from '#portfolio/ports.ts'
import { markUnfinished } from '#server/database/unfinished-folder.ts'
import { openFileSystemStore } from '#server/storage/file-system.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { exportInto, type ListFiles } from './folder.ts'

const oneFile: ListFiles = async (onFile) => onFile({ path: 'enfilade.json', text: '{}' })

async function openTarget() {
  const top = await temporaryFolder()
  const dataDir = join(top, 'data')
  const files: FileStore = await openFileSystemStore(join(dataDir, 'files'))
  const into = join(top, 'export')
  const run = (list: ListFiles) => exportInto(files, list, { dataDir, into }, () => {})
  return { top, into, unfinished: `${into}.unfinished`, run }
}

test('an export that fails leaves no folder', async () => {
  const { top, run } = await openTarget()
  const failing: ListFiles = async (onFile) => {
    await oneFile(onFile)
    throw new Error('the database has failed')
  }
  await expect(run(failing)).rejects.toThrow('the database has failed')
  expect(await readdir(top)).toEqual(['data'])
})

test('the folder of an export that was killed is replaced', async () => {
  const { top, into, unfinished, run } = await openTarget()
  await mkdir(unfinished)
  await writeFile(join(unfinished, `enfilade-unfinished-${hostname()}`), '')
  await writeFile(join(unfinished, 'half.json'), '{')
  await run(oneFile)
  expect(await readdir(into)).toEqual(['enfilade.json'])
  expect((await readdir(top)).toSorted()).toEqual(['data', 'export'])
})

test('the folder of a running export, or of somebody else, is not touched', async () => {
  const { unfinished, run } = await openTarget()
  await mkdir(unfinished)
  await writeFile(join(unfinished, 'notes.txt'), 'mine')
  await expect(run(oneFile)).rejects.toThrow('EEXIST')
  const finish = markUnfinished(unfinished)
  await expect(run(oneFile)).rejects.toThrow('EEXIST')
  await finish()
  expect(await readFile(join(unfinished, 'notes.txt'), 'utf8')).toBe('mine')
})

test('a folder with content is refused and stays as it is', async () => {
  const { into, run } = await openTarget()
  await mkdir(into)
  await writeFile(join(into, 'notes.txt'), 'mine')
  await expect(run(oneFile)).rejects.toThrow('is not an empty folder')
  expect(await readdir(into)).toEqual(['notes.txt'])
})
