import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import type { Fault } from './fault.ts'
import { problemsInLog } from './logs.ts'
import { findUnsound } from './soundness.ts'
import { closeStage, must, openStage, prepareBase } from './stage.ts'

const longestMs = 240_000

/** Plays each of them on a site of its own. Without the programs that it needs on this machine, one is not tried. */
export function play(group: string, faults: readonly Fault[]): void {
  describe(group, () => {
    let base: string
    beforeAll(async () => {
      base = await prepareBase()
    }, longestMs)
    afterAll(() => rm(base, { recursive: true, force: true }))
    for (const fault of faults) {
      const isWanted = (inject('hard') || fault.isQuick === true) && (!fault.needs || has(fault.needs))
      test.runIf(isWanted)(fault.name, () => survive(base, fault), longestMs)
    }
  })
}

/** Afterwards everything in the folder must be sound, and the log must hold lines that anybody may read. */
async function survive(base: string, fault: Fault): Promise<void> {
  const stage = await openStage(base, fault.settings, fault.launch)
  const { site } = stage
  let folder = site.dataDir
  try {
    await fault.try(stage)
    folder = (await fault.folderOf?.(stage)) ?? site.dataDir
    const problems = [...(await findUnsound(folder)), ...problemsInLog(site.output, site.log, stage.secrets)]
    must(problems.length === 0, problems.join('\n'))
  } catch (error) {
    const end = site.output.split('\n').slice(-6).join('\n')
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nThe site said last:\n${end}`, {
      cause: error,
    })
  } finally {
    await closeStage(stage)
    await rm(folder, { recursive: true, force: true })
  }
}

function has(program: string): boolean {
  try {
    execFileSync(program, program === 'unshare' ? ['-rm', 'true'] : ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
