import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, rename, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { FileStore } from '#portfolio/ports.ts'
import { markUnfinished } from '#server/database/unfinished-folder.ts'
import { renameDurably } from '#server/storage/durable-write.ts'
import { openFileSystemStore } from '#server/storage/file-system.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { exportInto, type ListFiles } from './folder.ts'

vi.mock('#server/storage/durable-write.ts', { spy: true })

const oneFile: ListFiles = async (onFile) => onFile({ path: 'enfilade.json', text: '{}' })

async function openTarget(given?: string) {
  const top = given ?? (await temporaryFolder())
  const dataDir = join(top, 'data')
  const files: FileStore = await openFileSystemStore(join(dataDir, 'files'))
  const into = join(top, 'export')
  const problems: string[] = []
  const run = (list: ListFiles) => exportInto(files, list, { dataDir, into }, (problem) => void problems.push(problem))
  return { top, into, unfinished: `${into}.unfinished`, run, files, problems }
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

test('an export that was killed before its folder was renamed is replaced', async () => {
  const { top, run } = await openTarget()
  const killed = await temporaryFolder()
  vi.mocked(renameDurably).mockImplementationOnce(async (from, to) => {
    await cp(top, killed, { recursive: true })
    await rename(from, to)
  })
  await run(oneFile)
  const again = await openTarget(killed)
  await again.run(oneFile)
  for (const folder of [top, killed]) expect((await readdir(folder)).toSorted()).toEqual(['data', 'export'])
})

test('an empty folder, left by a kill before it was marked or after its mark was deleted, is replaced', async () => {
  const { top, unfinished, run } = await openTarget()
  await mkdir(unfinished)
  await run(oneFile)
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

test('only the originals that were copied are counted', async () => {
  const { top, run, files, problems } = await openTarget()
  const path = join(top, 'picture.jpg')
  await writeFile(path, 'a picture')
  await files.store(path, ['one', 'two'].values())
  await files.store(path, ['two'].values())
  const bytes = 9
  const [sha256, other] = ['a picture', 'another'].map((text) => createHash('sha256').update(text).digest('hex'))
  const originals = [
    { path: 'one.jpg', storageKey: 'one', bytes, sha256: sha256 ?? '' },
    { path: 'two.jpg', storageKey: 'two', bytes, sha256: other ?? '' },
    { path: 'three.jpg', storageKey: 'three', bytes, sha256: sha256 ?? '' },
  ]
  const list: ListFiles = async (onFile) => {
    await oneFile(onFile)
    for (const original of originals) await onFile(original)
  }
  expect(await run(list)).toEqual({ projects: 0, originals: 2 })
  expect(problems).toEqual(['two.jpg is damaged.', 'three.jpg is missing.'])
})

test('a folder with content is refused and stays as it is', async () => {
  const { into, run } = await openTarget()
  await mkdir(into)
  await writeFile(join(into, 'notes.txt'), 'mine')
  await expect(run(oneFile)).rejects.toThrow('is not an empty folder')
  expect(await readdir(into)).toEqual(['notes.txt'])
})
