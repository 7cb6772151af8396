import { sql } from 'kysely'
import { expect } from 'vitest'
import { eachDatabase, emptyDatabase } from '#testing/each-database.ts'
import { hungImages } from '#testing/hung.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

const tables = [
  'authAccount',
  'authSession',
  'authUser',
  'authVerification',
  'contactSubmissions',
  'photos',
  'projects',
  'studio',
  'users',
] satisfies (keyof Tables)[]

eachDatabase('an empty database gets every table, with the columns that the code knows', async ({ kind }) => {
  const { db } = await emptyDatabase(kind)
  await migrate(db)
  const found = (await db.introspection.getTables()).filter((table) => !table.name.startsWith('kysely'))
  expect(found.map((table) => table.name).sort()).toEqual(tables)
  const photos = found.find((table) => table.name === 'photos')
  expect(photos?.columns.map((column) => column.name)).toEqual([
    'id',
    'projectId',
    'place',
    'position',
    'storageKey',
    'bytes',
    'sha256',
    'width',
    'height',
    'colour',
    'alt',
    'focalX',
    'focalY',
    'state',
    'tries',
    'dueAt',
    'uploadId',
    'createdAt',
    'deletedAt',
  ])
})

eachDatabase('migrating again changes nothing and keeps everything', async (house) => {
  await hungImages(house, 2)
  const before = await house.parts.db.selectFrom('photos').selectAll().orderBy('position').execute()
  await migrate(house.parts.db)
  expect(await house.parts.db.selectFrom('photos').selectAll().orderBy('position').execute()).toEqual(before)
})

eachDatabase('two processes that start at once both find it migrated', async ({ kind }) => {
  const { db, connect } = await emptyDatabase(kind)
  const other = connect()
  try {
    await Promise.all([migrate(db), migrate(other)])
  } finally {
    await other.destroy()
  }
  const { rows } = await sql`select * from kysely_migration`.execute(db)
  expect(rows).toHaveLength(1)
})

eachDatabase('one project has one cover, one form makes one project, one upload one photograph', async (house) => {
  const { parts } = house
  await hungImages(house, 1)
  const photo = await parts.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
  const cover = { ...photo, place: 'cover' as const, uploadId: null }
  await parts.db
    .insertInto('photos')
    .values({ ...cover, id: 'a', storageKey: 'a' })
    .execute()
  await expect(
    parts.db
      .insertInto('photos')
      .values({ ...cover, id: 'b', storageKey: 'b' })
      .execute(),
  ).rejects.toThrow()
  await parts.db
    .insertInto('photos')
    .values({ ...cover, id: 'c', storageKey: 'c', deletedAt: photo.createdAt })
    .execute()
  await expect(
    parts.db
      .insertInto('photos')
      .values({ ...photo, id: 'd', storageKey: 'd' })
      .execute(),
  ).rejects.toThrow()
  await expect(
    parts.db
      .insertInto('photos')
      .values({ ...cover, id: 'e', storageKey: 'a', deletedAt: '' })
      .execute(),
  ).rejects.toThrow()
  const project = await parts.db.selectFrom('projects').selectAll().executeTakeFirstOrThrow()
  await expect(
    parts.db
      .insertInto('projects')
      .values({ ...project, id: 'f' })
      .execute(),
  ).rejects.toThrow()
})

eachDatabase('whole numbers come back as numbers, up to the largest safe one', async ({ parts, kind }) => {
  await parts.db.insertInto('users').values({ id: 'u', role: null, online: 1 }).execute()
  expect(await parts.db.selectFrom('users').select('online').where('id', '=', 'u').executeTakeFirst()).toEqual({
    online: 1,
  })
  const big = kind === 'SQLite' ? sql<number>`9007199254740991` : sql<number>`9007199254740991::int8`
  const row = await parts.db.selectFrom('users').select(big.as('big')).executeTakeFirst()
  expect(row?.big).toBe(Number.MAX_SAFE_INTEGER)
})
