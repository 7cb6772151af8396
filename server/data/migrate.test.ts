import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import { eachDatabase, emptyDatabase } from '#testing/each-database.ts'
import { hungImages } from '#testing/hung.ts'
import { migrate } from './migrate.ts'
import * as theHouse from './migrations/0001-the-house.ts'
import * as moreOfAPhoto from './migrations/0002-more-of-a-photo.ts'
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
  'tallies',
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
    'placeholder',
    'wide',
    'recipe',
    'made',
    'formerRecipe',
  ])
})

eachDatabase('migrating again changes nothing and keeps everything', async (house) => {
  await hungImages(house, 2)
  const before = await house.parts.db.selectFrom('photos').selectAll().orderBy('position').execute()
  await migrate(house.parts.db)
  expect(await house.parts.db.selectFrom('photos').selectAll().orderBy('position').execute()).toEqual(before)
})

eachDatabase('photographs made before it was written down keep what they were made at', async ({ kind }) => {
  const { db } = await emptyDatabase(kind)
  // A migration knows no table by its type.
  const bare = db as unknown as Kysely<unknown>
  await theHouse.up(bare)
  for (const [id, width, state] of [
    ['large', 6_000, 'ready'],
    ['small', 700, 'ready'],
    ['exact', 1_600, 'ready'],
    ['new', 6_000, 'waiting'],
  ] as const) {
    await sql`insert into "photos" ("id", "projectId", "place", "position", "storageKey", "bytes", "sha256", "width",
      "height", "colour", "state", "dueAt", "createdAt") values (${id}, null, 'hero', 0, ${id}, 1, '', ${width}, 400,
      '#000000', ${state}, '', '')`.execute(db)
  }
  await moreOfAPhoto.up(bare)
  const rows = await db.selectFrom('photos').select(['id', 'recipe', 'made', 'wide', 'formerRecipe']).execute()
  expect(Object.fromEntries(rows.map(({ id, made }) => [id, made]))).toEqual({
    large: '480,800,1200,1600,2400',
    small: '480,700',
    exact: '480,800,1200,1600',
    new: '',
  })
  for (const row of rows) expect(row).toMatchObject({ recipe: 'v1', wide: 0, formerRecipe: null })
})

eachDatabase('two processes that start at once both find it migrated', async ({ kind }) => {
  const { db, connect } = await emptyDatabase(kind)
  const other = connect()
  try {
    await Promise.all([migrate(db), migrate(other)])
  } finally {
    await other.destroy()
  }
  const { rows } = await sql<{ name: string }>`select "name" from kysely_migration order by "name"`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(['0001-the-house', '0002-more-of-a-photo', '0004-limits'])
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
