import { lstat, mkdir, readdir, realpath, rmdir } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { errorCode, isMissing, nullIfMissing } from '#server/storage/durable-write.ts'
import { BackupRefused } from './backup-refused.ts'

/** Throws `BackupRefused` for a folder inside the data folder, except `backups`: it could be mistaken for data. */
export async function refuseInsideData(dataDir: string, folder: string): Promise<void> {
  const path = relative(await realpath(dataDir), await realPathOf(resolve(folder)))
  if (path === '..' || path.startsWith(`..${sep}`) || path === 'backups' || path.startsWith(`backups${sep}`)) return
  throw new BackupRefused(`${folder} is inside the data folder: choose a folder outside it, or its backups folder.`)
}

/** Throws `BackupRefused` for a data folder inside the backup to restore: restoring would change the backup. */
export async function refuseInsideBackup(backup: string, dataDir: string): Promise<void> {
  const path = relative(await realpath(backup), await realPathOf(resolve(dataDir)))
  if (path === '..' || path.startsWith(`..${sep}`)) return
  throw new BackupRefused(`${dataDir} is inside the backup: choose another DATA_DIR.`)
}

/** Resolves the symbolic links of a path whose last folders may not exist yet. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error
    return join(await realPathOf(dirname(path)), relative(dirname(path), path))
  }
}

/** Removes `folder` and its parents up to and including `last`, as long as they are empty. */
export async function removeEmptyFolders(folder: string, last: string): Promise<void> {
  const isRemoved = await rmdir(folder).then(
    () => true,
    () => false,
  )
  if (isRemoved && folder !== last) await removeEmptyFolders(dirname(folder), last)
}

/** Whether the backup is on the disk of the data folder or of its `files`, so that one failure would destroy both. */
export async function isOnSameDisk(dataDir: string, folder: string): Promise<boolean> {
  const paths = [dataDir, join(dataDir, 'files'), folder]
  const [data, files, backup] = await Promise.all(paths.map((path) => lstat(path).catch(nullIfMissing)))
  return backup?.dev === data?.dev || backup?.dev === files?.dev
}

export async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return [
    folder,
    ...entries.filter((entry) => entry.isDirectory()).map(({ name, parentPath }) => join(parentPath, name)),
  ]
}

/** Does not create the parent folder: otherwise an operator who moved the data folder away could not move it back. */
export async function createBackupsFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST' && !isMissing(error)) throw error
  })
}
