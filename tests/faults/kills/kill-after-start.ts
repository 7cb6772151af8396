import { mkdir, writeFile } from 'node:fs/promises'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import type { FaultContext } from '#tests/faults/fault.ts'
import { derivativesFolder, writeEarlierRecipe } from '#tests/faults/earlier-recipe.ts'
import { waitForExit, injectionEnv, launchWithInjector } from '#tests/faults/injector/injector.ts'
import type { KillPoint } from './kill-points.ts'
import { withoutSamples } from '#tests/faults/site-fixture.ts'

const dayMs = 24 * 60 * 60_000

type Prepare = (context: Pick<FaultContext, 'site' | 'imageIds'>) => Promise<void>

/** Prepares the data folder of a stopped site so that its next start performs the operation. */
const preparations = {
  'derive again': ({ site, imageIds }) => writeEarlierRecipe(site, imageIds),

  async 'expire derivatives'({ site, imageIds }) {
    for (const id of imageIds) {
      await writeTo(derivativesFolder(site, id, 'v2'), '480.webp')
      site.sql(`update photos set formerRecipe = 'v2', dueAt = ? where id = ?`, twoDaysAgo(), id)
    }
  },

  async 'expire crops'({ site, imageIds }) {
    for (const id of imageIds) {
      await writeTo(derivativesFolder(site, id, 'v3', '1x1-10-50'), '360.avif')
      const former = JSON.stringify([{ name: '1x1-10-50', since: twoDaysAgo() }])
      site.sql(`update photos set formerCrops = ? where id = ?`, former, id)
    }
  },
} satisfies Record<string, Prepare>

/** An operation that the site performs after its start, without a request. */
export type StartOperation = keyof typeof preparations

export function isStartOperation(operation: string): operation is StartOperation {
  return Object.hasOwn(preparations, operation)
}

/**
 * Stops the site and starts it again with the kill armed, so that it performs this operation. Resolves to whether the
 * site was killed at the kill point. Afterwards it does not run.
 */
export async function killAfterStart(
  context: Pick<FaultContext, 'site' | 'imageIds'>,
  operation: StartOperation,
  { injection }: KillPoint,
  timeoutMs: number,
): Promise<boolean> {
  await context.site.stop()
  await preparations[operation](context)
  const armed = await SiteProcess.withDataOf(
    context.site,
    { ...withoutSamples, ...injectionEnv(injection) },
    launchWithInjector,
  )
  // The site may be killed before it is healthy.
  await armed.start().catch(() => {})
  await waitForExit(armed, timeoutMs)
  const isKilled = armed.process.signalCode === 'SIGKILL'
  await armed.kill()
  return isKilled
}

async function writeTo(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/${name}`, 'not shown')
}

function twoDaysAgo(): string {
  return new Date(Date.now() - 2 * dayMs).toISOString()
}
