import { execFile } from 'node:child_process'
import { readdir, mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { measureMemory, type MemoryUse } from '#tests/support/measure-memory.ts'
import { problemsInLog } from '#tests/support/log-lines.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import { AcknowledgedWrites } from './acknowledged-writes.ts'
import { AdminClient } from './admin-client.ts'
import { findProblems } from './check-store.ts'
import {
  clearRateLimits,
  closeContext,
  openContext,
  createBaseDataFolder,
  waitUntil,
  projectPath,
} from './site-fixture.ts'

// Sends many requests, nine in ten of them for files, while ten sessions edit texts and backups are made. Memory and
// descriptors must be about the same at the end as after the first round, and every acknowledged edit must be stored.
const rounds = 10
const roundsWithBackup = [2, 5, 8]
const readerCount = 16
const sessionCount = 10
const pages = ['/', '/work', '/about', '/values', '/contact']
/** The allowed memory use, as a multiple of the use after the first round. */
const maxGrowth = 1.1

const requestCount = Number(process.argv[2] ?? 1_000_000)
const editCount = Number(process.argv[3] ?? requestCount / 100)
if (![requestCount, editCount].every((count) => Number.isSafeInteger(count) && count >= rounds)) {
  console.log('Usage: npm run test:soak -- [number of requests] [number of edits], for example 100000 1000')
  process.exit(1)
}

interface Usage extends MemoryUse {
  readonly descriptors: number
}

const base = await createBaseDataFolder()
const context = await openContext(base)
const { site } = context
const backups = await mkdtemp(join(temporaryRoot(), 'enfilade-backups-'))
const problems: string[] = []
const writes = new AcknowledgedWrites()
try {
  const edit = await createEditors()
  const paths = await listPaths()
  const usages: Usage[] = []
  for (let round = 1; round <= rounds; round++) {
    const backup = roundsWithBackup.includes(round) ? backUp() : undefined
    await sendRound(paths, edit)
    await backup
    usages.push(await report(round))
  }
  await checkGrowth(usages)
  await writes.verify((sql) => site.query(sql), 'at the end')
  problems.push(...writes.violations, ...problemsInLog(site.output, site.log, context.secrets))
  problems.push(...(await findProblems(site.dataDir)))
  const backupCount = (await readdir(backups)).length
  if (backupCount !== roundsWithBackup.length) problems.push(`${backupCount} backups were made`)
} finally {
  await closeContext(context)
  for (const folder of [base, backups]) await rm(folder, { recursive: true, force: true })
}
for (const problem of problems) console.log(`problem: ${problem}`)
console.log(`soak: ${requestCount} requests, ${writes.acknowledged} edits acknowledged, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)

/** Opens sessions of the admin, each with its own project. Returns the function that makes the nth edit. */
async function createEditors(): Promise<(n: number) => Promise<void>> {
  const editors: { client: AdminClient; id: string; version: number; last: Promise<void> }[] = []
  for (let n = 1; n <= sessionCount; n++) {
    const client = await AdminClient.logIn(site)
    const name = `Room ${n}`
    const created = await client.createProject({ name, requestId: `soak-${n}` })
    if (created.status !== 200) throw new Error(`creating a project returned ${created.status}: ${created.text}`)
    const [{ id } = { id: '' }] = site.sql<{ id: string }>('select id from projects where name = ?', name)
    writes.texts.set(id, { current: { text: 'Oak, lime plaster.', version: 1 }, pending: [] })
    editors.push({ client, id, version: 1, last: Promise.resolve() })
  }
  return (n) => {
    const editor = editors[n % sessionCount]
    if (!editor) throw new Error('there are no sessions')
    // A session makes one edit at a time.
    editor.last = editor.last.then(async () => {
      if (n % 50 === 0) clearRateLimits(site)
      const next = { text: `Edit ${n}.`, version: editor.version + 1 }
      await writes.saveText(editor.id, next, async () => {
        const saved = await editor.client.saveText(editor.id, 'details', next.text, editor.version)
        if (saved.status === 200) editor.version += 1
        else problems.push(`edit ${n} returned ${saved.status}`)
        return saved.status
      })
    })
    return editor.last
  }
}

/** The pages, and the files that they load. */
async function listPaths(): Promise<{ pages: readonly string[]; files: readonly string[] }> {
  const all = [...pages, projectPath]
  const files = new Set<string>()
  for (const page of all) {
    const html = await (await fetch(site.origin + page)).text()
    for (const [path] of html.matchAll(/\/(photos|assets)\/[\w./-]+\.\w+/g)) files.add(path)
  }
  return { pages: all, files: [...files] }
}

async function sendRound(paths: Awaited<ReturnType<typeof listPaths>>, edit: (n: number) => Promise<void>) {
  const agent = new Agent({ keepAlive: true, maxSockets: readerCount })
  let sent = 0
  const requestsPerEdit = Math.max(1, Math.floor(requestCount / editCount))
  const read = async () => {
    while (sent < requestCount / rounds) {
      const n = sent++
      const kind = n % 10 === 0 ? paths.pages : paths.files
      const path = kind[Math.floor(n / 10) % kind.length] ?? '/'
      const status = await statusOf(path, agent)
      if (status !== 200) problems.push(`${path} returned ${status}`)
      if (n % requestsPerEdit === 0) await edit(n / requestsPerEdit)
    }
  }
  await Promise.all(Array.from({ length: readerCount }, read))
  agent.destroy()
}

/** The status after reading the whole response; 0 if there was no complete response. */
function statusOf(path: string, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    get({ port: site.port, host: '127.0.0.1', path, agent, headers: { host: new URL(site.origin).host } }, (response) =>
      response.resume().on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0)),
    ).on('error', () => resolve(0))
  })
}

async function backUp(): Promise<void> {
  const env = { ...process.env, DATA_DIR: site.dataDir }
  await promisify(execFile)(process.execPath, ['tools/backup.ts', backups], { env }).catch((error: unknown) =>
    problems.push(`a backup failed: ${String(error)}`),
  )
}

async function report(round: number): Promise<Usage> {
  const usage = { ...(await measureMemory(site)), descriptors: await countDescriptors(site) }
  const { usedMb, residentMb, descriptors } = usage
  console.log(
    `round ${round} of ${rounds}: ${usedMb.toFixed(1)} MB used, ${residentMb.toFixed(0)} MB resident, ` +
      `${descriptors} descriptors, ${problems.length} problems`,
  )
  return usage
}

async function checkGrowth([first, ...later]: readonly Usage[]): Promise<void> {
  const last = later.at(-1)
  if (!first || !last) return
  if (last.usedMb > first.usedMb * maxGrowth)
    problems.push(`memory grew from ${first.usedMb.toFixed(1)} to ${last.usedMb.toFixed(1)} MB`)
  // The site closes connections shortly after the clients have.
  await waitUntil('there are no more descriptors than after the first round', async () => {
    return (await countDescriptors(site)) <= first.descriptors
  }).catch((error: unknown) => problems.push(String(error)))
}

async function countDescriptors({ pid }: SiteProcess): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length
}
