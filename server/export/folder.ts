import { mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ExportedFile, ExportedOriginal } from '#portfolio/export/export.ts'
import type { FileStore } from '#portfolio/ports.ts'
import { refuseInsideData } from '#server/backup/backup-folder.ts'
import { BackupRefused } from '#server/backup/backup-refused.ts'
import { copyFile, createParent, SourceFailed } from '#server/backup/copy-file.ts'
import { refuseToFillDisk } from '#server/backup/refuse-to-fill-disk.ts'
import { deleteUnfinished, isAbandoned, markUnfinished } from '#server/database/unfinished-folder.ts'
import { errorCode, nullIfMissing, renameDurably, writeNewFile } from '#server/storage/durable-write.ts'

type Original = ExportedOriginal & { readonly path: string }

/** Calls `onFile` for each file of an export: see `readExport`. */
export type ListFiles = (onFile: (file: ExportedFile) => Promise<void> | void) => Promise<void>

/**
 * Writes an export into `into`, which must be missing or empty. It is written in `{into}.unfinished` and renamed when
 * complete. Calls `onProblem` for each original that is missing, damaged or unreadable; a damaged one is copied as it
 * is. Resolves with the numbers of projects and of originals that were copied. Throws `BackupRefused` if `into` is not
 * empty or is inside the data folder, or if the originals would fill the disk.
 */
export async function exportInto(
  files: FileStore,
  listFiles: ListFiles,
  { dataDir, into }: { readonly dataDir: string; readonly into: string },
  onProblem: (problem: string) => void,
): Promise<{ projects: number; originals: number }> {
  const folder = resolve(into)
  const unfinished = `${folder}.unfinished`
  await refuseInsideData(dataDir, folder)
  if ((await readdir(folder).catch(noEntries)).length > 0)
    throw new BackupRefused(`${into} is not an empty folder: choose another one.`)
  if (isAbandoned(unfinished)) await deleteUnfinished(unfinished, markUnfinished(unfinished))
  // A kill before the folder is marked, or after its mark is deleted, leaves it empty.
  await rmdir(unfinished).catch(() => {})
  await createParent(unfinished)
  await mkdir(unfinished, { mode: 0o700 })
  const finish = markUnfinished(unfinished)
  try {
    // Only this subfolder is renamed: the mark stays in `unfinished` until the export has its final name.
    const content = join(unfinished, 'content')
    await mkdir(content, { mode: 0o700 })
    const written = await fillFolder(files, listFiles, content, onProblem)
    // Not every system renames a folder over an empty one.
    await rmdir(folder).catch(nullIfMissing)
    await renameDurably(content, folder)
    return written
  } finally {
    await deleteUnfinished(unfinished, finish)
  }
}

function noEntries(error: unknown): [] {
  if (errorCode(error) === 'ENOENT') return []
  throw error
}

async function fillFolder(
  files: FileStore,
  listFiles: ListFiles,
  folder: string,
  onProblem: (problem: string) => void,
) {
  const originals: Original[] = []
  let texts = 0
  await listFiles(async (file) => {
    if (!('text' in file)) return void originals.push(file)
    const path = join(folder, file.path)
    await createParent(path)
    await writeNewFile(path, file.text)
    texts += 1
  })
  await refuseToFillDisk(
    folder,
    originals.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  let copied = 0
  for (const original of originals) {
    const problem = await copyOriginal(files, original, join(folder, original.path))
    if (problem !== null) onProblem(`${original.path} ${problem}.`)
    if (problem === null || problem === 'is damaged') copied += 1
  }
  // One of the texts is the studio's.
  return { projects: texts - 1, originals: copied }
}

async function copyOriginal(files: FileStore, { storageKey, sha256 }: Original, to: string) {
  try {
    const copied = await files.withLocalCopy(storageKey, (from) => copyFile(from, to))
    if (copied === null) return 'is missing'
    return copied.sha256 === sha256 ? null : 'is damaged'
  } catch (error) {
    if (!(error instanceof SourceFailed)) throw error
    await rm(to, { force: true })
    return error.isMissing ? 'is missing' : 'is unreadable'
  }
}
