// A process of its own: what it meets (a small disk, another user's folder) is arranged around it.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FilesFailed } from '#portfolio/parts.ts'
import { openFolder } from '#server/files/folder.ts'

/** What became of each attempt: `done`, `full`, `failed`, or an error that has no name in the product. */
export interface NeedReport {
  /** A file of 1 MB. */
  readonly keep: string
  readonly write: string
  /** A file of a few bytes, after something was removed. */
  readonly keepAfterwards: string
  readonly find: string
  /** What lies about among the drafts. */
  readonly drafts: readonly string[]
  readonly kept: readonly string[]
}

async function attempt(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    return error instanceof FilesFailed ? (error.full ? 'full' : 'failed') : String(error)
  }
}

const [folder = '', large = '', small = '', ballast = ''] = process.argv.slice(2)
const files = await openFolder(folder)
const keep = await attempt(files.keep(large, ['images/large.jpg']))
const write = await attempt(files.write('derivatives/1/v1/480.webp', new Uint8Array(1_000_000)))
if (ballast) await rm(ballast)
const report: NeedReport = {
  keep,
  write,
  keepAfterwards: await attempt(files.keep(small, ['images/small.jpg'])),
  find: await attempt(files.find('images/small.jpg')),
  drafts: await readdir(join(folder, '.temporary')),
  kept: await readdir(join(folder, 'images')).catch(() => []),
}
process.stdout.write(JSON.stringify(report))
