import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of the first of these programs that is installed; names are looked up in PATH. */
export function findProgram(...candidates: string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const paths = candidates.flatMap((one) => (one.includes('/') ? [one] : folders.map((folder) => join(folder, one))))
  return paths.find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
