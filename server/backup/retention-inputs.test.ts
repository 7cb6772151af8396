import { mkdir, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupTime, openDataFolder } from '#tests/support/site-data/data-folder.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { openNightlyBackups } from './backup-process.ts'

// Removes each input of the removal of old backups in turn: a backup whose site or age is not known then must stay.

const dayMs = 24 * 60 * 60_000

/** A backup that is due for removal, in the folder of the site's own backups. */
interface Site {
  readonly dataDir: string
  readonly into: string
  /** The folder of the backup. */
  readonly old: string
}

interface Case {
  readonly takeAway: (site: Site) => Promise<unknown>
  /** What differs in the request of the site. */
  readonly changes?: { readonly removesOld?: boolean; readonly now?: Date }
  /** Whether the old backup is removed nevertheless. */
  readonly isRemoved?: true
  /** Whether no backup can be made. */
  readonly fails?: true
}

const cases: Record<string, Case> = {
  nothing: { takeAway: async () => {}, isRemoved: true },
  'the id of the store': { takeAway: ({ dataDir }) => rm(join(dataDir, 'files/store-id')) },
  'its id, with that of another site': {
    takeAway: ({ dataDir }) => writeFile(join(dataDir, 'files/store-id'), 'another site'),
  },
  'the folder of files': { takeAway: ({ dataDir }) => rename(join(dataDir, 'files'), join(dataDir, 'hidden')) },
  'the data folder, which was moved': { takeAway: ({ dataDir }) => rename(dataDir, movedOf(dataDir)), fails: true },
  'the database': { takeAway: ({ dataDir }) => rm(join(dataDir, 'enfilade.db')), isRemoved: true, fails: true },
  'the content of the database': {
    takeAway: ({ dataDir }) => truncate(join(dataDir, 'enfilade.db')),
    isRemoved: true,
    fails: true,
  },
  'the manifest': { takeAway: ({ old }) => rm(join(old, 'manifest.json')) },
  'the content of the manifest': { takeAway: ({ old }) => truncate(join(old, 'manifest.json')) },
  'the checksum of the manifest': { takeAway: ({ old }) => rm(join(old, 'manifest.sha256')) },
  'half of the manifest': {
    takeAway: async ({ old }) =>
      truncate(join(old, 'manifest.json'), Math.floor((await readFile(join(old, 'manifest.json'))).length / 2)),
  },
  'the site in the manifest': { takeAway: ({ old }) => changeManifest(old, { storeId: null }) },
  'the time in its name': { takeAway: ({ old }) => changeManifest(old, { madeAt: backupTime.toISOString() }) },
  'the folder of the backup, with a link to it': {
    async takeAway({ dataDir, old }) {
      await rename(old, join(dataDir, 'moved'))
      await symlink(join(dataDir, 'moved'), old)
    },
  },
  'a clock that is trusted': { takeAway: async () => {}, changes: { removesOld: false } },
  'the right time: 400 days behind': {
    takeAway: async () => {},
    changes: { now: new Date(backupTime.getTime() - 400 * dayMs) },
  },
}

test.each(Object.entries(cases))('old backups without %s', async (_, { takeAway, changes, isRemoved, fails }) => {
  const { dataDir, input, backUp } = await openDataFolder()
  const into = join(dataDir, 'backups')
  await mkdir(into)
  const old = (await backUp({ into, isNightly: true, now: new Date(backupTime.getTime() - 60 * dayMs) })).folder
  await backUp({ into, isNightly: true, now: new Date(backupTime.getTime() - dayMs) })
  const before = await readdir(into)
  await takeAway({ dataDir, into, old })
  const made = await openNightlyBackups()
    .run({ ...input({ into }), removesOld: true, ...changes })
    .catch((error: Error) => error)
  expect(made instanceof Error).toBe(fails === true)
  // A moved data folder is not created again: the operator could not move it back.
  const left = await readdir(into).catch(() => readdir(join(movedOf(dataDir), 'backups')))
  const gone = before.filter((name) => !left.includes(name))
  expect(gone).toEqual(isRemoved ? [old.slice(into.length + 1)] : [])
})

function movedOf(dataDir: string): string {
  return `${dataDir}.moved`
}

async function changeManifest(folder: string, changes: object): Promise<void> {
  const manifest = await readManifest(folder)
  for (const name of ['manifest.json', 'manifest.sha256']) await rm(join(folder, name))
  await writeManifest(folder, { ...manifest, ...changes })
}
