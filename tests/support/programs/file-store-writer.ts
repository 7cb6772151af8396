// Writes to a file store. Tests run it on a small or read-only disk, or as another user.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStoreFailed } from '#portfolio/ports.ts'
import { openFileSystemStore } from '#server/storage/file-system.ts'

/** The outcome of each call: `done`, `full`, `failed`, or the text of an unexpected error. */
export interface WriterReport {
  /** Storing a file of 1 MB. */
  readonly store: string
  readonly write: string
  /** Storing a file of a few bytes, after the file that fills the disk was removed. */
  readonly storeSmall: string
  readonly stat: string
  readonly temporaryFiles: readonly string[]
  readonly images: readonly string[]
}

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    return error instanceof FileStoreFailed ? (error.full ? 'full' : 'failed') : String(error)
  }
}

const [folder = '', large = '', small = '', filler = ''] = process.argv.slice(2)
const files = await openFileSystemStore(folder)
const store = await outcomeOf(files.store(large, ['images/large.jpg']))
const write = await outcomeOf(files.write('derivatives/1/v1/480.webp', new Uint8Array(1_000_000)))
if (filler) await rm(filler)
const report: WriterReport = {
  store,
  write,
  storeSmall: await outcomeOf(files.store(small, ['images/small.jpg'])),
  stat: await outcomeOf(files.stat('images/small.jpg')),
  temporaryFiles: await readdir(join(folder, '.temporary')),
  images: await readdir(join(folder, 'images')).catch(() => []),
}
process.stdout.write(JSON.stringify(report))
