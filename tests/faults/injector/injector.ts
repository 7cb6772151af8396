import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import type { Launch, SiteProcess } from '#tests/support/site/site-process.ts'
import type { Injection } from './injection.ts'

const preload = pathToFileURL(`${import.meta.dirname}/injector-preload.ts`).href

/** Arguments of Node that load the injector. The process needs an IPC channel. */
export const injectorArguments = ['--import', preload]

/** Starts a site in which faults can be injected. */
export const launchWithInjector: Launch = (program, args, env) =>
  spawn(program, [...injectorArguments, ...args], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })

/** Settings that start a site with this injection armed. */
export function injectionEnv(injection: Injection): Record<string, string> {
  return { ENFILADE_INJECTION: JSON.stringify(injection) }
}

/** Settings that shift a site's clock by this many milliseconds. */
export function clockOffsetEnv(ms: number): Record<string, string> {
  return { ENFILADE_CLOCK_OFFSET: String(ms) }
}

/** Arms an injection in a running site; `null` disarms the previous one. */
export async function arm(site: SiteProcess, injection: Injection | null): Promise<void> {
  await send(site, { injection })
}

/** Sets the clock of a running site to this many milliseconds ahead. The uptime of the machine is not changed. */
export async function setClockOffset(site: SiteProcess, clockOffset: number): Promise<void> {
  await send(site, { clockOffset })
}

/** Like `setClockOffset`, but also the uptime, as if the time had passed. */
export async function passTime(site: SiteProcess, ms: number): Promise<void> {
  await send(site, { clockOffset: ms, uptimeOffset: ms })
}

async function send(site: SiteProcess, message: object): Promise<void> {
  const received = once(site.process, 'message')
  site.process.send(message)
  await received
}

/** Waits until the process has exited. Returns false if it is still running after `timeoutMs`. */
export async function waitForExit(site: SiteProcess, timeoutMs: number): Promise<boolean> {
  const { process } = site
  if (process.exitCode !== null || process.signalCode !== null) return true
  return Promise.race([
    once(process, 'exit').then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), timeoutMs).unref()),
  ])
}
