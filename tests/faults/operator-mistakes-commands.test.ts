import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { accounts } from '#tests/support/accounts.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import { AdminClient } from './admin-client.ts'
import { findProblems } from './check-store.ts'
import type { FaultContext } from './fault.ts'
import { assertRefused, assertSentence, readContent, runOperatorCommand } from './operator-mistakes.ts'
import { closeContext, openContext, withoutSamples } from './site-fixture.ts'

// Each wrong setting or command while the site runs prints one sentence, and the site loses nothing.

const { admin, user } = accounts
let context: FaultContext
let site: SiteProcess
/** A folder with a complete backup and an interrupted one. */
let backups: string
let content = ''

beforeAll(async () => {
  context = await openContext(inject('faultBase'))
  ;({ site } = context)
  backups = await mkdtemp(join(temporaryRoot(), 'enfilade-backups-'))
  await runOperatorCommand(`backup ${backups}`, site.dataDir)
  await rename(await findBackup(), join(backups, 'mine'))
  await cp(join(backups, 'mine'), join(backups, 'mine.unfinished'), { recursive: true })
  for (const name of ['manifest.json', 'manifest.sha256']) await rm(join(backups, 'mine.unfinished', name))
  await mkdir(join(backups, 'empty'))
})
beforeEach(() => {
  site.sql(
    `insert or replace into "contactSubmissions" (id, firstName, lastName, email, subject, message, createdAt)
      values ('m', 'A', 'L', ?, 'S', 'T', ?)`,
    admin.email,
    now(),
  )
  content = readContent(site)
})
afterEach(async () => {
  expect(readContent(site)).toBe(content)
  expect((await fetch(`${site.origin}/work`)).status).toBe(200)
})
afterAll(async () => {
  try {
    expect(await findProblems(site.dataDir)).toEqual([])
  } finally {
    await closeContext(context)
    await rm(backups, { recursive: true, force: true })
  }
})

const now = () => new Date().toISOString()
const findBackup = async () =>
  join(backups, (await readdir(backups)).find((name) => name.startsWith('enfilade-')) ?? '')

/** A command, the sentence that it prints, and its data folder (by default that of the site) and settings. */
type Case = [command: string, sentence: RegExp, where?: { dataDir?: string; settings?: Record<string, string> }]

const noSite = /^There is no site in .+: check DATA_DIR, or start the site once\.$/
const notEmpty = /^.+ is not an empty folder\. Stop the site and move the content of the folder away first\.$/
const notBackup = /^.+ has no manifest\.json: choose the folder of one complete backup\.$/
const inside = /^.+ is inside the data folder: choose a folder outside it, or its backups folder\.$/

test.each<Case>([
  ['backup DATA', inside],
  ['backup DATA/files', inside],
  ['backup DATA/enfilade.db', inside],
  ['backup BACKUPS', /^There is no site in .+: check DATA_DIR\.$/, { dataDir: 'BACKUPS/empty' }],
  ['restore BACKUPS/mine', notEmpty],
  ['restore BACKUPS', notBackup, { dataDir: 'BACKUPS/new' }],
  ['restore BACKUPS/mine.unfinished', notBackup, { dataDir: 'BACKUPS/new' }],
  ['restore DATA', notBackup, { dataDir: 'BACKUPS/new' }],
  ['check-store --repair', noSite, { dataDir: 'BACKUPS/empty' }],
  ['admin list', noSite, { dataDir: 'BACKUPS/misspelt' }],
  ['admin list', /^Invalid setting DATABASE_URL: /, { settings: { DATABASE_URL: 'postgre://127.0.0.1/site' } }],
  [
    'admin list',
    /^The database cannot be used \(.+\): check DATA_DIR and DATABASE_URL, or restore a backup\.$/,
    { settings: { DATABASE_URL: 'postgres://127.0.0.1:1/site' } },
  ],
  ['admin grant nobody@example.com', /^There is no account for nobody@example\.com\. Sign up on the site first\.$/],
  [`admin forget ${admin.email}`, /^This is an admin: remove the role first\.$/],
  [`admin reset-password ${admin.email}`, /^No password was entered, or the two differ: nothing was changed\.$/],
  ['admin forget', /^'forget' needs an e-mail address\. --help shows the usage\.$/],
])('npm run %s: one sentence, and nothing is lost', async (command, sentence, { dataDir = 'DATA', settings } = {}) => {
  const before = (await readdir(backups)).sort()
  const inFolders = (text: string) => text.replace('DATA', site.dataDir).replace('BACKUPS', backups)
  const { code, output } = await runOperatorCommand(inFolders(command), inFolders(dataDir), settings)
  expect(code).not.toBe(0)
  assertSentence(output, sentence)
  expect((await readdir(backups)).sort()).toEqual(before)
})

test.each([
  ['DATABASE_URL', 'postgre://127.0.0.1/site', 'write a URL that begins with postgres://'],
  ['PUBLIC_ORIGIN', 'https://studio.example/work', 'write the URL of the site without a path'],
  ['PUBLIC_ORIGIN', 'studio.example', 'write the URL of the site without a path'],
  ['TRUSTED_PROXIES', 'my-proxy', 'write addresses or networks like 10.0.0.0/8'],
  ['BACKUP_DIR', 'DATA/files', 'choose a folder outside DATA_DIR'],
  ['PORT', '80 80', 'write a number from 1 to 65535'],
  ['SAMPLES', 'no', 'write on or off'],
])('npm start with %s=%s: refused', async (setting, value, advice) => {
  const settings = { ...withoutSamples, [setting]: value.replace('DATA', site.dataDir) }
  await assertRefused(
    await SiteProcess.withDataOf(site, settings),
    new RegExp(`^Invalid setting ${setting}: ${advice}`),
  )
})

test('npm start with a PORT that another program uses: refused', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  await assertCannotListen({ PORT: String((other.address() as AddressInfo).port) }, 'choose another PORT').finally(() =>
    other.close(),
  )
})

test('npm start a second time: refused', async () => {
  const second = await SiteProcess.withDataOf(site, { ...withoutSamples, PORT: String(site.port) })
  await assertRefused(second, /^Another process uses the data folder .+: stop it, or choose another DATA_DIR\.$/)
})

test('npm start with the HOST of another machine: refused', () =>
  assertCannotListen({ HOST: '192.0.2.1' }, 'check HOST'))

test('the admin role was granted to the wrong account: revoking it takes effect at once', async () => {
  const stranger = await AdminClient.logIn(site, user)
  const edit = async (text: string) => (await stranger.saveText(context.projectId, 'name', text, 1)).status
  expect(await edit('Before')).toBe(403)
  await site.runAdminCommand('grant', user.email, '--keep-password')
  expect(await site.runAdminCommand('list')).toContain(user.email)
  expect(await site.runAdminCommand('revoke', user.email)).toBe(`${user.email} is no longer an admin.\n`)
  expect(await edit('After')).toBe(403)
  expect(await site.runAdminCommand('list')).not.toContain(user.email)
})

test('the role of the only admin was revoked: `admin list` shows no admin, and the role can be granted again', async () => {
  await site.runAdminCommand('revoke', admin.email)
  expect(await site.runAdminCommand('list')).toBe('There is no admin yet.\n')
  await site.runAdminCommand('grant', admin.email, '--keep-password')
  expect(await context.client.isLoggedIn()).toBe(true)
})

async function assertCannotListen(settings: Record<string, string>, advice: string): Promise<void> {
  const dataDir = join(backups, 'of another site')
  const second = await SiteProcess.withDataOf({ dataDir } as SiteProcess, { ...withoutSamples, ...settings })
  await assertRefused(second, new RegExp(`^The site cannot listen on .+: .*${advice}.*\\.$`))
}
