import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { openedSite } from '#tests/support/site-data/opened-site.ts'

/** Runs a command in an empty folder. */
async function run(command: string, dataDir: string, env: Record<string, string> = {}) {
  const [name, ...args] = command.split(' ')
  const cwd = await temporaryFolder()
  const program = join(import.meta.dirname, `${name}.ts`)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', program, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
    input: '',
  })
  return { status, output: stdout + stderr, created: await readdir(cwd) }
}

const noSite = /^There is no site in [^\n]+\.\n$/
const unusable = /^The database can(not be (used|copied)[^\n]+)\.\n$/

/** Each function gets the data folder of a site and returns the data folder for the command. */
const folders = {
  'a site': async (site: string) => site,
  'a missing folder': async (site: string) => join(site, 'missing'),
  'an empty folder': () => temporaryFolder(),
  'a file': async (site: string) => join(site, 'secret'),
  'an empty database': (site: string) => changeDatabase(site, (path) => truncate(path)),
  'a text file as the database': (site: string) =>
    changeDatabase(site, (path) => writeFile(path, 'other '.repeat(2_000))),
  'a damaged database': (site: string) => changeDatabase(site, (path) => truncate(path, 8_192)),
  'a folder in place of the database': (site: string) =>
    changeDatabase(site, async (path) => {
      await rm(path)
      await mkdir(path)
    }),
}

async function changeDatabase(site: string, change: (database: string) => Promise<unknown>): Promise<string> {
  await change(join(site, 'enfilade.db'))
  return site
}

const usage = /^[^\n]+\n {2}npm run /
const wrong = /^[^\n]+\. --help [^\n]+\.\n$/

test.each<[string, keyof typeof folders, number, RegExp]>([
  ...['admin', 'backup', 'restore', 'export', 'import'].map((name): [string, 'a site', number, RegExp] => [
    name,
    'a site',
    2,
    usage,
  ]),
  ...['admin', 'backup', 'restore', 'roll-back', 'check-store', 'export', 'import'].flatMap(
    (name): [string, 'a site', number, RegExp][] => [
      [`${name} --help`, 'a site', 0, usage],
      [`${name} --unknown`, 'a site', 2, wrong],
      [`${name} one two three`, 'a site', 2, wrong],
    ],
  ),
  ...['constructor', '__proto__', 'grant', 'list ada@example.com'].map((args): [string, 'a site', number, RegExp] => [
    `admin ${args}`,
    'a site',
    2,
    wrong,
  ]),
  ['admin grant nobody@example.com', 'a site', 1, /^There is no account for nobody@example.com[^\n]*\n$/],
  ['check-store --repair=yes', 'a site', 2, wrong],
  ...['admin list', 'check-store', 'backup into', 'export into', 'import into'].flatMap(
    (command): [string, keyof typeof folders, number, RegExp][] => [
      [command, 'a missing folder', 1, noSite],
      [command, 'an empty folder', 1, noSite],
      [command, 'a file', 1, noSite],
      [command, 'an empty database', 1, noSite],
      [command, 'a text file as the database', 1, unusable],
      [command, 'a damaged database', 1, unusable],
      [command, 'a folder in place of the database', 1, unusable],
    ],
  ),
  ...(['a missing folder', 'an empty folder', 'a file', 'an empty database'] as const).map(
    (folder): [string, keyof typeof folders, number, RegExp] => ['roll-back', folder, 1, noSite],
  ),
  [
    'backup /dev/null',
    'a site',
    1,
    /^The operating system refused access to a file or folder \([^\n]+\): check its path and permissions\.\n$/,
  ],
  [
    'backup /dev/null/deeper',
    'a site',
    1,
    /^The operating system refused access to a file or folder \([^\n]+\): check its path and permissions\.\n$/,
  ],
  ['export /dev', 'a site', 1, /^\/dev is not an empty folder: choose another one\.\n$/],
  ['export /dev/null', 'a site', 1, /^The operating system refused access to a file or folder \([^\n]+\)[^\n]+\.\n$/],
  ['import missing', 'a site', 1, /^There is no folder missing\.\n$/],
  ['import .', 'a site', 1, /^The folder \. is empty\.\n$/],
  [
    'restore missing',
    'a missing folder',
    1,
    /^missing has no manifest.json: choose the folder of one complete backup\.\n$/,
  ],
  [
    'restore /dev/null',
    'a missing folder',
    1,
    /^null has no manifest.json: choose the folder of one complete backup\.\n$/,
  ],
  [
    'restore missing',
    'a site',
    1,
    /is not an empty folder\. Stop the site and move the content of the folder away first\.\n$/,
  ],
  [
    'restore missing',
    'a file',
    1,
    /is not an empty folder\. Stop the site and move the content of the folder away first\.\n$/,
  ],
])('"%s" with %s exits with %i, no stack trace and no new files', async (command, folder, status, output) => {
  const site = await openedSite()
  const dataDir = await folders[folder](site)
  const before = await readdir(site)
  const result = await run(command, dataDir)
  expect(result).toMatchObject({ status, output: expect.stringMatching(output), created: [] })
  expect(result.output).not.toMatch(/^\s+at /m)
  expect((await readdir(site)).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(before)
})

test.each(['admin list', 'check-store', 'backup into', 'export into', 'import into'])(
  '"%s" prints one sentence when PostgreSQL cannot be reached',
  async (command) => {
    const site = await openedSite()
    const { status, output } = await run(command, site, { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
    expect(output).toMatch(/^The database cannot be used \([^\n]*ECONNREFUSED[^\n]+\.\n$/)
    expect(status).toBe(1)
  },
)

test.each(['admin list', 'check-store', 'export into', 'import into'])(
  '"%s" reports a missing secret and creates none',
  async (command) => {
    const site = await openedSite()
    await rm(join(site, 'secret'))
    const { status, output } = await run(command, site)
    expect(output).toMatch(/^The secret is missing from [^\n]+\.\n$/)
    expect(status).toBe(1)
    expect(await readdir(site)).not.toContain('secret')
  },
)
