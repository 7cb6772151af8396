import { spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SiteProcess, type Launch } from '#tests/support/site/site-process.ts'
import { AdminClient } from './admin-client.ts'
import type { Fault, FaultContext } from './fault.ts'
import type { Injection } from './injector/injection.ts'
import { injectionEnv, injectorArguments } from './injector/injector.ts'
import { failingMigration, laterMigration, laterVersionPreload } from './later-version.ts'
import { assertRefused, runOperatorCommand } from './operator-mistakes.ts'
import { runFaults } from './run-faults.ts'
import { assert, assertVisitorsUnaffected, photoBytes, withoutSamples } from './site-fixture.ts'
import { mountScripts } from './small-disk.ts'

const laterArguments = [...injectorArguments, '--import', laterVersionPreload]

/** Writes more than the small disk can store. */
const large = [...laterMigration, 'update "projects" set "later" = hex(zeroblob(20000000))']

const refusedByFormer = /^This data was written by version 99\.0\.0 and cannot be opened by version /
const unchanged =
  /^The database could not be updated \(.+\) and is unchanged: the previous version of Enfilade can still open it\.$/
const noSpace =
  /^The database was not updated, because the disk of \S+ is too full to copy it: \d+ MB must be free, and 0 MB are\.$/m
const fullDisk =
  /^The database cannot be used \(.+\), probably because its disk is full: free some space, then start again\.$/m
const fillDisk = 'head -c 24m /dev/zero > "$DATA_DIR/filler" 2> /dev/null'

runFaults('updates', [
  ...(
    [
      ['before the copy is renamed', 'before', 'rename', '^before-updates', 0],
      ['after begin', 'after', 'sql', '^begin', 1],
      ['halfway through a migration', 'after', 'sql', '^update "photos" set "later"', 1],
      ['before the commit', 'before', 'sql', '^commit', 1],
      ['after the commit', 'after', 'sql', '^commit', 1],
    ] as const
  ).map(([step, when, call, argumentPattern, copies]) =>
    killUpdate(step, { when, call, argumentPattern, nth: 1 }, copies),
  ),
  {
    name: 'update · rolled back, updated again, then returned to the data of the later version: nothing is lost',
    async run(context) {
      const { site, client, projectId } = context
      await rename(client, projectId, 'Before', 1)
      await site.stop()
      const later = await createLaterVersion(site)
      await later.start()
      const admin = await AdminClient.logIn(later)
      await rename(admin, projectId, 'After', 2)
      const { id } = await admin.upload(await photoBytes(206), 'later.jpg')
      assert((await admin.addImage(projectId, id)).status === 200, 'an image was refused')
      await later.stop()
      await assertRefused(site, refusedByFormer)

      const replaced = await rollBack(site)
      await site.start()
      assertContent(site, 'Before', 3)
      await assertVisitorsUnaffected(context)
      await rename(await AdminClient.logIn(site), projectId, 'Back', 2)
      await site.stop()
      await later.start()
      assertContent(later, 'Back', 3)
      await later.stop()

      await rollBack(site, replaced)
      await later.start()
      assertContent(later, 'After', 4)
      await assertVisitorsUnaffected({ ...context, site: later })
      await later.stop()
      await rollBack(site)
      await site.start()
      assertContent(site, 'Back', 3)
    },
  },
  {
    name: 'update · a migration fails: one sentence, and the former version runs on the former data',
    async run(context) {
      const { site } = context
      await site.stop()
      for (let attempt = 0; attempt < 2; attempt++)
        await assertRefused(await createLaterVersion(site, failingMigration), unchanged)
      assertCopies(site, 1)
      await site.start()
      assertContent(site, 'House', 3)
      await assertVisitorsUnaffected(context)
    },
  },
  onSmallDisk('full', fillDisk, laterMigration, fullDisk),
  onSmallDisk('almost full', `${fillDisk}; truncate -s -100K "$DATA_DIR/filler"`, laterMigration, noSpace),
  onSmallDisk('filled by the migration', ':', large, new RegExp(unchanged, 'm')),
  {
    name: 'roll-back · refused while the site runs; killed before its last step, it can be repeated',
    needs: 'strace',
    async run({ site }) {
      await site.stop()
      const later = await createLaterVersion(site)
      await later.start()
      const inUse = await runOperatorCommand('roll-back', site.dataDir)
      assert(/^Another process uses the data folder .+\n$/.test(inUse.output) && inUse.code === 1, inUse.output)
      await later.stop()
      const calls = 'rename,renameat,renameat2'
      const strace = [
        'strace',
        '-f',
        '-qq',
        '-o',
        '/dev/null',
        '-e',
        `trace=${calls}`,
        '-e',
        `inject=${calls}:signal=SIGKILL`,
      ]
      const env = { PATH: process.env['PATH'], DATA_DIR: site.dataDir }
      const [program = '', ...options] = [...strace, process.execPath, 'tools/roll-back.ts']
      const { signal } = spawnSync(program, options, { env })
      assert(signal === 'SIGKILL', 'the command was not killed')
      await later.start()
      assertContent(later, 'House', 3)
      await later.stop()
      await rollBack(site)
      await site.start()
      assertContent(site, 'House', 3)
    },
  },
])

/** Kills the first start of the later version. Afterwards both versions have all data. */
function killUpdate(step: string, injection: Injection, copies: number): Fault {
  return {
    name: `update · killed ${step}: the former version runs unless the update was complete, and the next start completes it`,
    async run(context) {
      const { site, client, projectId } = context
      await rename(client, projectId, 'Before', 1)
      await site.stop()
      const interrupted = await createLaterVersion(site, laterMigration, injectionEnv(injection))
      const opens = await interrupted.start().then(
        () => true,
        () => false,
      )
      assert(!opens && interrupted.process.signalCode === 'SIGKILL', 'the process was not killed')
      assertCopies(site, copies)
      if (step === 'after the commit') {
        await assertRefused(site, refusedByFormer)
      } else {
        await site.start()
        assertContent(site, 'Before', 3)
        await assertVisitorsUnaffected(context)
        await rename(await AdminClient.logIn(site), projectId, 'Between', 2)
        await site.stop()
      }
      const later = await createLaterVersion(site)
      await later.start()
      assertContent(later, step === 'after the commit' ? 'Before' : 'Between', 3)
      assert(later.sql('select "id" from "photos" where "later" = "id"').length === 3, 'rows were not migrated')
      await later.stop()
      await rollBack(site)
      await site.start()
    },
  }
}

/** Starts the later version on a disk of 24 MB. It must exit with this sentence and leave the files unchanged. */
function onSmallDisk(name: string, fill: string, migration: readonly string[], sentence: RegExp): Fault {
  return {
    name: `update · disk ${name}: one sentence, and the files are unchanged`,
    needs: 'unshare',
    async run({ site }) {
      await site.stop()
      const list = `(cd "$DATA_DIR" && sha256sum enfilade.db && ls before-updates/*.unfinished 2> /dev/null)`
      const script = `ASIDE="$DATA_DIR.aside" && mkdir -p "$ASIDE" && ${mountScripts.everything} && { ${fill}; ${list}
        "$@"; echo "code $?"; ${list}; }`
      const launch: Launch = (program, args, env) =>
        spawn('unshare', ['-rm', 'sh', '-c', script, 'sh', program, ...laterArguments, ...args], {
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        })
      const settings = { ...withoutSamples, ENFILADE_MIGRATION: JSON.stringify(migration) }
      const later = await SiteProcess.withDataOf(site, settings, launch)
      await later.start().catch(() => {})
      const { output } = later
      assert(sentence.test(output), output)
      const hashes = output.match(/^[0-9a-f]{64} .+$/gm) ?? []
      assert(output.includes('\ncode 1\n') && hashes.length === 2 && hashes[0] === hashes[1], output)
      assert(!output.includes('.unfinished'), output)
      await site.start()
    },
  }
}

async function createLaterVersion(site: SiteProcess, migration = laterMigration, env: Record<string, string> = {}) {
  const launch: Launch = (program, args, environment) =>
    spawn(program, [...laterArguments, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  return SiteProcess.withDataOf(
    site,
    { ...withoutSamples, ...env, ENFILADE_MIGRATION: JSON.stringify(migration) },
    launch,
  )
}

/** Runs `npm run roll-back`. Returns the name of the database that it has replaced. */
async function rollBack(site: SiteProcess, ...args: string[]): Promise<string> {
  const { code, output } = await runOperatorCommand(['roll-back', ...args].join(' '), site.dataDir)
  const [, replaced] = /To go back to it: npm run roll-back -- (\S+)\n/.exec(output) ?? []
  assert(code === 0 && replaced !== undefined, output)
  return replaced
}

async function rename(client: AdminClient, projectId: string, name: string, version: number): Promise<void> {
  const { status } = await client.saveText(projectId, 'name', name, version)
  assert(status === 200, `renaming the project to ${name} returned ${status}`)
}

function assertContent(site: Pick<SiteProcess, 'sql'>, name: string, images: number): void {
  const [project] = site.sql<{ name: string }>('select name from projects')
  const count = site.sql(`select id from photos where place = 'gallery' and deletedAt is null`).length
  assert(project?.name === name && count === images, `the project is named ${project?.name}, with ${count} images`)
}

function assertCopies({ dataDir }: FaultContext['site'], count: number): void {
  const names = readdirSync(join(dataDir, 'before-updates')).filter((name) => !name.endsWith('.unfinished'))
  assert(names.length === count, `copies: ${names.join()}`)
}
