import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import { AdminClient } from './admin-client.ts'
import { findProblems } from './check-store.ts'
import type { FaultContext } from './fault.ts'
import { runHardOnlyFaults } from './run-faults.ts'
import { assert, clearRateLimits, photoBytes, withoutSamples } from './site-fixture.ts'

const execute = promisify(execFile)

runHardOnlyFaults('backup under load', [
  {
    name: 'backup · 3 backups taken during continuous writes: the site starts from each restored backup',
    async run(context) {
      const { site, client, projectId } = context
      const backups = await mkdtemp(join(temporaryRoot(), 'enfilade-backups-'))
      try {
        let isBackingUp = true
        const writing = writeContinuously(context, () => isBackingUp)
        const env = { ...process.env, DATA_DIR: site.dataDir }
        try {
          for (let n = 0; n < 3; n++) await execute(process.execPath, ['tools/backup.ts', backups], { env })
        } finally {
          isBackingUp = false
          await writing
        }
        for (const name of (await readdir(backups)).sort()) {
          const restored = join(backups, `${name} restored`)
          await execute(process.execPath, ['tools/restore.ts', join(backups, name)], {
            env: { ...env, DATA_DIR: restored },
          })
          const problems = await findProblems(restored)
          assert(problems.length === 0, problems.join(', '))
          await assertStarts(restored, projectId)
        }
        assert((await client.request('/healthz')).ok, 'the site that was backed up is unhealthy')
      } finally {
        await rm(backups, { recursive: true, force: true })
      }
    },
  },
])

/** Edits a text and moves and adds images, one after another, without a pause. */
async function writeContinuously(
  { site, client, projectId, imageIds }: FaultContext,
  isActive: () => boolean,
): Promise<void> {
  for (let n = 1; isActive(); n++) {
    clearRateLimits(site)
    const saved = await client.saveText(projectId, 'details', `Version ${n}.`, n)
    assert(saved.status === 200, `an edit returned ${saved.status}`)
    await client.moveImage(projectId, imageIds[n % 3] ?? '', 1)
    const { id } = await client.upload(await photoBytes(300 + (n % 50)), `busy-${n}.jpg`)
    await client.addImage(projectId, id)
  }
}

async function assertStarts(dataDir: string, projectId: string): Promise<void> {
  const site = await SiteProcess.open(dataDir, withoutSamples)
  try {
    assert((await fetch(`${site.origin}/projects/${projectId}`)).ok, 'the project is not in the backup')
    // Logging in fails if the account is not in the backup.
    await AdminClient.logIn(site)
  } finally {
    await site.close()
  }
}
