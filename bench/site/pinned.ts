import { fork, spawn, type ChildProcess } from 'node:child_process'
import type { Launch } from '#tests/support/site/site-process.ts'

// Servers run on the first core and the load on the second, so that neither takes time from the other.

/** Only Linux has `taskset`; elsewhere the system chooses the cores. */
const isPinned = process.platform === 'linux'

/** Starts a server on the first core. */
export function spawnServer(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe']
  if (!isPinned) return spawn(program, args, { env, stdio })
  return spawn('taskset', ['-c', '0', program, ...args], { env, stdio })
}

/** Starts the site, or `script` instead of it, on the first core. */
export function onFirstCore(script?: string, extraEnv: NodeJS.ProcessEnv = {}): Launch {
  return (program, args, env) => spawnServer(program, script ? [script] : args, { ...env, ...extraEnv })
}

/** Starts a script that loads a server, on the second core. */
export function forkLoad(script: string, args: readonly string[]): ChildProcess {
  if (!isPinned) return fork(script, args)
  return fork(script, args, { execPath: 'taskset', execArgv: ['-c', '1', process.execPath] })
}
