import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Creates a folder and its parents with mode 0700. Node's own `recursive` option hangs below `/proc`. */
export async function createFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (errorCode(error) !== 'ENOENT' || existsSync(dirname(path))) throw error
    await createFolder(dirname(path))
    await createFolder(path)
  }
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
