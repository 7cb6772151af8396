import { execFile } from 'node:child_process'
import { copyFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SiteProcess, type Launch } from '#tests/support/site/site-process.ts'
import type { Fault } from './fault.ts'
import { assert, withoutSamples } from './site-fixture.ts'

const twoDaysMs = 2 * 24 * 60 * 60_000
/** Rows of these tables change while the site runs, even without a request. */
const changingTables = ['tallies', 'healthFacts', 'authSession', 'authVerification', 'changes', 'changeCounter']

/** Changes the files of a stopped site as an operator might by mistake. Returns the function that undoes the change. */
export type Mistake = (site: SiteProcess) => () => void

/** The site refuses to start, prints one sentence and loses nothing. Once the mistake is undone, it works. */
export function startRefused(name: string, sentence: RegExp, mistake: Mistake, launch?: Launch): Fault {
  return {
    ...(launch && { needs: 'unshare' as const }),
    name: `${name}: refused, and nothing is lost`,
    async run({ site }) {
      await site.stop()
      agePhotoFiles(site)
      const content = readContent(site)
      const undo = mistake(site)
      await assertRefused(await SiteProcess.withDataOf(site, withoutSamples, launch), sentence)
      undo()
      assert(readContent(site) === content, 'the content was changed')
      await site.start()
      await assertWorks(site, content)
    },
  }
}

/** Moves a file or folder out of the data folder. */
export function hide(path: string): Mistake {
  return ({ dataDir }) => {
    const hidden = `${dataDir}.hidden-${basename(path)}`
    renameSync(join(dataDir, path), hidden)
    return () => {
      rmSync(join(dataDir, path), { recursive: true, force: true })
      renameSync(hidden, join(dataDir, path))
    }
  }
}

/** Hides a file or folder and puts something else in its place. */
export function replace(path: string, put: (path: string) => void): Mistake {
  return (site) => {
    const undo = hide(path)(site)
    put(join(site.dataDir, path))
    return undo
  }
}

/** Replaces the database with a copy in which these statements were run. */
export function editDatabase(...statements: string[]): Mistake {
  return (site) => {
    const copy = `${site.dataDir}.copy`
    copyFileSync(site.database, copy)
    const undo = replace('enfilade.db', (path) => renameSync(copy, path))(site)
    const database = new DatabaseSync(site.database)
    for (const statement of statements) database.exec(statement)
    database.close()
    return () => {
      removeDatabase(site)
      undo()
    }
  }
}

/** Asserts that a second site refuses to start on the data of a running one. */
export async function assertSecondRefused(site: SiteProcess): Promise<void> {
  const second = await SiteProcess.withDataOf(site, withoutSamples)
  await assertRefused(second, /^Another process uses the data folder .+: stop it, or choose another DATA_DIR\.$/)
}

/** Asserts that a site refuses to start, with one sentence and exit code 1. */
export async function assertRefused(site: SiteProcess, sentence: RegExp): Promise<void> {
  const started = await site.start().then(
    () => true,
    () => false,
  )
  if (started) await site.kill()
  assert(!started, 'the site started')
  assertSentence(site.output, sentence)
  assert(site.process.exitCode === 1, `the process ended with ${site.process.exitCode ?? site.process.signalCode}`)
}

/** Asserts that one line of the output is this sentence, and that no stack trace is printed. */
export function assertSentence(output: string, sentence: RegExp): void {
  assert(
    output.split('\n').some((line) => sentence.test(line)),
    `the sentence is missing: ${output}`,
  )
  assert(!/^\s+at \S/m.test(output), `a stack trace was printed: ${output}`)
}

/** Asserts that the site serves pages and has the same content as before. */
export async function assertWorks(site: SiteProcess, content: string): Promise<void> {
  assert((await fetch(`${site.origin}/work`)).ok, 'the site does not work')
  assert(readContent(site) === content, 'something was lost')
}

/** All rows and the sizes of all files that the site must keep, as text. */
export function readContent(site: SiteProcess): string {
  const tables = site
    .sql<{ name: string }>(`select name from sqlite_schema where type = 'table' order by name`)
    .filter(({ name }) => !changingTables.includes(name))
  const rows = tables.map(({ name }) => [name, site.sql(`select * from "${name}" order by 1`)])
  const files = listPhotoFiles(site).map((path) => `${path} ${statSync(path).size}`)
  return JSON.stringify({ rows, files }, null, 1)
}

/** Makes all photo files two days old, because files changed within the last day are not collected. */
export function agePhotoFiles(site: SiteProcess): void {
  const date = new Date(Date.now() - twoDaysMs)
  for (const path of listPhotoFiles(site)) utimesSync(path, date, date)
}

/** The paths of all originals and derivatives. */
export function listPhotoFiles({ dataDir }: SiteProcess): string[] {
  return readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).isFile() && !/\/(health\/[^/]+|store-id|\.temporary\/.*)$/.test(path))
    .sort()
}

export function removeDatabase({ database }: SiteProcess): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true })
}

/** Runs an operator command on a data folder. Its input is empty, so its prompts get no answer. */
export function runOperatorCommand(
  command: string,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<{ code: unknown; output: string }> {
  const [name, ...args] = command.split(' ')
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, ...settings }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--no-warnings', `tools/${name}.ts`, ...args],
      { env },
      (error, out, err) => resolve({ code: error ? error.code : 0, output: out + err }),
    )
    child.stdin?.end()
  })
}
