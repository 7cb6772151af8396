import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { unpackTar } from 'modern-tar/fs'
import { expect, test } from 'vitest'
import type { ExportedFile } from '#portfolio/export/export.ts'
import { openFileSystemStore } from '#server/storage/file-system.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { readFilesBelow } from '#tests/support/transfer.ts'
import { packExport } from './archive.ts'

const bytes = Buffer.alloc(20_000_000, 1)

async function open() {
  const folder = await temporaryFolder()
  const store = await openFileSystemStore(folder)
  const errors: string[] = []
  const log = { info: () => {}, error: () => {}, warn: (message: string) => void errors.push(message) }
  await mkdir(join(folder, 'images'))
  await writeFile(join(folder, 'images/a.jpg'), bytes)
  await writeFile(join(folder, 'images/c.jpg'), 'c')
  return { ports: { files: store, log }, folder, errors }
}

const original = (path: string, storageKey: string): ExportedFile => ({
  path,
  storageKey,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

test('an archive contains the files, and lists those that are missing or damaged', async () => {
  const { ports, errors } = await open()
  const long = `${'ü'.repeat(60)}/project.json`
  const files = [
    { path: long, text: '{}\n' },
    original('1/01-a.jpg', 'images/a.jpg'),
    original('1/b.jpg', 'images/b.jpg'),
    original('1/c.jpg', 'images/c.jpg'),
  ]
  const into = await temporaryFolder()
  await pipeline(Readable.fromWeb(packExport(ports, 'portfolio', files) as never), unpackTar(into))
  const unpacked = await readFilesBelow(join(into, 'portfolio'))
  expect([...unpacked.keys()].toSorted()).toEqual([
    '1/01-a.jpg',
    '1/c.jpg',
    'damaged-files.txt',
    'missing-files.txt',
    long,
  ])
  expect(unpacked.get('1/01-a.jpg')).toBe(bytes.toString('base64'))
  expect(unpacked.get('missing-files.txt')).toBe(Buffer.from('1/b.jpg\n').toString('base64'))
  expect(unpacked.get('damaged-files.txt')).toBe(Buffer.from('1/c.jpg\n').toString('base64'))
  expect(errors).toEqual([])
})

test('packing waits for the reader, and stops when the reader cancels', async () => {
  const { ports, errors } = await open()
  let [opened, cancelled] = [0, 0]
  // In memory, so that packing that did not wait would advance in every turn of the event loop.
  const stream = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes.subarray(0, 50_000)),
      cancel: () => void (cancelled += 1),
    })
  const store = {
    ...ports.files,
    open: async () => {
      opened += 1
      return { stream: stream(), bytes: bytes.length, changedAt: new Date() }
    },
  }
  const waitForTurns = async () => {
    for (let turn = 0; turn < 100; turn++) await setImmediate()
  }
  const many = Array.from({ length: 50 }, (_, n) => original(`1/${n}.jpg`, 'images/a.jpg'))
  const reader = packExport({ ...ports, files: store }, 'portfolio', many).getReader()
  await reader.read()
  await waitForTurns()
  expect(opened).toBe(1)
  await reader.cancel()
  await expect.poll(() => cancelled).toBe(1)
  await waitForTurns()
  expect(opened).toBe(1)
  expect(errors).toEqual([])
})
