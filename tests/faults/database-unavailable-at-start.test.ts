import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { connectToPostgres } from '#tests/support/postgres/postgres-database.ts'
import { startPostgres } from '#tests/support/postgres/postgres.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'

const waiting = /The database is not available \(.+\)\. The site starts as soon as it is\./
const stackLine = /\n\s+at /
const timeout = 120_000

async function create(settings: Record<string, string> = {}): Promise<SiteProcess> {
  const site = await SiteProcess.create(null, { SAMPLES: 'off', ...settings })
  onTestFinished(() => site.close())
  return site
}

test('while PostgreSQL is down, the start waits for it and prints a message', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  await postgres.kill()
  const site = await create({ DATABASE_URL: postgres.url })
  const started = site.start()
  await expect.poll(() => site.output, { timeout }).toMatch(waiting)
  await postgres.restart()
  await started
  expect(site.output).not.toMatch(stackLine)
})

test('if PostgreSQL closes the connection later in the start, the start waits for it too', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const site = await create({ DATABASE_URL: postgres.url })
  await site.start()
  await site.stop()
  const pool = connectToPostgres(postgres.url, timeout)
  const other = await pool.connect()
  // The site waits for this lock before it creates the claim link.
  await other.query(`select pg_advisory_lock(hashtext('enfilade start')::int8)`)
  const started = site.start()
  const closeWaiting = () =>
    other.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and query like '%pg_try_advisory_xact_lock%'`)
  await expect.poll(async () => (await closeWaiting()).rowCount, { timeout }).toBeGreaterThan(0)
  await expect.poll(() => site.output, { timeout }).toMatch(waiting)
  await other.query('select pg_advisory_unlock_all()')
  other.release()
  await pool.end()
  await started
  expect(site.output).not.toMatch(stackLine)
})

test('while another process has locked the SQLite file, the start waits for it and prints a message', async () => {
  const site = await create()
  await site.start()
  await site.stop()
  const other = new DatabaseSync(site.database)
  other.exec('pragma locking_mode = exclusive; begin exclusive')
  const started = site.start()
  await expect.poll(() => site.output, { timeout }).toMatch(waiting)
  other.close()
  await started
  expect(site.output).not.toMatch(stackLine)
})

test.each([
  ['a file that is not a database', {}, /^The database cannot be used \(file is not a database\): .*\.$/m],
  [
    'a database that does not exist',
    { DATABASE_URL: '/nowhere' },
    /^The database cannot be used \(.*"nowhere".*\): .*\.$/m,
  ],
])('with %s, the start fails with one sentence', async (_, settings, sentence) => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const databaseUrl = 'DATABASE_URL' in settings && postgres.url.replace(/\/postgres$/, settings.DATABASE_URL)
  const site = await create(databaseUrl ? { DATABASE_URL: databaseUrl } : {})
  writeFileSync(site.database, 'This is text, not a database. '.repeat(100))
  await expect(site.start()).rejects.toThrow('did not start')
  if (site.process.exitCode === null) await once(site.process, 'exit')
  expect(site.process.exitCode).toBe(1)
  expect(site.output).toMatch(sentence)
  expect(site.output).not.toMatch(stackLine)
})
