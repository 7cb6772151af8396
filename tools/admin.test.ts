import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Ports } from '#portfolio/ports.ts'
import { resetPassword } from '#portfolio/one-time-link/reset.ts'
import { openedSite } from '#tests/support/site-data/opened-site.ts'
import { openAdapters } from '#server/compose/open-adapters.ts'

const program = join(import.meta.dirname, 'admin.ts')

const email = 'anna@example.com'
const password = 'teak and travertine'

function admin(dataDir: string, ...args: string[]): { code: number | null; output: string } {
  return adminWithInput('', dataDir, ...args)
}

function adminWithInput(input: string, dataDir: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', PORT: '', PUBLIC_ORIGIN: '' }
  const { status, stdout } = spawnSync(process.execPath, ['--no-warnings', program, ...args], {
    env,
    input,
    encoding: 'utf8',
  })
  return { code: status, output: stdout.trim() }
}

/** A data folder with one account, which has a session. */
async function withAccount() {
  const dataDir = await openedSite()
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const open = async <T>(work: (ports: Ports) => Promise<T>) => {
    const site = await openAdapters({ dataDir, origin: 'http://localhost:3000', databaseUrl: null }, silent)
    return work(site.ports).finally(() => site.close())
  }
  await open((ports) => ports.accounts.signUp(email, password, new Headers()))
  return {
    dataDir,
    makeOlder: () =>
      open((ports) => ports.db.updateTable('authUser').set({ createdAt: '2026-01-01T00:00:00.000Z' }).execute()),
    sessionCount: () => open(async ({ db }) => (await db.selectFrom('authSession').select('id').execute()).length),
    useLink: ([sentence, link = '']: string[], newPassword: string) => {
      expect(sentence).toBe('This link sets a new password. It works once, for 30 minutes:')
      const [, token = ''] = /^http:\/\/localhost:3000\/reset\/([\w-]{24})$/.exec(link) ?? []
      const caller = { person: null, clientAddress: 'anywhere' }
      return open((ports) => resetPassword(ports, { token, password: newPassword }, caller))
    },
    accepts: (candidate: string) =>
      open(async ({ accounts }) => !!(await accounts.logIn(email, candidate, new Headers()))),
  }
}

test('"forget" exits with 1 while another process reads the database, and with 0 when repeated afterwards', async () => {
  const dataDir = await openedSite()
  const database = new DatabaseSync(join(dataDir, 'enfilade.db'))
  database.exec(`insert into "contactSubmissions" (id, firstName, lastName, email, subject, message, createdAt)
      values ('m', 'A', 'L', 'ada@example.com', 'S', 'T', '2026')`)
  database.exec('begin; select * from "contactSubmissions"')
  const { code, output } = admin(dataDir, 'forget', 'ada@example.com')
  expect(code).toBe(1)
  expect(output).toMatch(
    /^Deleted messages: 1, accounts: 0. The database files still contain the deleted data, [^\n]*$/,
  )
  database.close()
  expect(admin(dataDir, 'forget', 'ada@example.com')).toEqual({
    code: 0,
    output: 'Deleted messages: 0, accounts: 0.',
  })
})

test('"claim" prints a new link until there is an admin', async () => {
  const { dataDir } = await withAccount()
  const first = admin(dataDir, 'claim')
  const second = admin(dataDir, 'claim')
  for (const { code, output } of [first, second]) {
    expect(code).toBe(0)
    expect(output).toMatch(/^Open this link within 24 hours[^\n]*\nhttp:\/\/localhost:\d+\/claim\/[\w-]{32}$/)
  }
  expect(second.output).not.toBe(first.output)
  admin(dataDir, 'grant', email)
  expect(admin(dataDir, 'claim')).toMatchObject({ code: 1, output: expect.stringContaining('already has an admin') })
})

test('"grant" keeps the password and the sessions of a new account', async () => {
  const { dataDir, sessionCount } = await withAccount()
  const { code, output } = admin(dataDir, 'grant', email)
  expect({ code, output: output.replace(/\d minutes/, 'n minutes') }).toEqual({
    code: 0,
    output: `${email} signed up n minutes ago; open sessions: 1.\n${email} is now an admin.`,
  })
  expect(await sessionCount()).toBe(1)
})

test('"grant" of an account older than an hour removes its password, ends its sessions and prints a link for a new password', async () => {
  const { dataDir, makeOlder, sessionCount, accepts, useLink } = await withAccount()
  await makeOlder()
  const { code, output } = adminWithInput('not read\n', dataDir, 'grant', email)
  expect(code).toBe(0)
  const [signedUp, granted, ended, ...link] = output.split('\n')
  expect(signedUp).toMatch(/^anna@example\.com signed up \d+ days ago; open sessions: 1\.$/)
  expect([granted, ended]).toEqual([
    `${email} is now an admin.`,
    'The password and passkeys were removed; all sessions have ended.',
  ])
  expect(admin(dataDir, 'list').output).toBe(email)
  expect(await sessionCount()).toBe(0)
  expect(await accepts(password)).toBe(false)
  expect(await useLink(link, 'limewash and linen')).toMatchObject({ ok: true })
  expect(await accepts('limewash and linen')).toBe(true)
})

test('"reset" prints a link that sets a new password once', async () => {
  const { dataDir, accepts, useLink } = await withAccount()
  expect(admin(dataDir, 'reset', 'nobody@example.com')).toMatchObject({ code: 1 })
  const { code, output } = admin(dataDir, 'reset', email)
  expect(code).toBe(0)
  expect(await accepts(password)).toBe(true)
  expect(await useLink(output.split('\n'), 'limewash and linen')).toMatchObject({ ok: true })
  expect(await useLink(output.split('\n'), 'another one here')).toMatchObject({ ok: false })
  expect(await accepts('limewash and linen')).toBe(true)
})

test('"grant --keep-password" keeps password and sessions of every account', async () => {
  const { dataDir, makeOlder, sessionCount } = await withAccount()
  await makeOlder()
  expect(admin(dataDir, 'grant', email, '--keep-password')).toMatchObject({ code: 0 })
  expect(admin(dataDir, 'list').output).toBe(email)
  expect(await sessionCount()).toBe(1)
})

test('"reset-password" reads the password from the first line of its input', async () => {
  const { dataDir, accepts } = await withAccount()
  expect(adminWithInput('limewash and linen\n', dataDir, 'reset-password', email)).toMatchObject({ code: 0 })
  expect(await accepts('limewash and linen')).toBe(true)
})
