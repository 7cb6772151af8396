import {
  copyFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { SiteProcess } from '#tests/support/site-process.ts'
import type { Fault, FaultContext } from './fault.ts'
import { runFaults } from './run-faults.ts'
import { assert, photoBytes, waitForDerivatives, waitUntil } from './site-fixture.ts'

const twoDaysMs = 2 * 24 * 60 * 60_000

runFaults('mistakes of the operator', [
  refused('started beside the files without the database, as without DATABASE_URL', /missing or empty/, ({ site }) => {
    renameSync(site.database, `${site.database}.aside`)
    return () => renameSync(`${site.database}.aside`, site.database)
  }),
  refused('started with an empty database file', /missing or empty/, ({ site }) => {
    copyFileSync(site.database, `${site.database}.aside`)
    truncateSync(site.database)
    return () => {
      removeDatabase(site)
      renameSync(`${site.database}.aside`, site.database)
    }
  }),
  refused('started with a database file that is no database', /^The database cannot be used/m, ({ site }) => {
    renameSync(site.database, `${site.database}.aside`)
    writeFileSync(site.database, 'other '.repeat(2_000))
    return () => {
      removeDatabase(site)
      renameSync(`${site.database}.aside`, site.database)
    }
  }),
  refused('started with a file as the data folder', /^The system refused to use a file or folder/m, ({ site }) => {
    renameSync(site.dataDir, `${site.dataDir}.aside`)
    writeFileSync(site.dataDir, '')
    return () => {
      rmSync(site.dataDir)
      renameSync(`${site.dataDir}.aside`, site.dataDir)
    }
  }),
  refused('started with the files of another site', /different sites/, ({ site }) => {
    const path = join(site.dataDir, 'files', 'store-id')
    copyFileSync(path, `${site.dataDir}/store-id.aside`)
    writeFileSync(path, 'another')
    return () => renameSync(`${site.dataDir}/store-id.aside`, path)
  }),
  refused('started without the disk of the files', /none of their files/, ({ site }) => {
    renameSync(join(site.dataDir, 'files'), `${site.dataDir}/files.aside`)
    return () => {
      rmSync(join(site.dataDir, 'files'), { recursive: true })
      renameSync(`${site.dataDir}/files.aside`, join(site.dataDir, 'files'))
    }
  }),
  {
    name: 'an older database beside newer files: the newer files are kept and come back with the newer database',
    async run(context) {
      const { site, client, projectId } = context
      await site.stop()
      copyFileSync(site.database, `${site.dataDir}/older`)
      await site.start()
      const { id } = await client.upload(await photoBytes(333), 'newer.jpg')
      assert((await client.addImage(projectId, id)).status === 200, 'an image was refused')
      await waitForDerivatives(site)
      await site.stop()
      makeOld(site)
      const files = photoFiles(site)
      renameSync(site.database, `${site.dataDir}/newer`)
      renameSync(`${site.dataDir}/older`, site.database)
      await site.start()
      await waitUntil('the newer files are set aside', () => site.log.includes('orphan file set aside'))
      await site.stop()
      assert(photoFiles(site).length === files.length, 'files were deleted')
      removeDatabase(site)
      renameSync(`${site.dataDir}/newer`, site.database)
      await site.start()
      await waitUntil('all files are back', () => photoFiles(site).join() === files.join())
    },
  },
])

/** The site must refuse to start and change no file. Once the mistake is undone, it starts with everything. */
function refused(name: string, sentence: RegExp, mistake: (context: FaultContext) => () => void): Fault {
  return {
    name: `${name}: refused, and no file is deleted`,
    async run(context) {
      const { site } = context
      await site.stop()
      makeOld(site)
      const files = photoFiles(site)
      const undo = mistake(context)
      const started = await site.start().then(
        () => true,
        () => false,
      )
      assert(!started, 'the site started')
      assert(sentence.test(site.output), 'the sentence is missing')
      assert(!/\bat \S+ \(/.test(site.output), 'a stack was printed')
      undo()
      assert(photoFiles(site).join() === files.join(), 'files were changed')
      await site.start()
      assert((await fetch(`${site.origin}/work`)).ok, 'the site does not work')
    },
  }
}

/** Files that were changed within a day would not be collected. */
function makeOld(site: SiteProcess): void {
  const date = new Date(Date.now() - twoDaysMs)
  for (const path of photoFiles(site)) utimesSync(path, date, date)
}

/** The paths of all originals and derivatives. */
function photoFiles({ dataDir }: SiteProcess): string[] {
  return readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).isFile() && !/\/(health\/[^/]+|store-id|\.temporary\/.*)$/.test(path))
    .sort()
}

function removeDatabase({ database }: SiteProcess): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true })
}
