import { spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { SiteProcess, type Launch } from '#tests/support/site/site-process.ts'
import {
  assertRefused,
  editDatabase,
  hide,
  agePhotoFiles,
  listPhotoFiles,
  startRefused,
  removeDatabase,
  replace,
  type Mistake,
} from './operator-mistakes.ts'
import { runFaults } from './run-faults.ts'
import { assert, photoBytes, waitForDerivatives, waitUntil, withoutSamples } from './site-fixture.ts'

const missing = /^There are photos, but their database is missing or empty\. Check DATA_DIR and DATABASE_URL/
const otherSite = /^The database and the files belong to different sites\. Check DATA_DIR and DATABASE_URL/
const unusable = /^The database cannot be used \(.+\): check DATA_DIR and DATABASE_URL, or restore a backup\.$/
const unusableFile =
  /^The operating system refused access to a file or folder \(.+\): check its path and permissions\.$/

runFaults('operator mistakes at the start', [
  startRefused('a missing database, as if DATABASE_URL were not set', missing, hide('enfilade.db')),
  startRefused(
    'an empty database file',
    missing,
    replace('enfilade.db', (path) => writeFileSync(path, '')),
  ),
  startRefused(
    'a database file that is not a database',
    unusable,
    replace('enfilade.db', (path) => writeFileSync(path, 'other '.repeat(2_000))),
  ),
  startRefused(
    'a new database with existing files',
    missing,
    editDatabase('delete from photos; delete from storeIdentity'),
  ),
  startRefused('the database of another site', otherSite, editDatabase(`update storeIdentity set storeId = 'another'`)),
  startRefused(
    'the database of a newer version',
    /^This data was written by .+: start the newer version of Enfilade, or go back .+ with its ‘npm run roll-back’\.$/,
    editDatabase(`insert into kysely_migration values ('0099-future', '')`),
  ),
  startRefused(
    'the files of another site',
    otherSite,
    replace('files/store-id', (path) => writeFileSync(path, 'another')),
  ),
  startRefused(
    'the disk with the files is not mounted',
    /none of their files is there\. Check DATA_DIR and that its disk is mounted/,
    hide('files'),
  ),
  startRefused(
    'a file as the data folder',
    unusableFile,
    replaceDataFolder((path) => writeFileSync(path, '')),
  ),
  startRefused(
    'a link to a missing disk as the data folder',
    unusableFile,
    replaceDataFolder((path) => symlinkSync('/nowhere/at/all', path)),
  ),
  startRefused(
    'a secret of one letter',
    /^The secret in .+ is shorter than 43 characters\. Delete it: the next start creates another/,
    replace('secret', (path) => writeFileSync(path, 's')),
  ),
  startRefused(
    'a folder as the secret',
    unusableFile,
    replace('secret', (path) => mkdirSync(path)),
  ),
  {
    name: 'a second site with the same data folder: refused until the first one is killed',
    async run({ site }) {
      const second = await SiteProcess.withDataOf(site, withoutSamples)
      await assertRefused(second, /^Another process uses the data folder .+: stop it, or choose another DATA_DIR\.$/)
      assert((await fetch(site.origin)).status === 200, 'the first site does not respond')
      await site.kill()
      await second.start()
      await second.stop()
      await site.start()
    },
  },
  startRefused('a site whose data folder is mounted read-only', unusable, () => () => {}, launchReadOnly),
  {
    name: 'an older database with newer files: the newer files are set aside and come back with the newer database',
    async run(context) {
      const { site, client, projectId } = context
      await site.stop()
      copyFileSync(site.database, `${site.dataDir}/older`)
      await site.start()
      const { id } = await client.upload(await photoBytes(333), 'newer.jpg')
      assert((await client.addImage(projectId, id)).status === 200, 'an image was refused')
      await waitForDerivatives(site)
      await site.stop()
      agePhotoFiles(site)
      const files = listPhotoFiles(site)
      renameSync(site.database, `${site.dataDir}/newer`)
      renameSync(`${site.dataDir}/older`, site.database)
      await site.start()
      await waitUntil('the newer files are set aside', () => site.log.includes('orphan file set aside'))
      await site.stop()
      assert(listPhotoFiles(site).length === files.length, 'files were deleted')
      removeDatabase(site)
      renameSync(`${site.dataDir}/newer`, site.database)
      await site.start()
      await waitUntil('all files are back', () => listPhotoFiles(site).join() === files.join())
    },
  },
])

/** Starts a site that sees its data folder on a read-only disk. */
function launchReadOnly(...[program, args, env]: Parameters<Launch>): ChildProcess {
  const script = `mount --bind "$DATA_DIR" "$DATA_DIR" && mount -o remount,ro,bind "$DATA_DIR" && exec "$@"`
  return spawn('unshare', ['-rm', 'sh', '-c', script, 'sh', program, ...args], { env })
}

function replaceDataFolder(put: (path: string) => void): Mistake {
  return ({ dataDir }) => {
    renameSync(dataDir, `${dataDir}.hidden`)
    put(dataDir)
    return () => {
      rmSync(dataDir)
      renameSync(`${dataDir}.hidden`, dataDir)
    }
  }
}
