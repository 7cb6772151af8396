import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asOperator, readAsOperator, type Admin } from '#portfolio/account/as-admin.ts'
import { readExport } from '#portfolio/export/read.ts'
import type { Result } from '#portfolio/result.ts'
import type { UnitOfWork } from '#portfolio/transaction.ts'
import { exportInto } from '#server/export/folder.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { photoFile } from '#tests/support/images/photo-files.ts'
import { expectOk, type TestBackend } from '#tests/support/backend/test-backend.ts'
import { importAll } from '#tools/import-all.ts'

/** Exports into a new folder. Returns its path and the reported problems. */
export async function exportFrom({ ports, folder }: TestBackend) {
  const into = join(await temporaryFolder(), 'export')
  const problems: string[] = []
  await exportInto(
    ports.files,
    (onFile) => readAsOperator(ports, (db, admin) => readExport(db, admin, onFile)),
    { dataDir: folder, into },
    (problem) => void problems.push(problem),
  )
  return { into, problems }
}

/** Imports a folder, with a clock that advances by a millisecond whenever it is read. */
export async function runImport({ ports }: TestBackend, folder: string) {
  const [messages, problems]: [string[], string[]] = [[], []]
  let time = ports.now().getTime()
  const ticking = { ...ports, now: () => new Date((time += 1)) }
  const report = {
    onImported: (line: string) => void messages.push(line),
    onProblem: (line: string) => void problems.push(line),
  }
  return { ...(await importAll(ticking, folder, report)), messages, problems }
}

/** The files below a folder: relative path → content in base64, sorted by path. */
export async function readFilesBelow(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'base64')] as const)
  return new Map((await Promise.all(files)).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Creates files below a new folder. A number is a photo of this width. */
export async function folderWith(files: Record<string, string | number | Uint8Array>): Promise<string> {
  const folder = await temporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), typeof content === 'number' ? await photoFile({ width: content }) : content)
  }
  return folder
}

/** Runs a command as the operator. Throws if it is refused. */
export const runCommand = <T>(
  { ports }: TestBackend,
  command: (unit: UnitOfWork, admin: Admin) => Promise<Result<T>>,
): Promise<T> => asOperator(ports, command).then(expectOk)
