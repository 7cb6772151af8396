import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { FilesFailed, type Files } from '#portfolio/parts.ts'
import { removeAll } from './remove-all.ts'

/** Where files are written before they have their name. */
const drafts = '.temporary'
/** Originals are private: only the owner may look into a folder that is made here. */
const closed = { recursive: true, mode: 0o700 }

/**
 * Files in a folder. Whatever is kept is whole and on the disk before the answer: temporary file, fsync,
 * final name, fsync of the folder. A crash leaves a temporary file at worst.
 */
export async function openFolder(root: string): Promise<Files> {
  const temporary = join(root, drafts)
  await mkdir(temporary, closed)
  const place = (key: string) => placeOf(root, key)

  return {
    keep: (path, keys) =>
      named(async () => {
        const draft = join(temporary, randomUUID())
        try {
          await copyFile(path, draft, constants.COPYFILE_EXCL)
          await sync(draft)
          return await linkUnderFirstFree(draft, keys, place)
        } finally {
          await rm(draft, { force: true })
        }
      }),

    write: (key, bytes) =>
      named(async () => {
        const draft = join(temporary, randomUUID())
        try {
          const file = await open(draft, 'wx')
          await file
            .writeFile(bytes)
            .then(() => file.sync())
            .finally(() => file.close())
          await mkdir(dirname(place(key)), closed)
          await rename(draft, place(key))
          await sync(dirname(place(key)))
        } finally {
          await rm(draft, { force: true })
        }
      }),

    find: (key) =>
      named(async () => {
        const path = place(key)
        const found = await stat(path).catch(missingIsNull)
        return found?.isFile() ? { path, size: found.size, changedAt: found.mtime } : null
      }),

    remove: (key) =>
      named(async () => {
        await rm(place(key), { recursive: key.endsWith('/'), force: true })
      }),

    list: () => keysIn(root, ''),

    sweepDrafts: (before) => named(async () => removeAll(await draftsOf(temporary, before))),

    countDrafts: (before) => named(async () => (await draftsOf(temporary, before)).length),
  }
}

async function* keysIn(root: string, prefix: string): AsyncGenerator<string> {
  for (const entry of await named(() => readdir(join(root, prefix), { withFileTypes: true }).catch(missingIsNone))) {
    const key = prefix + entry.name
    if (entry.isFile()) yield key
    else if (entry.isDirectory() && key !== drafts) yield* keysIn(root, `${key}/`)
  }
}

async function draftsOf(folder: string, before: Date): Promise<string[]> {
  const old: string[] = []
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(missingIsNull)
    if (found && found.mtime < before) old.push(join(folder, name))
  }
  return old
}

async function linkUnderFirstFree(draft: string, keys: Iterable<string>, place: (key: string) => string) {
  for (const key of keys) {
    const path = place(key)
    await mkdir(dirname(path), closed)
    // `link` refuses a name that exists; `rename` would replace it.
    const free = await link(draft, path).then(() => true, existsIsFalse)
    if (!free) continue
    await sync(dirname(path))
    return key
  }
  throw new Error('no key was free')
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

function placeOf(root: string, key: string): string {
  const path = resolve(root, key)
  if (!path.startsWith(root + sep)) throw new Error(`the key ${key} leads out of the store`)
  return path
}

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error)
    if (code === '') throw error
    throw new FilesFailed(error, code === 'ENOSPC' || code === 'EDQUOT')
  }
}

function missingIsNull(error: unknown): null {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
  throw error
}

// A folder that was removed since its name was read.
function missingIsNone(error: unknown): [] {
  return missingIsNull(error) ?? []
}

function existsIsFalse(error: unknown): false {
  if (codeOf(error) === 'EEXIST') return false
  throw error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
