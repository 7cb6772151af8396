import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { accounts } from '#tests/support/accounts.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { AdminClient } from './admin-client.ts'
import type { Fault, FaultContext } from './fault.ts'
import { clockOffsetEnv, launchWithInjector, setClockOffset } from './injector/injector.ts'
import { runHardOnlyFaults } from './run-faults.ts'
import { assert, photoBytes, waitForDerivatives, waitUntil, withoutSamples } from './site-fixture.ts'

const dayMs = 24 * 60 * 60_000

/** The system clock is wrong for a while. */
runHardOnlyFaults('clock jump', [
  clockJump('10 years ahead', 10 * 365 * dayMs),
  clockJump('1 year back', -365 * dayMs),
  {
    name: 'clock · 400 days ahead at startup: nothing is deleted, and the health report mentions the jump',
    async run(context) {
      const { site } = context
      await waitUntil('the time was recorded', () => readPause(site) === 0)
      const assertKept = await createExpiringItems(context)
      await runAhead(site)
      await site.start()
      await assertKept()
      await assertPauseEnds(site)
    },
  },
  {
    name: 'clock · 400 days ahead while the site runs: nothing is deleted, not even by the next start',
    async run(context) {
      const { site } = context
      const assertKept = await createExpiringItems(context)
      await setClockOffset(site, 400 * dayMs)
      await waitUntil('the jump was noticed', () => (readPause(site) ?? 0) > 0, 120_000)
      await site.kill()
      await runAhead(site)
      await site.start()
      await assertKept()
      await assertPauseEnds(site)
    },
  },
  {
    name: 'clock · two hours ahead while the site runs: a scheduled draft waits until the operator confirms the clock',
    async run({ site, projectId }) {
      await waitUntil('the time was recorded', () => readPause(site) === 0)
      const inAnHour = new Date(Date.now() + 60 * 60_000).toISOString()
      site.sql('update projects set publishedAt = null, publishAt = ? where id = ?', inAnHour, projectId)
      await setClockOffset(site, 2 * 60 * 60_000)
      await waitUntil('the jump was noticed', () => (readPause(site) ?? 0) > 0, 120_000)
      const isPublished = () => site.sql('select id from projects where publishedAt is not null').length > 0
      const report = await site.runAdminCommand('health').catch((error: { stdout: string }) => error.stdout)
      assert(report.includes('Scheduled projects are not published until'), `health report: ${report}`)
      assert(!isPublished(), 'the draft was published early')
      await site.runAdminCommand('clock-ok')
      await waitUntil('the draft was published', isPublished, 120_000)
      const publications = site.log.split('a project was published').length - 1
      assert(publications === 1, `it was published ${publications} times`)
    },
  },
  {
    name: 'clock · three days ahead for a while: no log-in delay remains, even after a restart',
    async run({ site, client }) {
      for (const restart of [false, true]) {
        await setClockOffset(site, 3 * dayMs)
        for (let n = 0; n < 6; n++) await logIn(client, 'wrong words')
        assert((await logIn(client, 'wrong words')) === 429, 'a further attempt was not refused')
        await setClockOffset(site, 0)
        if (restart) {
          await site.stop()
          await site.start()
        }
        const status = await logIn(client, accounts.admin.password)
        assert(status === 302, `the log-in returned ${status}`)
      }
    },
  },
])

/** Creates a message, a removed image and an upload. The returned function asserts that they and the session exist. */
async function createExpiringItems({ site, client, projectId, imageIds }: FaultContext): Promise<() => Promise<void>> {
  site.sql(
    `insert into "contactSubmissions" (id, firstName, lastName, email, subject, message, createdAt)
      values ('m', 'A', 'L', 'ada@example.com', 'S', 'T', ?)`,
    new Date().toISOString(),
  )
  const [removed = ''] = imageIds
  assert((await client.removeImage(projectId, removed)).status === 200, 'an image was not removed')
  const [photo] = site.sql<{ storageKey: string }>('select storageKey from photos where id = ?', removed)
  const upload = await client.upload(await photoBytes(260), 'not-attached.jpg')
  return async () => {
    assert(site.sql('select id from "contactSubmissions"').length === 1, 'the message was deleted')
    assert(existsSync(join(site.dataDir, 'files', photo?.storageKey ?? '')), 'the original was deleted')
    assert(await client.isLoggedIn(), 'the session was deleted')
    assert((await client.addImage(projectId, upload.id)).status === 200, 'the upload was deleted')
  }
}

/** Runs the site with its clock 400 days ahead until deletions by age are paused. */
async function runAhead(site: SiteProcess): Promise<void> {
  await site.kill()
  const ahead = await SiteProcess.withDataOf(
    site,
    { ...withoutSamples, ...clockOffsetEnv(400 * dayMs) },
    launchWithInjector,
  )
  await ahead.start()
  try {
    await waitUntil('deletions are paused', () => (readPause(site) ?? 0) > 0)
  } finally {
    await ahead.kill()
  }
}

async function assertPauseEnds(site: SiteProcess): Promise<void> {
  const report = await site.runAdminCommand('health').catch((error: { stdout: string }) => error.stdout)
  assert(/^PROBLEM {2}Clock: It moved .* clock-ok\.$/m.test(report), `health report: ${report}`)
  await site.runAdminCommand('clock-ok')
  assert(readPause(site) === 0, 'deletions are still paused')
}

/** How long deletions by age stay paused, in milliseconds; `undefined` before the first record. */
function readPause(site: SiteProcess): number | undefined {
  const [fact] = site.sql<{ value: string }>(`select value from "healthFacts" where key = 'clock'`)
  return fact && (JSON.parse(fact.value) as { pausedForMs: number }).pausedForMs
}

async function logIn(client: AdminClient, password: string): Promise<number> {
  const body = new URLSearchParams({ email: accounts.admin.email, password })
  const headers = { 'X-Forwarded-For': '203.0.113.9' }
  return (await new AdminClient(client.site).request('/login', { method: 'POST', body, headers })).status
}

function clockJump(name: string, ms: number): Fault {
  return {
    name: `clock · ${name}, then correct again: edits, images and derivatives work during and after the jump`,
    async run({ site, client, projectId }) {
      const before = await client.upload(await photoBytes(250), 'before.jpg')
      await site.kill()
      const shifted = await SiteProcess.withDataOf(
        site,
        { ...withoutSamples, ...clockOffsetEnv(ms) },
        launchWithInjector,
      )
      await shifted.start()
      try {
        const admin = await AdminClient.logIn(shifted)
        const { id } = await admin.upload(await photoBytes(251), 'during.jpg')
        assert((await admin.addImage(projectId, id)).status === 200, 'an image was refused')
        assert((await admin.saveText(projectId, 'name', 'Shifted', 1)).status === 200, 'an edit was refused')
        await waitForDerivatives(shifted)
      } finally {
        await shifted.kill()
      }
      await site.start()
      const admin = await AdminClient.logIn(site)
      assert((await admin.saveText(projectId, 'name', 'In time', 2)).status === 200, 'a later edit was refused')
      const { status } = await admin.addImage(projectId, before.id)
      // With the clock 10 years ahead, the upload may have expired.
      const allowed = ms < 0 ? [200] : [200, 404]
      assert(allowed.includes(status), `attaching the earlier upload returned ${status}`)
      await waitForDerivatives(site)
    },
  }
}
