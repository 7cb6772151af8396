// Runs before anything is installed, on any Node from 20 up: plain JavaScript and Node's own modules only.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** 24.7 introduced Argon2. */
export const nodeNeeded = 'Node 24.7 or newer is needed'

/** The path of Node 24.7 or newer: from the npm package `node`, or else the running one. `undefined` without either. */
export function findNode() {
  const fromNpm = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(fromNpm)) return fromNpm
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 7) ? process.execPath : undefined
}
