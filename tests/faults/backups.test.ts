import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import { SiteProcess } from '#tests/support/site/site-process.ts'
import type { Fault, FaultContext } from './fault.ts'
import { findProblems } from './check-store.ts'
import { setClockOffset } from './injector/injector.ts'
import { runFaults, runHardOnlyFaults } from './run-faults.ts'
import { assert, waitUntil, withoutSamples } from './site-fixture.ts'

const minuteMs = 60_000
const backupTool = [process.execPath, '--no-warnings', 'tools/backup.ts'] as const

runFaults('backups', [
  killBackup('a file is synced', 'fsync', 5),
  killBackup('the folder is renamed', 'rename,renameat,renameat2', 1),
  {
    name: 'backup · to a full disk: refused with one sentence, leaves no files, and succeeds once there is space',
    needs: 'unshare',
    async run({ site }) {
      const into = await newFolder()
      const script = `mount -t tmpfs -o size=24m none "$0" && head -c 23m /dev/zero > "$0/filler" && "$@" "$0"
        echo "code $?: $(ls "$0")"; rm "$0/filler"; "$@" "$0"`
      const { output } = await run(['unshare', '-rm', 'sh', '-c', script, into, ...backupTool], site)
      const sentence =
        /^The disk of \S+ is too full: \d+ MB must be free, and \d+ MB are\.\ncode 1: filler\nBackup complete/
      assert(sentence.test(output), output)
    },
  },
  {
    name: 'backup · two originals and the secret are lost: the output names them, and a site starts from the rest',
    async run(context) {
      const { site, projectId } = context
      const into = await newFolder()
      await site.stop()
      const lostPaths = await loseFiles(context)
      const { code, output } = await run([...backupTool, into], site)
      const lines = output.trim().split('\n')
      assert(code === 1 && lines.length === 4, output)
      for (const path of lostPaths) assert(lines.includes(`${path} is missing.`), output)
      const [name = ''] = await readdir(into)
      const restored = join(await newFolder(), 'data')
      const restoring = await run([process.execPath, 'tools/restore.ts', join(into, name)], { dataDir: restored })
      for (const path of lostPaths) assert(restoring.output.includes(`  ${path} is missing.`), restoring.output)
      assert(restoring.code === 0, restoring.output)
      const copy = await SiteProcess.open(restored, withoutSamples)
      assert((await fetch(`${copy.origin}/projects/${projectId}`)).ok, 'the project is not in the backup')
      const problems = await findProblems(copy.dataDir)
      assert(problems.length === 3 && problems[0]?.endsWith('is missing') === true, problems.join('\n'))
      await copy.close()
      for (const path of lostPaths) await rename(join(site.dataDir, 'aside', path), join(site.dataDir, path))
      await site.start()
    },
  },
])

runHardOnlyFaults('nightly backups', [
  {
    name: 'nightly backup · made 10 minutes after the start, while the site runs',
    async run({ site }) {
      await setClockOffset(site, 10 * minuteMs)
      const backups = join(site.dataDir, 'backups')
      await waitUntil('the backup is made', () => site.log.includes('backup made'), 3 * minuteMs)
      const [name = '', ...others] = await readdir(backups)
      assert(others.length === 0, others.join())
      const restored = join(await newFolder(), 'data')
      const { output } = await run([process.execPath, 'tools/restore.ts', join(backups, name)], { dataDir: restored })
      assert(output.startsWith('Restored and verified'), output)
      const problems = await findProblems(restored)
      assert(problems.length === 0, problems.join('\n'))
      assert(
        readBackupFact(site).succeededAt !== null && readBackupFact(site).failure === null,
        'the backup is not recorded',
      )
    },
  },
  {
    name: 'nightly backup · the clock is 400 days ahead: a backup is made, and the earlier ones stay',
    async run({ site, client, projectId, imageIds }) {
      const backups = join(site.dataDir, 'backups')
      for (let n = 0; n < 3; n++) await run([...backupTool, backups], site)
      // Named like the site's own backups, which the site deletes when they are old.
      const earlier = (await readdir(backups)).map((name) => [name, name.replace('enfilade-', 'enfilade-nightly-')])
      for (const [name = '', nightly = ''] of earlier) await rename(join(backups, name), join(backups, nightly))
      assert((await client.removeImage(projectId, imageIds[0] ?? '')).status === 200, 'an image was not removed')
      await setClockOffset(site, 400 * 24 * 60 * minuteMs)
      await waitUntil('the backup is made', () => site.log.includes('backup made'), 3 * minuteMs)
      await setClockOffset(site, 0)
      const found = (await readdir(backups)).sort()
      assert(found.length === 4 && earlier.every(([, name = '']) => found.includes(name)), found.join())
      const restored = join(await newFolder(), 'data')
      await run([process.execPath, 'tools/restore.ts', join(backups, found.at(-1) ?? '')], { dataDir: restored })
      const copy = await SiteProcess.withDataOf({ dataDir: restored } as SiteProcess)
      assert(copy.sql('select id from photos').length === 3, 'the backup lacks the removed image')
    },
  },
  {
    name: 'nightly backup · its folder is missing: the failure is recorded, and the backup is made an hour later',
    settings: { BACKUP_DIR: join(temporaryRoot(), `enfilade-backups-${process.pid}`) },
    async run({ site }) {
      const folder = join(temporaryRoot(), `enfilade-backups-${process.pid}`)
      await setClockOffset(site, 10 * minuteMs)
      await waitUntil('the failure is recorded', () => readBackupFact(site)?.failure !== undefined, 3 * minuteMs)
      assert(/does not exist/.test(readBackupFact(site).failure?.message ?? ''), 'the reason is not recorded')
      assert((await fetch(`${site.origin}/healthz`)).ok, 'the site is unhealthy')
      await mkdir(folder)
      await setClockOffset(site, 70 * minuteMs)
      await waitUntil('the backup is made', () => site.log.includes('backup made'), 3 * minuteMs)
      assert(readBackupFact(site).folder?.startsWith(folder) === true, 'the backup is elsewhere')
      await rm(folder, { recursive: true })
    },
  },
])

/** Kills `npm run backup` at its nth call of these system calls, then makes another backup in the same folder. */
function killBackup(when: string, calls: string, nth: number): Fault {
  return {
    name: `backup · killed when ${when}: the unfinished folder is not mistaken for a backup`,
    needs: 'strace',
    async run({ site }) {
      const into = await newFolder()
      const inject = `inject=${calls}:signal=SIGKILL:when=${nth}`
      const strace = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject]
      await run([...strace, ...backupTool, into], site)
      const left = await readdir(into)
      assert(
        left.length === 1 && left.every((name) => name.endsWith('.unfinished')),
        `the killed backup left: ${left.join()}`,
      )
      const { code, output } = await run([...backupTool, into], site)
      assert(code === 0, output)
      const complete = (await readdir(into)).filter((name) => !name.endsWith('.unfinished'))
      assert(complete.length === 1, complete.join())
    },
  }
}

/** Moves the secret and the originals of two images to the folder `aside`. Returns their former paths. */
async function loseFiles({ site, imageIds }: FaultContext): Promise<string[]> {
  const lost = site.sql<{ storageKey: string }>(
    'select storageKey from photos where id in (?, ?)',
    ...imageIds.slice(1),
  )
  const paths = ['secret', ...lost.map(({ storageKey }) => `files/${storageKey}`)]
  for (const path of paths) {
    await mkdir(join(site.dataDir, 'aside', path, '..'), { recursive: true })
    await rename(join(site.dataDir, path), join(site.dataDir, 'aside', path))
  }
  return paths
}

function readBackupFact(site: SiteProcess) {
  const [row] = site.sql<{ value: string }>(`select value from healthFacts where key = 'backup'`)
  return row && JSON.parse(row.value)
}

/** Creates a folder that is removed when the test has finished. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(temporaryRoot(), 'enfilade-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a command on the data folder of a site. */
function run(command: readonly string[], { dataDir }: { dataDir: string }): Promise<{ code: unknown; output: string }> {
  const [program = '', ...args] = command
  // strace counts the calls of each thread. With one thread in the pool, asynchronous file calls have a fixed order.
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, UV_THREADPOOL_SIZE: '1' }
  return new Promise((resolve) => {
    execFile(program, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, output: stdout + stderr }),
    )
  })
}
