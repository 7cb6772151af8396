import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openedSite } from '#tests/support/site-data/opened-site.ts'

const program = join(import.meta.dirname, 'admin.ts')

function admin(dataDir: string, ...args: string[]) {
  return adminWith({}, dataDir, ...args)
}

function adminWith(
  settings: NodeJS.ProcessEnv,
  dataDir: string,
  ...args: string[]
): { code: number | null; lines: string[]; output: string } {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ...settings }
  const { status, stdout } = spawnSync(process.execPath, ['--no-warnings', program, ...args], { env, encoding: 'utf8' })
  return { code: status, lines: stdout.trim().split('\n'), output: stdout }
}

test('"health" prints one line for each part, problems first, and exits with 1 until the problems are solved', async () => {
  const dataDir = await openedSite()
  expect(admin(dataDir, 'health')).toMatchObject({
    code: 0,
    lines: [
      expect.stringMatching(
        /^ok {2}Disk: There is room for new pictures: \d+ [MGT]B of \d+ [GT]B is free\. Below \d+ MB no pictures are added or prepared\.$/,
      ),
      'ok  Clock: It runs normally, so scheduled projects are published on time.',
      'ok  Backup: No backup has been made yet: it is made at night, or by npm run backup -- <folder>.',
      'ok  Files without a photo: Not checked yet.',
      'ok  Pictures: All are ready.',
      expect.stringMatching(/^ok {2}Store: Its identity is [0-9a-f-]{36}\.$/),
      'ok  Mail: The site sends no e-mail; all messages are in the inbox: SMTP_URL and MAIL_FROM set a mail server.',
    ],
  })
  const database = new DatabaseSync(join(dataDir, 'enfilade.db'))
  const record = database.prepare(`insert into "healthFacts" values (?, ?, '2026-01-01T00:00:00.000Z')`)
  const jump = { ms: 400 * 24 * 60 * 60_000, at: '2026-01-01T00:00:00.000Z' }
  record.run('clock', JSON.stringify({ pausedForMs: 6.5 * 24 * 60 * 60_000, jump }))
  database.close()
  const { code, lines } = admin(dataDir, 'health')
  expect(code).toBe(1)
  expect(lines).toHaveLength(7)
  expect(lines[0]).toBe(
    'PROBLEM  Clock: It moved forward by 400 days. Nothing is deleted because of its age for another 7 days: check the date of this machine; if it is right, run npm run admin -- clock-ok.',
  )
  expect(JSON.parse(admin(dataDir, 'health', '--json').output)).toMatchObject({
    clock: { jump, needsAttention: true },
    backup: { last: null, needsAttention: false },
  })
  expect(admin(dataDir, 'clock-ok')).toMatchObject({ code: 0 })
  expect(admin(dataDir, 'health').code).toBe(0)
})

test('"health" says what is wrong with the backup', async () => {
  const dataDir = await openedSite()
  admin(dataDir, 'list')
  const database = new DatabaseSync(join(dataDir, 'enfilade.db'))
  const backup = {
    succeededAt: '2026-01-01T00:00:00.000Z',
    folder: '/srv/copy',
    sameDisk: true,
    databaseIncluded: false,
    missing: 2,
    failure: { at: '2026-01-02T00:00:00.000Z', message: 'No space\u001B[2J left.' },
  }
  database
    .prepare(`insert into "healthFacts" values ('backup', ?, '2026-01-01T00:00:00.000Z')`)
    .run(JSON.stringify(backup))
  database.close()
  const { code, lines } = admin(dataDir, 'health')
  expect(code).toBe(1)
  expect(lines[0]).toMatch(/^PROBLEM {2}Backup: The last one was made \d+ days ago\. It is in \/srv\/copy\. /)
  for (const part of ['last 48 hours', 'No space[2J left.', 'another disk', '2 files were missing', 'pg_dump'])
    expect(lines[0]).toContain(part)
})

test('"health" reports mail that is not confirmed or not sent, and prints the mail server with --json', async () => {
  const dataDir = await openedSite()
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Studio <site@studio.example>' }
  const { code, lines } = adminWith(settings, dataDir, 'health')
  expect(code).toBe(1)
  expect(lines[0]).toBe(
    'PROBLEM  Mail: Nobody has confirmed yet that mail arrives: send a test e-mail at /studio/health and follow its link.',
  )
  const database = new DatabaseSync(join(dataDir, 'enfilade.db'))
  const record = database.prepare(`insert into "healthFacts" values (?, ?, '2026-01-01T00:00:00.000Z')`)
  record.run('mail-failure', JSON.stringify({ since: '2026-01-01T00:00:00.000Z' }))
  database.close()
  expect(adminWith(settings, dataDir, 'health').lines[0]).toMatch(
    /^PROBLEM {2}Mail: The last e-mail could not be sent; the first failed \d+ days ago: the e-mails at \/studio\/health say why\./,
  )
  expect(JSON.parse(adminWith(settings, dataDir, 'health', '--json').output)).toMatchObject({
    mail: { host: '127.0.0.1', problem: 'failing' },
  })
})
