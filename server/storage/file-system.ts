import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, realpath, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import type { FileStore } from '#portfolio/ports.ts'
import { deleteFiles } from './delete-files.ts'
import { errorCode, nullIfMissing, renameDurably, replaceFile, syncToDisk } from './durable-write.ts'
import { withFileStoreErrors } from './file-store-errors.ts'
import { freeSpaceAt } from './free-space.ts'
import { listFilesBefore } from './temporary-files.ts'

const temporaryFolder = '.temporary'
/** Originals are private: only the owner may read new folders. */
const privateFolder = { recursive: true, mode: 0o700 }

/** Syncs new files before they get their names. Files behind symbolic links are not found: they may be private. */
export async function openFileSystemStore(folder: string): Promise<FileStore> {
  await mkdir(folder, privateFolder)
  const root = await realpath(folder)
  const temporary = join(root, temporaryFolder)
  await mkdir(temporary, privateFolder)

  return {
    store: (path, keys) =>
      withFileStoreErrors(async () => {
        const copy = await newPathIn(temporary)
        try {
          await copyFile(path, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
          await syncToDisk(copy)
          return await linkToFirstFreeKey(root, copy, keys)
        } finally {
          await rm(copy, { force: true })
        }
      }),

    write: (key, bytes) =>
      withFileStoreErrors(async () => {
        const path = pathOf(root, key)
        await mkdir(dirname(path), privateFolder)
        await replaceFile(path, await newPathIn(temporary), bytes)
      }),

    stat: (key) => withFileStoreErrors(async () => (await findFile(root, key))?.file ?? null),

    open: (key) =>
      withFileStoreErrors(async () => {
        const found = await findFile(root, key)
        return found && openFile(found.path)
      }),

    withLocalCopy: async (key, work) => {
      const found = await withFileStoreErrors(() => findFile(root, key))
      return found && work(found.path)
    },

    move: (from, to) => withFileStoreErrors(() => moveFile(pathOf(root, from), pathOf(root, to))),

    remove: (key) => withFileStoreErrors(() => rm(pathOf(root, key), { recursive: key.endsWith('/'), force: true })),

    list: (prefix = '') => keysIn(root, prefix),

    expireTemporaryFiles: (before) =>
      withFileStoreErrors(async () => deleteFiles(await listFilesBefore(temporary, before))),

    countTemporaryFiles: (before) => withFileStoreErrors(async () => (await listFilesBefore(temporary, before)).length),

    freeSpace: () => withFileStoreErrors(() => freeSpaceAt(root)),
  }
}

async function findFile(root: string, key: string) {
  const path = pathOf(root, key)
  const realPath = await realpath(path).catch(nullIfMissingOrLoop)
  const file = realPath === path ? await stat(path).catch(nullIfMissing) : null
  return file?.isFile() ? { path, file: { bytes: file.size, changedAt: file.mtime } } : null
}

// The folder may have been deleted since the start.
async function newPathIn(folder: string): Promise<string> {
  await mkdir(folder, privateFolder)
  return join(folder, randomUUID())
}

async function openFile(path: string) {
  const handle = await open(path).catch(nullIfMissing)
  if (!handle) return null
  // The file may have been replaced since it was found.
  const { size, mtime } = await handle.stat()
  // Node's type of a web stream and the global one are the same class at run time.
  return { bytes: size, changedAt: mtime, stream: Readable.toWeb(handle.createReadStream()) as ReadableStream }
}

async function moveFile(from: string, to: string): Promise<void> {
  const now = new Date()
  await utimes(from, now, now)
  await mkdir(dirname(to), privateFolder)
  await renameDurably(from, to)
}

async function* keysIn(root: string, prefix: string): AsyncGenerator<string> {
  // A folder may be deleted after its name was read.
  const entries = await withFileStoreErrors(() =>
    readdir(join(root, prefix), { withFileTypes: true }).catch(nullIfMissing),
  )
  for (const entry of entries ?? []) {
    const key = prefix + entry.name
    if (entry.isFile()) yield key
    else if (entry.isDirectory() && key !== temporaryFolder) yield* keysIn(root, `${key}/`)
  }
}

async function linkToFirstFreeKey(
  root: string,
  path: string,
  keys: Iterable<string> | AsyncIterable<string>,
): Promise<string> {
  for await (const key of keys) {
    const target = pathOf(root, key)
    await mkdir(dirname(target), privateFolder)
    // `link` refuses a name that exists; `rename` would replace the file.
    const linked = await link(path, target).then(() => true, falseIfExists)
    if (!linked) continue
    await syncToDisk(dirname(target))
    return key
  }
  throw new Error('no key was free')
}

function pathOf(root: string, key: string): string {
  const path = resolve(root, key)
  if (!path.startsWith(root + sep)) throw new Error(`the key ${key} leads out of the store`)
  return path
}

function nullIfMissingOrLoop(error: unknown): null {
  return errorCode(error) === 'ELOOP' ? null : nullIfMissing(error)
}

function falseIfExists(error: unknown): false {
  if (errorCode(error) === 'EEXIST') return false
  throw error
}
