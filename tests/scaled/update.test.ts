import { expect, onTestFinished, test } from 'vitest'
import { failingMigration, laterMigration, laterVersionPreload } from '#tests/faults/later-version.ts'
import { fillSite, waitUntil, withoutSamples } from '#tests/faults/site-fixture.ts'
import { startPostgres } from '#tests/support/postgres/postgres.ts'
import { openScaledSite } from '#tests/support/scaled/scaled-site.ts'
import { launchDirectly, type Launch } from '#tests/support/site/launch.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { clearRateLimits, runWorkload, waitUntilAllHealthy } from './workload.ts'

/** Long enough to be killed in its last statement. */
const interrupted = [...laterMigration, 'select pg_sleep(5)']

test(
  'three processes with PostgreSQL and a bucket are updated one after another under writes, after a migration that fails and one that is killed',
  async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.stop)
    let migration: readonly string[] | null = null
    const launch: Launch = (...parameters) => (migration ? laterVersion(migration) : launchDirectly)(...parameters)
    const site = await openScaledSite(postgres.url, 3, withoutSamples, launch)
    onTestFinished(site.close)
    const client = await fillSite(site)
    const [first, ...others] = site.processes as [SiteProcess, ...SiteProcess[]]
    const isMigrating = async () =>
      (await site.query(`select 1 from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'`))
        .length > 0
    const hasColumn = async () =>
      (await site.query(`select 1 from information_schema.columns where column_name = 'later'`)).length > 0

    await runWorkload({ site, client }, async (workload) => {
      const continueWorkload = async () => {
        await waitUntilAllHealthy({ processes: others })
        await clearRateLimits(site)
        await workload.waitForResponses()
      }
      await first.stop()
      migration = failingMigration
      await expect(first.start()).rejects.toThrow('The database could not be updated')
      expect(await hasColumn()).toBe(false)
      await continueWorkload()

      migration = interrupted
      const ended = expect(first.start()).rejects.toThrow('The site did not start')
      await waitUntil('the migration is at its last statement', isMigrating)
      await first.kill()
      await ended
      await waitUntil('PostgreSQL has rolled the migration back', async () => !(await isMigrating()))
      expect(await hasColumn()).toBe(false)
      await continueWorkload()

      migration = laterMigration
      await first.start()
      expect(await hasColumn()).toBe(true)
      await continueWorkload()

      const [former] = others
      await former?.stop()
      migration = null
      await expect(former?.start()).rejects.toThrow('This data was written by version 99.0.0')
      migration = laterMigration
      for (const process of others) {
        await process.stop()
        await process.start()
        await waitUntilAllHealthy(site)
        await clearRateLimits(site)
        await workload.waitForResponses()
      }
    })
  },
  40 * 60_000,
)

function laterVersion(migration: readonly string[]): Launch {
  return (program, args, env) =>
    launchDirectly(program, ['--import', laterVersionPreload, ...args], {
      ...env,
      ENFILADE_MIGRATION: JSON.stringify(migration),
    })
}
