import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import { createEmptyDatabase, eachDatabase } from '#tests/support/backend/each-database.ts'
import { migrate } from './migrate.ts'
import { up } from './migrations/0030-readable-addresses.ts'

eachDatabase('existing projects get a slug each, those in the bin after the others', async (backend) => {
  const { db } = await createEmptyDatabase(backend.kind)
  await migrate(db)
  await sql`drop table "formerSlugs"`.execute(db)
  await sql`drop index "projectSlugs"`.execute(db)
  await sql`alter table "projects" drop column "slug"`.execute(db)
  const projects = [
    { id: 'binned', name: 'Thrown', createdAt: '2026-01-01', deletedAt: '2026-03-01' },
    { id: 'second', name: 'Thrown!', createdAt: '2026-01-03', deletedAt: null },
    { id: 'first', name: 'Thrown', createdAt: '2026-01-02', deletedAt: null },
    { id: 'nameless', name: '…', createdAt: '2026-01-02', deletedAt: null },
  ]
  for (const { id, name, createdAt, deletedAt } of projects)
    await sql`insert into "projects" ("id", "name", "details", "position", "createdAt", "changedAt", "deletedAt")
      values (${id}, ${name}, 'A shop.', 1, ${createdAt}, '', ${deletedAt})`.execute(db)
  await up(db as Kysely<unknown>)
  expect(await db.selectFrom('projects').select(['id', 'slug']).orderBy('id').execute()).toEqual([
    { id: 'binned', slug: 'thrown-3' },
    { id: 'first', slug: 'thrown' },
    { id: 'nameless', slug: 'project' },
    { id: 'second', slug: 'thrown-2' },
  ])
  const insertAgain = sql`insert into "projects" ("id", "name", "slug", "details", "position", "createdAt", "changedAt")
    values ('other', 'Thrown', 'thrown', 'A shop.', 1, '', '')`
  await expect(insertAgain.execute(db)).rejects.toThrow()
})
