import { mkdir, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupTime, openDataFolder } from '#tests/support/site-data/data-folder.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { openBackupProcess } from './backup-process.ts'

// Each case but the first takes away one input on which the removal of old backups depends. A backup whose site or age
// is unknown must stay.

const dayMs = 24 * 60 * 60_000

/** A site with a backup that is old enough to be removed. */
interface Site {
  readonly dataDir: string
  readonly into: string
  /** The folder of the old backup. */
  readonly old: string
}

interface Case {
  readonly takeAway: (site: Site) => Promise<unknown>
  /** Changes to the request for the next backup. */
  readonly changes?: { readonly deletesExpired?: boolean; readonly now?: Date }
  /** Whether the old backup is removed nevertheless. */
  readonly isRemoved?: true
  /** Whether no backup can be made. */
  readonly fails?: true
}

const cases: Record<string, Case> = {
  'any change': { takeAway: async () => {}, isRemoved: true },
  'the id of the store': { takeAway: ({ dataDir }) => rm(join(dataDir, 'files/store-id')) },
  'the right id of the store (it has the id of another site)': {
    takeAway: ({ dataDir }) => writeFile(join(dataDir, 'files/store-id'), 'another site'),
  },
  'the folder `files`': { takeAway: ({ dataDir }) => rename(join(dataDir, 'files'), join(dataDir, 'hidden')) },
  'the data folder (it was moved)': { takeAway: ({ dataDir }) => rename(dataDir, movedOf(dataDir)), fails: true },
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
  'the store id in the manifest': { takeAway: ({ old }) => changeManifest(old, { storeId: null }) },
  'the same time in its name and its manifest': {
    takeAway: ({ old }) => changeManifest(old, { madeAt: backupTime.toISOString() }),
  },
  'the folder of the backup (a link to it is in its place)': {
    async takeAway({ dataDir, old }) {
      await rename(old, join(dataDir, 'moved'))
      await symlink(join(dataDir, 'moved'), old)
    },
  },
  'a trusted clock': { takeAway: async () => {}, changes: { deletesExpired: false } },
  'the right time (the clock is 400 days behind)': {
    takeAway: async () => {},
    changes: { now: new Date(backupTime.getTime() - 400 * dayMs) },
  },
}

const title = 'without %s, an old backup is removed only if its site and age are certain'

test.each(Object.entries(cases))(title, async (_, { takeAway, changes, isRemoved, fails }) => {
  const { dataDir, input, backUp } = await openDataFolder()
  const into = join(dataDir, 'backups')
  await mkdir(into)
  const old = (await backUp({ into, isNightly: true, now: new Date(backupTime.getTime() - 60 * dayMs) })).folder
  await backUp({ into, isNightly: true, now: new Date(backupTime.getTime() - dayMs) })
  const before = await readdir(into)
  await takeAway({ dataDir, into, old })
  const result = await openBackupProcess()
    .run({ ...input({ into }), deletesExpired: true, ...changes })
    .catch((error: Error) => error)
  expect(result instanceof Error).toBe(fails === true)
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
