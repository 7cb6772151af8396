import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, inject, test } from 'vitest'
import { accounts } from '#tests/support/accounts.ts'
import { problemsInLog } from '#tests/support/log-lines.ts'
import { connectToPostgres } from '#tests/support/postgres/postgres-database.ts'
import { startPostgres } from '#tests/support/postgres/postgres.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import type { ReadRows } from './acknowledged-writes.ts'
import type { FaultContext } from './fault.ts'
import { launchWithInjector } from './injector/injector.ts'
import { launchOnLastingDisk, commandWithDisk } from './pairs/lasting-disk.ts'
import { layerFaults } from './pairs/layer-faults.ts'
import { programsOf, nameOf, runPair, type Pair } from './pairs/run-pair.ts'
import { isInstalled } from './run-faults.ts'
import { assert, closeContext, fillSite, waitUntil, withoutSamples } from './site-fixture.ts'

const testTimeoutMs = 600_000
/** Longer than a busy server takes, so only a server that hangs exceeds it. */
const readTimeoutMs = 10_000

const pairs: Pair[] = [
  ['database hung', 'slow clients'],
  ['database hung', 'connections cut'],
  ['database hung', 'clock 400 days ahead'],
  ['database hung', 'process killed'],
  ['database killed', 'slow clients'],
  ['database killed', 'image processes killed'],
  ['database killed', 'descriptors exhausted'],
  ['database killed', 'process killed'],
  ['files disk full', 'database hung'],
  ['files disk full', 'database killed'],
]

describe('two faults at once, with PostgreSQL', () => {
  for (const pair of pairs)
    test.runIf(inject('isHardMode') && canRun(pair))(nameOf(pair), () => runOnPostgres(pair), testTimeoutMs)
})

function canRun(pair: Pair): boolean {
  return programsOf(pair).every(isInstalled)
}

async function runOnPostgres(pair: Pair): Promise<void> {
  const postgres = await startPostgres()
  const { url } = postgres
  const usesDisk = pair.some((name) => 'disk' in layerFaults[name])
  const launch = usesDisk ? launchOnLastingDisk('files') : launchWithInjector
  const site = await SiteProcess.create(null, { ...withoutSamples, DATABASE_URL: url }, launch)
  const database = connectToPostgres(url, readTimeoutMs)
  // The caller knows the columns.
  const read = async <Row>(sql: string) => (await database.query(sql)).rows as Row[]
  const write = async (sql: string) => void (await read(sql))
  let context: FaultContext | undefined
  try {
    // The disk is mounted at this folder.
    await mkdir(join(site.dataDir, 'files'))
    await site.start()
    context = await openContext(site, read)
    await runPair(context, pair, { read, write }, postgres)
    const problems = await checkStore(site, url)
    assert(problems === 'No problems found.', problems)
    const inLog = problemsInLog(site.output, site.log, context.secrets)
    assert(inLog.length === 0, inLog.join('\n'))
  } finally {
    postgres.resume()
    await closeContext({ site } as FaultContext)
    await rm(site.dataDir, { recursive: true, force: true })
    await database.end()
    await postgres.stop()
  }
}

async function openContext(site: SiteProcess, read: ReadRows): Promise<FaultContext> {
  const client = await fillSite(site)
  const idsOf = async (sql: string) => (await read<{ id: string }>(sql)).map(({ id }) => id)
  const idsInState = (state: string) => idsOf(`select id from photos where state = '${state}'`)
  await waitUntil('every photo has its derivatives', async () => (await idsInState('ready')).length === 3)
  const [projectId = ''] = await idsOf('select id from projects')
  const imageIds = await idsOf('select id from photos order by position')
  return { site, client, projectId, imageIds, secrets: Object.values(accounts).map(({ password }) => password) }
}

/** What `npm run check-store` prints. */
async function checkStore(site: SiteProcess, url: string): Promise<string> {
  const [program, args] = await commandWithDisk(
    site,
    process.execPath,
    '--no-warnings',
    resolve('tools/check-store.ts'),
  )
  const env = { PATH: process.env['PATH'], DATA_DIR: site.dataDir, DATABASE_URL: url }
  return new Promise((done) => execFile(program, args, { env }, (_, out, err) => done((out + err).trim())))
}
