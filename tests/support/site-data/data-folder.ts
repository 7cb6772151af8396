import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { deriveNextPhoto } from '#portfolio/derivative/derive.ts'
import { restorableMs } from '#portfolio/bin/retention.ts'
import { createBackup, type BackupInput } from '#server/backup/create.ts'
import { migrate } from '#server/database/migrate.ts'
import { openSqlite } from '#server/database/sqlite/sqlite.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { testPhoto, testProject } from '#tests/support/backend/project-fixtures.ts'
import { openTestBackend } from '#tests/support/backend/test-backend.ts'

/** The time at which tests make backups. */
export const backupTime = new Date('2026-11-21T09:00:00Z')

/** A data folder with one project and two photos, of which one has derivatives, and an empty folder for backups. */
export async function openDataFolder() {
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'secret'), 'a secret', { mode: 0o600 })
  const backend = await openBackendIn(dataDir)
  await backend.ports.files.write('store-id', Buffer.from('this site'))
  const projectId = await testProject(backend)
  await testPhoto(backend, projectId)
  await deriveNextPhoto(backend.ports)
  await testPhoto(backend, projectId, 'second.jpg')
  const into = await temporaryFolder()
  const [original = ''] = (await filesBelow(dataDir)).filter((path) => path.startsWith('files/Images/'))
  const input = (changes: Partial<BackupInput> = {}): BackupInput => {
    const now = changes.now ?? backupTime
    const removedBefore = new Date(now.getTime() - restorableMs)
    return { dataDir, into, now, removedBefore, originals: null, isNightly: false, ...changes }
  }
  const backUp = (changes?: Partial<BackupInput>) => createBackup(input(changes))
  return { dataDir, backend, projectId, into, original, input, backUp }
}

/** Opens a backend on the database of this data folder. Closed when the test has finished. */
export async function openBackendIn(dataDir: string) {
  const db = openSqlite(join(dataDir, 'enfilade.db'))
  onTestFinished(() => db.destroy())
  await migrate(db)
  return openTestBackend(db, dataDir)
}

/** The paths of all files below a folder, relative to it, sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true })
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
