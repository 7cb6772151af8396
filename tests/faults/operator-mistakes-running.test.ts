import { chmodSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { SiteProcess, type Launch } from '#tests/support/site/site-process.ts'
import { AdminClient } from './admin-client.ts'
import type { Fault, FaultContext } from './fault.ts'
import { clockOffsetEnv, launchWithInjector } from './injector/injector.ts'
import {
  assertSecondRefused,
  assertSentence,
  hide,
  agePhotoFiles,
  listPhotoFiles,
  readContent,
  replace,
  type Mistake,
} from './operator-mistakes.ts'
import { runFaults, runHardOnlyFaults } from './run-faults.ts'
import { assert, photoBytes, waitForDerivatives, waitUntil, withoutSamples } from './site-fixture.ts'

const dayMs = 24 * 60 * 60_000
const noChange: Mistake = () => () => {}

runFaults('operator mistakes: the site starts and logs one sentence', [
  sentenceLogged(
    'the secret is lost',
    /"the secret was missing, so a new one was created: everybody must log in/,
    hide('secret'),
  ),
  sentenceLogged(
    'PUBLIC_ORIGIN is misspelt',
    /"requests for this host are refused, .+ http:.+studo.+ change PUBLIC_ORIGIN/,
    noChange,
    {
      PUBLIC_ORIGIN: 'http://studo.example',
    },
  ),
  sentenceLogged(
    'the site is behind a proxy that it does not trust',
    /"X-Forwarded-For is ignored, .+ not in TRUSTED_PROXIES/,
    noChange,
    {
      TRUSTED_PROXIES: '',
    },
  ),
])

runHardOnlyFaults('more operator mistakes: the site starts and logs one sentence', [
  sentenceLogged('every address is a trusted proxy', /"TRUSTED_PROXIES contains all addresses: /, noChange, {
    TRUSTED_PROXIES: '10.0.0.0/8, 0.0.0.0/0',
  }),
  sentenceLogged(
    'every user of the machine may read the data',
    /"other users of this machine can read the secret: run chmod 600"/,
    ({ dataDir }) => {
      const paths = readdirSync(dataDir, { recursive: true }).map((path) => join(dataDir, String(path)))
      for (const path of paths) chmodSync(path, 0o777)
      return () => chmodSync(join(dataDir, 'secret'), 0o600)
    },
  ),
  sentenceLogged(
    'every user of the machine may change the data',
    /"other users of this machine can replace the data: run chmod 700"/,
    ({ dataDir }) => {
      chmodSync(dataDir, 0o777)
      return () => chmodSync(dataDir, 0o700)
    },
  ),
  sentenceLogged('the clock is 400 days ahead', /"the clock has jumped: deletions by age are paused"/, noChange, {
    ...clockOffsetEnv(400 * dayMs),
  }),
  sentenceLogged('the clock is 400 days behind', /"the clock has jumped: deletions by age are paused"/, noChange, {
    ...clockOffsetEnv(-400 * dayMs),
  }),
  {
    name: 'the secret is that of another site: everyone has to log in again, and nothing is lost',
    async run({ site, client }) {
      await site.stop()
      const content = readContent(site)
      const undo = replace('secret', (path) => writeFileSync(path, 'x'.repeat(43)))(site)
      await site.start()
      assert(!(await client.isLoggedIn()), 'a session signed with another secret is valid')
      await AdminClient.logIn(site)
      await site.stop()
      undo()
      await site.start()
      assert(await client.isLoggedIn(), 'the session was lost')
      assert(readContent(site) === content, 'something was lost')
    },
  },
])

runFaults('operator mistakes with the data of a running site', [
  {
    name: 'the rows of all photos are deleted: no file is deleted or set aside, and an error is logged',
    async run({ site }) {
      await site.stop()
      agePhotoFiles(site)
      const files = listPhotoFiles(site)
      const content = readContent(site)
      const photos = site.sql<Record<string, string>>('select * from photos')
      site.sql('delete from photos')
      await site.start()
      await waitUntil('the clean-up is refused', () => site.log.includes('nothing was collected'))
      const report = await site.runAdminCommand('health').catch((error: { stdout: string }) => error.stdout)
      assertSentence(report, /^PROBLEM {2}Files without a photo: .+ they were left in place: check the database\.$/)
      assert(listPhotoFiles(site).join() === files.join(), 'files were changed')
      for (const photo of photos) {
        const columns = Object.keys(photo)
        const values = columns.map(() => '?').join()
        site.sql(`insert into photos ("${columns.join('", "')}") values (${values})`, ...Object.values(photo))
      }
      assert(readContent(site) === content, 'something was lost')
    },
  },
  {
    name: 'the data folder is moved: edits are refused, the reason is logged, and nothing is lost once it is back',
    async run({ site, client, projectId }) {
      assert((await client.saveText(projectId, 'name', 'Before', 1)).status === 200, 'an edit was refused')
      renameSync(site.dataDir, `${site.dataDir}.moved`)
      const after = await client.saveText(projectId, 'name', 'After', 2)
      assert(after.status === 503, `an edit returned ${after.status}`)
      assertSentence(site.log, /was deleted, moved or replaced: restart the site/)
      await site.stop()
      assert(!existsSync(site.dataDir), 'the folder was created again')
      renameSync(`${site.dataDir}.moved`, site.dataDir)
      await site.start()
      assertResponseIsTrue(site, after)
    },
  },
  {
    name: 'the folder of uploads is deleted, to make space: the next upload succeeds',
    async run(context) {
      rmSync(join(context.site.dataDir, 'uploads'), { recursive: true })
      await editAndAddImage(context, 'With an image', 1)
    },
  },
])

runHardOnlyFaults('more operator mistakes with the data of a running site', [
  {
    name: 'a second site on the same data: refused, and the first one keeps running with its unfinished upload',
    async run(context) {
      const { site, client, projectId } = context
      await editAndAddImage(context, 'Before', 1)
      const bytes = await photoBytes(345)
      const half = Math.floor(bytes.length / 2)
      const { id } = await client.createUpload(bytes.length, 'half.jpg')
      assert((await client.sendPart(id, 0, bytes.slice(0, half))).status === 204, 'half of an upload was refused')
      const content = readContent(site)
      await assertSecondRefused(site)
      assert(readContent(site) === content, 'something was changed')
      assert((await client.offsetOf(id)) === half, 'the unfinished upload was lost')
      assert((await client.sendPart(id, half, bytes.slice(half))).status === 204, 'the rest of the upload was refused')
      assert((await client.addImage(projectId, id)).status === 200, 'the upload could not be added')
      await editAndAddImage(context, 'After', 2)
      assert((await (await fetch(`${site.origin}/work`)).text()).includes('After'), 'an edit is not shown')
    },
  },
  {
    name: 'DATA_DIR is misspelt: a new site starts and prints its folder, and the existing data is unchanged',
    async run({ site }) {
      await site.stop()
      const content = readContent(site)
      const wrong = `${site.dataDir}/../misspelt-${process.pid}`
      await withSecondSite(site, { DATA_DIR: wrong }, async (other) => {
        assertSentence(other.output, /^ {2}The data is stored in .+\/misspelt-\d+$/)
      })
      rmSync(wrong, { recursive: true })
      assert(readContent(site) === content, 'the data was changed')
      await site.start()
    },
  },
  {
    name: 'the data folder is copied while the site runs: the copy starts, and the site keeps running',
    async run(context) {
      const { site } = context
      await editAndAddImage(context, 'Copied', 1)
      const copy = await SiteProcess.create(site.dataDir, withoutSamples)
      try {
        await copy.start()
        assert((await (await fetch(`${copy.origin}/work`)).text()).includes('Copied'), 'the copy is incomplete')
        await editAndAddImage(context, 'Edited', 2)
      } finally {
        await copy.close()
      }
    },
  },
  ...['enfilade.db-wal', 'enfilade.db-shm'].map((name): Fault => ({
    name: `${name} is deleted, as if it were temporary: no acknowledged edit is lost`,
    async run({ site, client, projectId }) {
      assert((await client.saveText(projectId, 'name', 'Before', 1)).status === 200, 'an edit was refused')
      rmSync(join(site.dataDir, name))
      const after = await client.saveText(projectId, 'name', 'After', 2)
      if (after.status !== 200) assertSentence(site.log, /was deleted, moved or replaced: restart the site/)
      await site.stop()
      await site.start()
      assertResponseIsTrue(site, after)
    },
  })),
  {
    name: 'the folder `files` is moved: pages are served, images are refused, and nothing is lost once it is back',
    async run(context) {
      const { site, client, projectId } = context
      const { id } = await client.upload(await photoBytes(334), 'before.jpg')
      const [files, moved] = [join(site.dataDir, 'files'), join(site.dataDir, 'moved')]
      renameSync(files, moved)
      writeFileSync(files, 'not a folder')
      const { status, text } = await client.addImage(projectId, id)
      assert(status === 503 && text.includes('cannot be stored right now'), `an image returned ${status}`)
      assert((await fetch(`${site.origin}/work`)).ok, 'a page is not served')
      rmSync(files)
      renameSync(moved, files)
      await editAndAddImage(context, 'Back', 1)
      assert((await client.addImage(projectId, id)).status === 200, 'the upload was lost')
      await waitForDerivatives(site)
    },
  },
])

/** The site logs one sentence at its start or at the first request. Once the mistake is undone, nothing is lost. */
function sentenceLogged(
  name: string,
  sentence: RegExp,
  mistake: Mistake,
  settings: Record<string, string> = {},
): Fault {
  return {
    name: `${name}: one sentence is logged, and nothing is lost`,
    async run({ site, client }) {
      await site.stop()
      agePhotoFiles(site)
      const content = readContent(site)
      const undo = mistake(site)
      await withSecondSite(site, settings, async (wrong) => {
        await requestThroughProxy(wrong)
        await waitUntil('the sentence is logged', () => sentence.test(wrong.log))
        assertSentence(wrong.log, sentence)
        await wrong.stop()
        assert(readContent(site) === content, 'something was changed')
      })
      undo()
      await site.start()
      assert(await client.isLoggedIn(), 'the session was lost')
      assert(readContent(site) === content, 'something was lost')
    },
  }
}

/** Runs another site on the data of a stopped one while `work` runs. */
async function withSecondSite(
  site: SiteProcess,
  settings: Record<string, string>,
  work: (other: SiteProcess) => Promise<void>,
  launch: Launch = launchWithInjector,
): Promise<void> {
  const other = await SiteProcess.withDataOf(site, { ...withoutSamples, ...settings }, launch)
  try {
    await other.start()
    await work(other)
  } finally {
    await other.kill()
  }
}

/** Asserts that the response to an edit from `Before` to `After` agrees with the stored name. */
function assertResponseIsTrue(site: SiteProcess, { status, text }: { status: number; text: string }): void {
  const [row] = site.sql<{ name: string }>('select name from projects')
  const isUnknown = text.includes('It is not known whether this was saved.')
  const names = isUnknown ? ['Before', 'After'] : [status === 200 ? 'After' : 'Before']
  assert(names.includes(row?.name ?? ''), `the project is named ${row?.name}, after ${status}: ${text}`)
}

/** Requests a page as a proxy does for a visitor, with the public host name of the site. */
async function requestThroughProxy({ port }: SiteProcess): Promise<void> {
  const headers = { Host: 'studio.example', 'X-Forwarded-For': '203.0.113.9' }
  const [response] = await once(get({ host: '127.0.0.1', port, path: '/work', headers }), 'response')
  await once(response.resume(), 'end')
}

async function editAndAddImage(
  { site, client, projectId }: FaultContext,
  name: string,
  version: number,
): Promise<void> {
  const edited = await client.saveText(projectId, 'name', name, version)
  assert(edited.status === 200, `an edit returned ${edited.status}: ${edited.text}`)
  const upload = await client.upload(await photoBytes(335 + version), `${version}.jpg`)
  const added = await client.addImage(projectId, upload.id)
  assert(added.status === 200, `an image returned ${added.status}: ${added.text.slice(0, 300)}`)
  await waitForDerivatives(site)
}
