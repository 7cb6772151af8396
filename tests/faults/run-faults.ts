import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { describe, inject, test } from 'vitest'
import type { Fault } from './fault.ts'
import { problemsInLog } from '#tests/support/log-lines.ts'
import { findProblems } from './check-store.ts'
import { assert, closeContext, openContext } from './site-fixture.ts'

/** Registers one test per fault, each on its own site. A fault is skipped if the program that it needs is missing. */
export function runFaults(group: string, faults: readonly Fault[]): void {
  registerFaults(group, faults, true)
}

/** Like `runFaults`, but the tests run only with `npm run test:hard`. */
export function runHardOnlyFaults(group: string, faults: readonly Fault[]): void {
  registerFaults(group, faults, inject('isHardMode'))
}

function registerFaults(group: string, faults: readonly Fault[], isWanted: boolean): void {
  describe(group, () => {
    for (const fault of faults) {
      const canRun = isWanted && [fault.needs ?? []].flat().every(isInstalled)
      test.runIf(canRun)(fault.name, () => runFault(fault))
    }
  })
}

/** Runs the fault. Afterwards `check-store` must find no problem, and the log must be JSON without secrets. */
async function runFault(fault: Fault): Promise<void> {
  const context = await openContext(inject('faultBase'), fault.settings, fault.launch)
  const { site } = context
  let folder = site.dataDir
  try {
    await fault.run(context)
    folder = (await fault.folderOf?.(context)) ?? site.dataDir
    const problems = [...(await findProblems(folder)), ...problemsInLog(site.output, site.log, context.secrets)]
    assert(problems.length === 0, problems.join('\n'))
  } catch (error) {
    const end = site.output.split('\n').slice(-6).join('\n')
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nThe site's last output:\n${end}`, {
      cause: error,
    })
  } finally {
    await closeContext(context)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Whether this program can be run here. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync(program, program === 'unshare' ? ['-rm', 'true'] : ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
