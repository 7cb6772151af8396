import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import type { Launch, Site } from '#e2e/site.ts'
import type { Blow } from './blow.ts'

const inside = pathToFileURL(`${import.meta.dirname}/inside.ts`).href

/** Starts a site that blows can be dealt to. */
export const withinReach: Launch = (program, words, env) =>
  spawn(program, ['--import', inside, ...words], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })

/** Settings of a site whose first blow waits for it at the start. */
export function atTheStart(blow: Blow): Record<string, string> {
  return { ENFILADE_BLOW: JSON.stringify(blow) }
}

/** Settings of a site whose clock is wrong by so many milliseconds. */
export function clockOff(ms: number): Record<string, string> {
  return { ENFILADE_CLOCK_SHIFT: String(ms) }
}

/** From now on this waits for the site; `null` lets it be. */
export async function deal(site: Site, blow: Blow | null): Promise<void> {
  const taken = once(site.process, 'message')
  site.process.send({ blow })
  await taken
}

/** Waits until the blow has ended the process. `false` when it is still there after so many milliseconds. */
export async function fell(site: Site, withinMs: number): Promise<boolean> {
  const { process } = site
  if (process.exitCode !== null || process.signalCode !== null) return true
  return Promise.race([
    once(process, 'exit').then(() => true),
    new Promise<boolean>((resume) => setTimeout(() => resume(false), withinMs).unref()),
  ])
}
