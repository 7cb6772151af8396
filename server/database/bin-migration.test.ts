import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import { createEmptyDatabase, eachDatabase } from '#tests/support/backend/each-database.ts'
import { migrate } from './migrate.ts'
import { up } from './migrations/0023-bin.ts'

eachDatabase(
  'images removed by an earlier version are in the bin, and photos that were replaced are not',
  async (backend) => {
    const { db } = await createEmptyDatabase(backend.kind)
    await migrate(db)
    await sql`drop index "removedImages"`.execute(db)
    await sql`alter table "photos" drop column "removalId"`.execute(db)
    await sql`insert into "projects" ("id", "name", "details", "position", "createdAt", "changedAt")
    values ('p', 'Thrown', 'A shop.', 1, '', '')`.execute(db)
    const photos = [
      { id: 'shown', imageId: null, deletedAt: null },
      { id: 'removed', imageId: null, deletedAt: '2026-03-01' },
      { id: 'replaced', imageId: null, deletedAt: '2026-03-01' },
      { id: 'retouched', imageId: 'replaced', deletedAt: null },
      { id: 'first', imageId: null, deletedAt: '2026-03-01' },
      { id: 'second', imageId: 'first', deletedAt: '2026-03-02' },
      { id: 'cover', imageId: null, deletedAt: '2026-03-01' },
    ]
    for (const { id, imageId, deletedAt } of photos)
      await sql`insert into "photos" ("id", "imageId", "deletedAt", "projectId", "place", "position", "storageKey", "bytes",
      "sha256", "width", "height", "colour", "dueAt", "createdAt") values (${id}, ${imageId}, ${deletedAt}, 'p',
      ${id === 'cover' ? 'cover' : 'gallery'}, 1, ${id}, 1, '', 6, 4, '#000000', '', '')`.execute(db)
    await up(db as Kysely<unknown>)
    const binned = await db
      .selectFrom('photos')
      .select(['id', 'removalId'])
      .where('removalId', 'is not', null)
      .execute()
    expect(binned.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: 'removed', removalId: 'removed' },
      { id: 'second', removalId: 'second' },
    ])
  },
)
