import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { removeImages } from '#portfolio/gallery/edit.ts'
import { derivativeKey } from '#portfolio/derivative/derivatives.ts'
import type { DatabaseTestBackend } from '#tests/support/backend/each-database.ts'
import { testGallery, testPhoto } from '#tests/support/backend/project-fixtures.ts'
import { expectOk } from '#tests/support/backend/test-backend.ts'

const dayMs = 24 * 60 * 60_000
const webp = { format: 'webp', gamut: 'srgb' } as const
const avif = { format: 'avif', gamut: 'srgb' } as const
const expiringTables = [
  'photos',
  'studioValues',
  'studioLinks',
  'textVersions',
  'contactSubmissions',
  'outbox',
  'authSession',
  'oneTimeLinks',
  'tallies',
] as const

/** The names of items of a site, by their location: the path in the data folder, or a table and the key of a row. */
export type Names = Map<string, string>

/**
 * Fills a site with items that a clean-up deletes, one of each kind, and with items that it keeps: their names begin
 * with `a`. Returns the names of all items, and the path of the original that is due for deletion.
 */
export async function fillExpiringSite(backend: DatabaseTestBackend): Promise<{ names: Names; removed: string }> {
  const { ports, advance, folder } = backend
  const names: Names = new Map()
  const { projectId, imageIds } = await testGallery(backend, 3)
  const [live = '', owned = '', gone = ''] = imageIds
  const remove = async (id: string) =>
    expectOk(await asOperator(ports, (unit, admin) => removeImages(unit, admin, { projectId, photoIds: [id] })))
  const write = (key: string) => ports.files.write(key, Buffer.from(key))

  const removed = `files/${await storageKeyOf(backend, gone)}`
  names.set(removed, 'the removed photo').set(`photos ${gone}`, 'the row of the removed photo')
  await remove(gone)
  await write(derivativeKey(live, 90, webp))
  await nameNew(backend, names, 'a photo')
  await write(derivativeKey(live, 90, webp, 'v1'))
  await nameNew(backend, names, 'the former derivative')
  await ports.db.updateTable('photos').set({ state: 'ready' }).execute()
  await ports.db.updateTable('photos').set({ formerRecipe: 'v1' }).where('id', '=', live).execute()
  await write(derivativeKey(live, 90, avif, 'v3', '4x5-10-50'))
  await nameNew(backend, names, 'the former crop')
  await write(derivativeKey(live, 90, avif, 'v3', '4x5-20-50'))
  await nameNew(backend, names, 'a crop')
  const since = ports.now().toISOString()
  const formerCrops = JSON.stringify([{ name: '4x5-10-50', since }])
  await ports.db.updateTable('photos').set({ formerCrops }).where('id', '=', live).execute()
  await write('Images/orphan.jpg')
  await nameNew(backend, names, 'the orphan')
  await write('unowned/Images/other.jpg')
  await nameNew(backend, names, 'the file set aside')
  await addExpiringItems(backend, names, 'the')

  advance(400 * dayMs)
  const key = await storageKeyOf(backend, owned)
  await ports.files.move(key, `unowned/${key}`)
  await nameNew(backend, names, 'the file that has an owner again')
  const daysAgo = (days: number) => new Date(ports.now().getTime() - days * dayMs).toISOString()
  const removedMessage = { firstName: 'Ada', lastName: 'L', email: 'ada@example.com', subject: 'S', message: 'M' }
  for (const [id, days] of [
    ['the deleted message', 31],
    ['a message deleted a day ago', 1],
  ] as const) {
    const times = { createdAt: daysAgo(40), deletedAt: daysAgo(days) }
    await ports.db
      .insertInto('contactSubmissions')
      .values({ id, ...removedMessage, ...times })
      .execute()
    await nameNew(backend, names, id)
  }
  const old = new Set(names.keys())
  await addExpiringItems(backend, names, 'a recent')
  await remove(await testPhoto(backend, projectId, 'recent.jpg'))
  await write('Images/recent.jpg')
  await nameNew(backend, names, 'a recent file')
  // New files have the time of the machine, not that of the test’s clock.
  const recent = [...names.keys()].filter((location) => !old.has(location) && /^(files|uploads)\//.test(location))
  for (const location of [...recent, `files/unowned/${key}`])
    await utimes(join(folder, location), ports.now(), ports.now())
  return { names, removed }
}

/** The locations of all items that a clean-up could delete. */
export async function listLocations({ ports, folder }: DatabaseTestBackend): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const rows = expiringTables.map(async (table) => {
    const keys = await ports.db
      .selectFrom(table)
      .select(table === 'tallies' ? 'key as id' : table === 'textVersions' ? 'savedBy as id' : 'id')
      .execute()
    return keys.map(({ id }) => `${table} ${id}`)
  })
  return new Set([...files.map((path) => path.slice(folder.length + 1)), ...(await Promise.all(rows)).flat()])
}

/** Describes the differences between two lists, sorted. */
export function describeChanges(before: Set<string>, after: Set<string>, names: Names): string[] {
  const changes = [...before.difference(after)].map((location) => {
    const isSetAside = after.has(location.replace('files/', 'files/unowned/'))
    const isBack = location.startsWith('files/unowned/') && after.has(location.replace('unowned/', ''))
    return `${isBack ? 'moved back' : isSetAside ? 'set aside' : 'deleted'}: ${names.get(location) ?? location}`
  })
  return [...new Set(changes)].sort()
}

async function storageKeyOf({ ports }: DatabaseTestBackend, id: string): Promise<string> {
  const photo = await ports.db.selectFrom('photos').select('storageKey').where('id', '=', id).executeTakeFirstOrThrow()
  return photo.storageKey
}

async function nameNew(backend: DatabaseTestBackend, names: Names, name: string): Promise<void> {
  for (const location of await listLocations(backend)) if (!names.has(location)) names.set(location, name)
}

/** Adds what expires: an upload, a temporary file, removed rows, a message, an e-mail, a session, a link, a counter. */
async function addExpiringItems(backend: DatabaseTestBackend, names: Names, article: string): Promise<void> {
  const { ports, folder, upload } = backend
  const id = `${article} person`
  const at = ports.now().toISOString()
  const times = { createdAt: at, updatedAt: at }
  const later = new Date(ports.now().getTime() + 30 * dayMs).toISOString()
  const person = { firstName: 'Ada', lastName: 'L', email: `${id}@example.com` }
  await upload()
  await nameNew(backend, names, `${article} upload`)
  await writeFile(join(folder, 'files/.temporary', id), 'half of a file')
  await nameNew(backend, names, `${article} temporary file`)
  const removed = { id, position: 1, createdAt: at, deletedAt: at }
  const texts = { title: 'T', titleVersion: 1, text: 'T', textVersion: 1, drawing: '', photoId: null } as const
  await ports.db
    .insertInto('studioValues')
    .values({ ...removed, ...texts })
    .execute()
  await nameNew(backend, names, `${article} removed value`)
  await ports.db
    .insertInto('studioLinks')
    .values({ ...removed, label: '', href: '' })
    .execute()
  await nameNew(backend, names, `${article} removed link`)
  await addVersions(backend, names, article)
  const message = { id, ...person, subject: 'S', message: 'M', quarantined: null, createdAt: at }
  await ports.db.insertInto('contactSubmissions').values(message).execute()
  await nameNew(backend, names, `${article} message`)
  const mail = { id, kind: 'test', state: 'sent', recipient: 'anna@studio.example', subject: '', text: '' } as const
  await ports.db
    .insertInto('outbox')
    .values({ ...mail, attempts: 1, dueAt: at, createdAt: at, endedAt: at })
    .execute()
  await nameNew(backend, names, `${article} e-mail`)
  const user = { id, name: '', email: person.email, emailVerified: 0, image: null, ...times } as const
  await ports.db.insertInto('authUser').values(user).execute()
  const session = { id, userId: id, token: id, expiresAt: later, ipAddress: null, userAgent: null, ...times }
  await ports.db.insertInto('authSession').values(session).execute()
  await nameNew(backend, names, `${article} session`)
  const link = {
    id,
    tokenHash: id,
    purpose: 'reset',
    userId: id,
    email: '',
    createdAt: at,
    expiresAt: at,
    usedAt: null,
  } as const
  await ports.db.insertInto('oneTimeLinks').values(link).execute()
  await nameNew(backend, names, `${article} one-time link`)
  await ports.db.insertInto('tallies').values({ key: id, count: 1, until: later }).execute()
  await nameNew(backend, names, `${article} counter`)
}

/** Adds the current and the previous version of a text. */
async function addVersions(backend: DatabaseTestBackend, names: Names, article: string): Promise<void> {
  const { ports } = backend
  const at = ports.now().toISOString()
  for (const [version, name] of [
    [2, `${article} current version`],
    [1, `${article} earlier version`],
  ] as const) {
    const owner = { textKey: `studio/${article}`, projectId: null, valueId: null }
    await ports.db
      .insertInto('textVersions')
      .values({ ...owner, version, text: 'T', savedAt: at, savedBy: name })
      .execute()
    await nameNew(backend, names, name)
  }
}
