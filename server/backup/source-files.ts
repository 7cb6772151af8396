import { lstat, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { storeIdKey } from '#portfolio/store-keys.ts'
import type { ReferencedOriginal } from '#server/database/sqlite/snapshot.ts'
import { nullIfMissing } from '#server/storage/durable-write.ts'
import { BackupRefused } from './backup-refused.ts'
import { copyFile, createParent, hashFile, SourceFailed, tryLink, type FileHash } from './copy-file.ts'
import { refuseToFillDisk } from './refuse-to-fill-disk.ts'
import type { BackupFile } from './manifest.ts'

export interface SourceFile {
  /** Relative to the data folder and to the backup, with `/`. */
  readonly path: string
  /** The hash recorded in the database; `null` if there is none. */
  readonly sha256: string | null
  /** A derivative is not required, because it is created again after a restore. */
  readonly isRequired: boolean
}

export interface CopyPlan {
  readonly dataDir: string
  readonly target: string
  /** Whether to create hard links to the files of the data folder, which are replaced but never changed in place. */
  readonly linksData: boolean
  /** The backup to whose unchanged files hard links are created; `null` if there is none. */
  readonly previous: { readonly folder: string; readonly files: readonly BackupFile[] } | null
}

/** Lists the secret, the originals and the derivatives that exist. */
export async function listSourceFiles(
  dataDir: string,
  originals: readonly ReferencedOriginal[],
): Promise<SourceFile[]> {
  const files: SourceFile[] = [{ path: 'secret', sha256: null, isRequired: true }]
  for (const { photoId, storageKey, sha256 } of originals) {
    files.push({ path: `files/${storageKey}`, sha256, isRequired: true })
    const folder = join(dataDir, 'files/derivatives', photoId)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullIfMissing)
    for (const entry of entries ?? []) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name).slice(dataDir.length + 1)
      files.push({ path: path.split(sep).join('/'), sha256: null, isRequired: false })
    }
  }
  return files
}

/** The store id in the files of a data folder, which identifies the backups of the site; `null` if it is missing. */
export async function readFolderStoreId(dataDir: string): Promise<string | null> {
  return (await readFile(join(dataDir, 'files', storeIdKey), 'utf8').catch(nullIfMissing))?.trim() ?? null
}

/** Returns a function that adds one file to the backup and reads it back. The function throws `SourceFailed`. */
export function openCopier({ dataDir, target, linksData, previous }: CopyPlan) {
  const earlier = new Map(previous?.files.map((file) => [file.path, file]))

  const linkEarlier = async (path: string): Promise<FileHash | null> => {
    const known = earlier.get(path)
    if (!previous || !known || (await hashFile(join(dataDir, path))).sha256 !== known.sha256) return null
    if (!(await tryLink(join(previous.folder, path), join(target, path)))) return null
    const linked = await hashFile(join(target, path)).catch(() => null)
    if (linked?.sha256 === known.sha256) return linked
    await rm(join(target, path))
    return null
  }

  return async (path: string): Promise<FileHash> => {
    const source = join(dataDir, path)
    const found = await lstat(source).catch(throwSourceFailed)
    await createParent(join(target, path))
    // The secret is not linked, because an operator may change it in place.
    if (linksData && path !== 'secret' && found.isFile() && (await tryLink(source, join(target, path))))
      return hashFile(join(target, path))
    return (await linkEarlier(path)) ?? copyAndVerify(source, target, path)
  }
}

/** Estimates the number of bytes that will be copied rather than linked. */
export async function countBytesToCopy(
  { dataDir, target, linksData, previous }: CopyPlan,
  files: readonly SourceFile[],
): Promise<number> {
  const targetDisk = (await stat(target)).dev
  const earlier = new Map(previous?.files.map((file) => [file.path, file.bytes]))
  let bytes = 0
  for (const { path } of files) {
    const found = await stat(join(dataDir, path)).catch(() => null)
    const isLinked = found && ((linksData && found.dev === targetDisk) || earlier.get(path) === found.size)
    if (found && !isLinked) bytes += found.size
  }
  return bytes
}

async function copyAndVerify(source: string, target: string, path: string): Promise<FileHash> {
  const found = await stat(source).catch(throwSourceFailed)
  if (!found.isFile()) throw new SourceFailed(new Error(`${path} is not a regular file`))
  await refuseToFillDisk(target, found.size)
  const copied = await copyFile(source, join(target, path))
  const readBack = await hashFile(join(target, path)).catch(() => null)
  if (readBack?.sha256 !== copied.sha256) throw new BackupRefused(`The disk did not store ${path} correctly.`)
  return copied
}

function throwSourceFailed(error: unknown): never {
  throw new SourceFailed(error)
}
