import { readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { watchClock } from '#portfolio/health/watch-clock.ts'
import { DatabaseFailed, FileStoreFailed, type Ports } from '#portfolio/ports.ts'
import { eachDatabase, type DatabaseTestBackend } from '#tests/support/backend/each-database.ts'
import { describeChanges, fillExpiringSite, listLocations, type Names } from '#tests/support/site-data/expiring-site.ts'
import { cleanUp } from './scheduler.ts'

// Each test takes one input away from the clean-up, which then must not delete anything whose owner or age is unknown.

const dayMs = 24 * 60 * 60_000

/** What the clean-up does when no input is missing. */
const due = {
  photo: 'deleted: the removed photo',
  row: 'deleted: the row of the removed photo',
  derivative: 'deleted: the former derivative',
  crop: 'deleted: the former crop',
  orphan: 'set aside: the orphan',
  setAside: 'deleted: the file set aside',
  owned: 'moved back: the file that has an owner again',
  upload: 'deleted: the upload',
  temporary: 'deleted: the temporary file',
  value: 'deleted: the removed value',
  link: 'deleted: the removed link',
  version: 'deleted: the earlier version',
  message: 'deleted: the message',
  deletedMessage: 'deleted: the deleted message',
  mail: 'deleted: the e-mail',
  session: 'deleted: the session',
  oneTimeLink: 'deleted: the one-time link',
  counter: 'deleted: the counter',
} as const
type Due = keyof typeof due

const all = Object.keys(due) as Due[]
const needsPhotos: readonly Due[] = ['photo', 'row', 'derivative', 'crop', 'orphan', 'setAside', 'owned']
const needsDatabase: readonly Due[] = [
  ...needsPhotos,
  'value',
  'link',
  'version',
  'message',
  'deletedMessage',
  'mail',
  'session',
  'oneTimeLink',
  'counter',
]
const byAge = all.filter((one) => one !== 'owned')

// Throws on access to any property.
const unreachable = new Proxy({} as Ports['db'], {
  get() {
    throw new DatabaseFailed(new Error('connect ECONNREFUSED'))
  },
})

interface Site {
  readonly backend: DatabaseTestBackend
  readonly ports: Ports
  /** The path of the original that is due for deletion. */
  readonly removed: string
  readonly names: Names
}
/** Takes an input away. Returns the ports for the clean-up if they differ, and a function that restores the input. */
type TakeAway = (site: Site) => Promise<{ readonly ports?: Ports; readonly undo?: () => Promise<void> } | void>

without('a missing input', [], async () => {})

without('rows of photos', needsPhotos, async ({ ports }) => {
  await ports.db.deleteFrom('photos').execute()
})
without('rows of projects, whose deletion also deletes the rows of their photos', needsPhotos, async ({ ports }) => {
  await ports.db.deleteFrom('projects').execute()
})
without(
  'its own rows of photos, but with rows of another site',
  ['photo', 'derivative', 'crop', 'orphan', 'owned'],
  async ({ ports, names }) => {
    const photos = await ports.db.selectFrom('photos').select('id').execute()
    for (const { id } of photos) {
      names.set(`photos other ${id}`, names.get(`photos ${id}`) ?? id)
      const foreign = { id: `other ${id}`, storageKey: `Images/${id}.jpg` }
      await ports.db.updateTable('photos').set(foreign).where('id', '=', id).execute()
    }
  },
)
without(
  'the original that is due, but with a newer original of the same name',
  ['photo'],
  async ({ backend, ports, removed }) => {
    const path = join(backend.folder, removed)
    await writeFile(path, 'another photo')
    await utimes(path, ports.now(), ports.now())
  },
)
without('a database that can be reached', all, async ({ ports }) => ({ ports: { ...ports, db: unreachable } }))
without('a database that can be reached after the check of the clock', needsDatabase, async ({ ports }) => {
  let isChecked = false
  const db = new Proxy(ports.db, {
    get(open, name) {
      const isRecord = name === 'insertInto'
      const target = isChecked ? unreachable : open
      isChecked ||= isRecord
      return (Reflect.get(target, name) as () => unknown).bind(target)
    },
  })
  return { ports: { ...ports, db } }
})

for (const [method, stays] of [
  ['list', ['orphan', 'setAside', 'owned']],
  ['stat', ['photo', 'row', 'orphan', 'setAside', 'owned']],
  ['move', ['orphan', 'owned']],
  ['remove', ['photo', 'row', 'derivative', 'crop', 'setAside']],
  ['expireTemporaryFiles', ['temporary']],
] as const)
  without(`a working file store (${method} fails)`, stays, async ({ ports }) => ({
    ports: { ...ports, files: { ...ports.files, [method]: denyAccess } },
  }))
without('any file that the file store can find', ['photo', 'orphan', 'setAside'], async ({ ports }) => ({
  ports: { ...ports, files: { ...ports.files, stat: async () => null } },
}))
without('the folder of files', needsPhotos.filter((one) => one !== 'row').concat('temporary'), (site) =>
  hideFolder(site, 'files'),
)
without('the folder of uploads', ['upload'], (site) => hideFolder(site, 'uploads'))
without('access to the folder of uploads', ['upload'], async ({ ports }) => ({
  ports: { ...ports, uploads: { ...ports.uploads, expire: async () => denyAccess() } },
}))
without('the information of uploads', [], async ({ backend: { folder } }) => {
  for (const name of await readdir(join(folder, 'uploads')))
    if (name.endsWith('.json')) await rm(join(folder, 'uploads', name))
})

without('the right time: 400 days ahead', byAge, async ({ backend }) => backend.shiftClock(400 * dayMs))
without('the right time: 400 days behind', byAge, async ({ backend }) => backend.shiftClock(-400 * dayMs))
without('a valid time', all, async ({ ports }) => ({ ports: { ...ports, now: () => new Date(Number.NaN) } }))
without('the right time and without any record of it', byAge, async ({ backend, ports }) => {
  await ports.db.deleteFrom('healthFacts').execute()
  backend.shiftClock(400 * dayMs)
})
for (const record of ['{}', '{"pausedForMs":'])
  without(`the right time and without a readable record of it: ${record}`, byAge, async ({ backend, ports }) => {
    await ports.db.updateTable('healthFacts').set({ value: record }).where('key', '=', 'clock').execute()
    backend.shiftClock(400 * dayMs)
  })

/** Tests the clean-up without one of its inputs: it does everything that is due except `stays`, and nothing else. */
function without(input: string, stays: readonly Due[], takeAway: TakeAway): void {
  eachDatabase(`a clean-up without ${input}`, async (backend) => {
    const { names, removed } = await fillExpiringSite(backend)
    expect(await watchClock(backend.ports)()).toEqual(backend.ports.now())
    const complete = await listLocations(backend)
    const { ports = backend.ports, undo } = (await takeAway({ backend, ports: backend.ports, removed, names })) ?? {}
    const before = undo ? complete : await listLocations(backend)
    // When the check of the clock fails, no job runs.
    await cleanUp(ports, watchClock(ports)).catch(() => {})
    await undo?.()
    const expected = all.filter((one) => !stays.includes(one)).map((one) => due[one])
    expect(describeChanges(before, await listLocations(backend), names)).toEqual(expected.sort())
  })
}

function denyAccess(): never {
  throw new FileStoreFailed(new Error('EACCES: permission denied'))
}

async function hideFolder({ backend: { folder } }: Site, name: 'files' | 'uploads') {
  const hidden = `${folder}.${name}`
  await rename(join(folder, name), hidden)
  const undo = async () => {
    await rm(join(folder, name), { recursive: true, force: true })
    await rename(hidden, join(folder, name))
  }
  return { undo }
}
