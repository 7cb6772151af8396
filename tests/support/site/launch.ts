import { spawn, type ChildProcess } from 'node:child_process'

/** Spawns the site's process. Tests replace it to run the site elsewhere, for example on a small disk. */
export type Launch = (program: string, args: readonly string[], env: NodeJS.ProcessEnv) => ChildProcess

/** Spawns the process on this machine, with its output piped. */
export const launchDirectly: Launch = (program, args, env) =>
  spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
