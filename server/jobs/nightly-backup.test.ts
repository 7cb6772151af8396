import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backupFact, type BackupFact } from '#portfolio/health/overdue-backup.ts'
import { readFact, recordFact } from '#portfolio/health/fact.ts'
import { eachDatabase } from '#tests/support/backend/each-database.ts'
import type { TestBackend } from '#tests/support/backend/test-backend.ts'
import { isBackupDue, noBackup, runIfDue, startNightlyBackups, type FinishedBackup } from './nightly-backup.ts'

/** A local time in November 2026. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute)
const fact = (changes: Partial<BackupFact>): BackupFact => ({ ...noBackup, ...changes })
const succeeded = (time: Date) => fact({ succeededAt: time.toISOString() })
const failed = (time: Date) => fact({ failure: { at: time.toISOString(), message: 'It failed.' } })

test.each<[string, BackupFact, Date, Date, boolean]>([
  ['just before 3 a.m., after a backup the night before', succeeded(at(20, 3)), at(10, 9), at(21, 2, 59), false],
  ['at night', succeeded(at(20, 3)), at(10, 9), at(21, 3), true],
  ['after the backup of that night', succeeded(at(21, 3)), at(10, 9), at(21, 3, 1), false],
  ['at night after a first backup on the day before', succeeded(at(20, 22)), at(20, 21), at(21, 3), true],
  ['in the morning, when the computer was asleep at night', succeeded(at(20, 3)), at(10, 9), at(21, 8), true],
  ['9 minutes after a start, with an old backup', succeeded(at(10, 3)), at(21, 9), at(21, 9, 9), false],
  ['10 minutes after a start, with an old backup', succeeded(at(10, 3)), at(21, 9), at(21, 9, 10), true],
  ['10 minutes after a start, without a backup', fact({}), at(21, 9), at(21, 9, 10), true],
  [
    '10 minutes after a start, with a backup less than a day old',
    succeeded(at(20, 12)),
    at(21, 9),
    at(21, 9, 10),
    false,
  ],
  ['59 minutes after a failure', failed(at(21, 3)), at(10, 9), at(21, 3, 59), false],
  ['an hour after a failure', failed(at(21, 3)), at(10, 9), at(21, 4), true],
  ['with a backup dated in the future, after the clock was set back', succeeded(at(29, 3)), at(10, 9), at(21, 4), true],
])('whether a backup is due: %s', (_, last, startedAt, now, isDue) => {
  expect(isBackupDue(last, startedAt, now)).toBe(isDue)
})

const never = new Date(0)
const finished: FinishedBackup = {
  removalFailure: null,
  folder: '/backups/one',
  sameDisk: true,
  hasDatabase: true,
  files: 3,
  missing: [{ path: 'files/Images/a.jpg' }],
}

eachDatabase('a backup is recorded and not repeated; missing files are logged', async ({ ports, logged }) => {
  let count = 0
  const backUp = async () => {
    count += 1
    return finished
  }
  for (let n = 0; n < 2; n++) await runIfDue(ports, never, backUp, () => false)
  expect(count).toBe(1)
  expect((await readFact(ports.db, backupFact))?.value).toEqual({
    succeededAt: ports.now().toISOString(),
    folder: '/backups/one',
    sameDisk: true,
    databaseIncluded: true,
    missing: 1,
    failure: null,
  })
  expect(logged).toContainEqual({
    level: 'error',
    message: 'files are missing or damaged',
    detail: { files: ['files/Images/a.jpg'] },
  })
})

eachDatabase('a failure is recorded in addition to the last success, unless a stop caused it', async (backend) => {
  const { ports } = backend
  const last = { ...succeeded(new Date(0)), folder: '/backups/one' }
  await recordFact(ports, backupFact, last)
  const fail = () => Promise.reject(new Error('The disk is too full.'))
  await runIfDue(ports, never, fail, () => true)
  expect((await readFact(ports.db, backupFact))?.value).toEqual(last)
  await runIfDue(ports, never, fail, () => false)
  const failure = { at: ports.now().toISOString(), message: 'The disk is too full.' }
  expect((await readFact(ports.db, backupFact))?.value).toEqual({ ...last, failure })
  backend.advance(60 * 60_000)
  await runIfDue(
    ports,
    never,
    async () => finished,
    () => false,
  )
  expect((await readFact(ports.db, backupFact))?.value).toMatchObject({ folder: '/backups/one', failure: null })
})

/**
 * Starts the jobs, which call `onLock` before each backup. `poll` starts the check that runs every minute;
 * `finish` waits until a backup is made and no other follows it, and resolves with the number of backups.
 */
function startJobs({ ports }: TestBackend, onLock = () => {}) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const runs: Promise<void>[] = []
  let count = 0
  const backUp = async () => {
    count += 1
    return finished
  }
  const runUnlessRunning = async (work: () => Promise<void>) => {
    onLock()
    runs.push(work())
    await runs.at(-1)
    return true
  }
  const jobs = startNightlyBackups(ports, backUp, { runUnlessRunning, isRunning: async () => false })
  onTestFinished(jobs.stop)
  const poll = () => void vi.advanceTimersByTime(60_000)
  const finish = async () => {
    await expect.poll(() => runs.length).toBeGreaterThan(0)
    for (const run of runs) {
      await run
      await setImmediate()
    }
    return count
  }
  return { start: jobs.start, poll, finish }
}

eachDatabase(
  'a backup that is requested during the check for a due one is made once, after the check',
  async (backend) => {
    const { start, poll, finish } = startJobs(backend)
    poll()
    for (let n = 0; n < 2; n++) start()
    expect(await finish()).toBe(1)
  },
)

eachDatabase('a backup that is requested while a due one is starting is not made in addition', async (backend) => {
  const { ports, advance } = backend
  await recordFact(ports, backupFact, succeeded(new Date(ports.now().getTime() - 100 * 60 * 60_000)))
  let request = () => {}
  const { start, poll, finish } = startJobs(backend, () => request())
  request = start
  advance(11 * 60_000)
  poll()
  expect(await finish()).toBe(1)
})

eachDatabase('open Health pages load again when a backup begins and when its lock is released', async (backend) => {
  const { ports, events } = backend
  const steps: string[] = []
  const step = (name: string) => void steps.push(`${name} after ${events.length}`)
  const runUnlessRunning = async (work: () => Promise<void>) => {
    step('locked')
    await work()
    step('unlocked')
    return true
  }
  const backUp = async () => {
    step('backing up')
    return finished
  }
  const jobs = startNightlyBackups(ports, backUp, { runUnlessRunning, isRunning: async () => false })
  onTestFinished(jobs.stop)
  jobs.start()
  await expect.poll(() => events.length).toBe(2)
  expect(steps).toEqual(['locked after 0', 'backing up after 1', 'unlocked after 1'])
})
