import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type Row = Record<string, string | number | null>

/**
 * Adds projects to a data folder until there are `projects`, each with a cover and an image, and fills the gallery of
 * the first one until it has `images`. The files of the new photos are hard links to those of existing photos, because
 * creating the derivatives of hundreds of photos takes hours.
 */
export function grow(dataDir: string, { projects, images }: { projects: number; images: number }): void {
  const database = new DatabaseSync(join(dataDir, 'enfilade.db'))
  const all = (text: string) => database.prepare(text).all() as Row[]
  const insert = (table: string, row: Row) => {
    const columns = Object.keys(row)
    const text = `insert into ${table} ("${columns.join('","')}") values (${columns.map(() => '?').join()})`
    database.prepare(text).run(...Object.values(row))
  }
  const existing = all(`select * from projects where deletedAt is null order by position`)
  const covers = all(`select * from photos where place = 'cover' and deletedAt is null`)
  const gallery = all(`select * from photos where place = 'gallery' and deletedAt is null`)
  const addPhoto = (photo: Row | undefined, changes: Row) => {
    if (!photo) throw new Error('the folder has no photos')
    const id = randomUUID()
    linkFolder(join(dataDir, 'files/derivatives', String(photo['id'])), join(dataDir, 'files/derivatives', id))
    const storageKey = `images/${id}.jpg`
    linkSync(join(dataDir, 'files', String(photo['storageKey'])), join(dataDir, 'files', storageKey))
    insert('photos', { ...photo, id, storageKey, uploadId: null, imageId: null, ...changes })
  }
  database.exec('begin immediate')
  for (let n = existing.length; n < projects; n++) {
    const id = randomUUID()
    const own = { id, name: `House ${n}`, slug: `house-${n}`, position: n + 1, requestId: null }
    insert('projects', { ...existing[n % existing.length], ...own })
    addPhoto(covers[n % covers.length], { projectId: id })
    addPhoto(gallery[n % gallery.length], { projectId: id, position: 1 })
  }
  const first = String(existing[0]?.['id'])
  const count = gallery.filter(({ projectId }) => projectId === first).length
  for (let n = count; n < images; n++) addPhoto(gallery[n % gallery.length], { projectId: first, position: n + 1 })
  database.exec('commit')
  database.close()
}

/** Creates hard links, which take no space. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const source = join(entry.parentPath, entry.name)
    const target = join(to, source.slice(from.length))
    mkdirSync(dirname(target), { recursive: true })
    linkSync(source, target)
  }
}
