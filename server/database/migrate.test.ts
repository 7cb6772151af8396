import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import { eachDatabase, createEmptyDatabase } from '#tests/support/backend/each-database.ts'
import { testGallery } from '#tests/support/backend/project-fixtures.ts'
import packageJson from '#package.json' with { type: 'json' }
import { migrate, NewerDatabase } from './migrate.ts'
import * as firstTables from './migrations/0001-first-tables.ts'
import * as crops from './migrations/0018-crops.ts'
import * as gainMaps from './migrations/0019-gain-maps.ts'
import * as replacedPhotos from './migrations/0020-replaced-photos.ts'
import * as photoCredits from './migrations/0021-photo-credits.ts'
import * as hiddenImages from './migrations/0031-hidden-images.ts'
import * as imageLayouts from './migrations/0037-image-layouts.ts'
import * as layoutPartners from './migrations/0038-layout-partners.ts'
import * as photoKinds from './migrations/0032-photo-kinds.ts'
import * as photoRecipes from './migrations/0002-photo-recipes.ts'
import * as drafts from './migrations/0008-drafts.ts'
import * as limits from './migrations/0004-limits.ts'
import * as studioTexts from './migrations/0009-studio-texts.ts'
import { showStudio } from '#portfolio/studio/show.ts'
import { listValues } from '#portfolio/value/show.ts'
import * as inbox from './migrations/0010-inbox.ts'
import { searchTextOf } from '#portfolio/contact/inbox.ts'
import type { Tables } from '#portfolio/tables.ts'

const tables = [
  'authAccount',
  'authSession',
  'authUser',
  'authVerification',
  'changeCounter',
  'changes',
  'contactSubmissions',
  'formerSlugs',
  'healthFacts',
  'oldAddresses',
  'oneTimeLinks',
  'outbox',
  'passkeys',
  'photos',
  'privateLinks',
  'programVersion',
  'projectFacts',
  'projects',
  'sectors',
  'siteSetup',
  'storeIdentity',
  'studio',
  'studioLinks',
  'studioTexts',
  'studioValues',
  'tallies',
  'textVersions',
  'users',
] satisfies (keyof Tables)[]

eachDatabase('an empty database gets every table, with the columns that the code expects', async ({ kind }) => {
  const { db } = await createEmptyDatabase(kind)
  await migrate(db)
  const created = (await db.introspection.getTables()).filter((table) => !table.name.startsWith('kysely'))
  expect(created.map((table) => table.name).sort()).toEqual(tables)
  const photos = created.find((table) => table.name === 'photos')
  expect(photos?.columns.map((column) => column.name).join(' ')).toBe(
    'id projectId place position storageKey bytes sha256 width height colour alt focalX focalY state ' +
      'tries dueAt uploadId createdAt deletedAt placeholder wide recipe made formerRecipe caption ' +
      'captionVersion shownProjectId crops formerCrops failure gainMap imageId replacedId formerId credit ' +
      'removalId moveId formerPosition hidden kind contrastMap layout layoutPartner',
  )
})

eachDatabase('a second migration changes no row', async (backend) => {
  await testGallery(backend, 2)
  const rows = await backend.ports.db.selectFrom('photos').selectAll().orderBy('position').execute()
  await migrate(backend.ports.db)
  expect(await backend.ports.db.selectFrom('photos').selectAll().orderBy('position').execute()).toEqual(rows)
})

eachDatabase('the migration records the derived widths of existing photos', async ({ kind }) => {
  const { db } = await createEmptyDatabase(kind)
  // Migrations do not use the types of `tables.ts`.
  const untyped = db as unknown as Kysely<unknown>
  await firstTables.up(untyped)
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
  await photoRecipes.up(untyped)
  const rows = await db.selectFrom('photos').select(['id', 'recipe', 'made', 'wide', 'formerRecipe']).execute()
  expect(Object.fromEntries(rows.map(({ id, made }) => [id, made]))).toEqual({
    large: '480,800,1200,1600,2400',
    small: '480,700',
    exact: '480,800,1200,1600',
    new: '',
  })
  for (const row of rows) expect(row).toMatchObject({ recipe: 'v1', wide: 0, formerRecipe: null })
})

eachDatabase('projects from before drafts count as published since their creation', async ({ kind }) => {
  const { db } = await createEmptyDatabase(kind)
  const untyped = db as unknown as Kysely<unknown>
  await firstTables.up(untyped)
  for (const [id, deletedAt] of Object.entries({ shown: null, removed: '2026-02-01T00:00:00.000Z' }))
    await sql`insert into "projects" ("id", "name", "details", "position", "createdAt", "changedAt", "deletedAt")
      values (${id}, 'n', 'd', 1, '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', ${deletedAt})`.execute(db)
  await drafts.up(untyped)
  const rows = await db.selectFrom('projects').select('publishedAt').execute()
  expect(rows.map(({ publishedAt }) => publishedAt)).toEqual(Array(2).fill('2026-01-01T00:00:00.000Z'))
})

eachDatabase('a layout for two images is bound to the image that follows', async (backend) => {
  const { imageIds } = await testGallery(backend, 4)
  const db = backend.ports.db as unknown as Kysely<Tables>
  for (const id of imageIds.slice(1))
    await db.updateTable('photos').set({ layout: 'pair' }).where('id', '=', id).execute()
  await sql`alter table "photos" drop column "layoutPartner"`.execute(db)
  await layoutPartners.up(db as unknown as Kysely<unknown>)
  const rows = await db.selectFrom('photos').select(['id', 'layoutPartner']).execute()
  const partners = new Map(rows.map(({ id, layoutPartner }) => [id, layoutPartner]))
  expect(imageIds.map((id) => partners.get(id))).toEqual([null, imageIds[2], imageIds[3], null])
})

eachDatabase('existing messages are unread in the inbox and can be searched', async ({ kind }) => {
  const { db } = await createEmptyDatabase(kind)
  const untyped = db as unknown as Kysely<unknown>
  await firstTables.up(untyped)
  await limits.up(untyped)
  const old = { id: 'm', firstName: 'Łukasz', lastName: 'Élan', email: 'info@example.com', subject: 'S', message: 'M' }
  for (const [id, quarantined] of Object.entries({ m: null, spam: 'written too fast' }))
    await sql`insert into "contactSubmissions" values (${id}, ${old.firstName}, ${old.lastName}, ${old.email},
      ${old.subject}, ${old.message}, '2026-11-23T10:00:00.000Z', ${quarantined})`.execute(db)
  await inbox.up(untyped)
  const row = { ...old, createdAt: '2026-11-23T10:00:00.000Z', searchText: searchTextOf(old) }
  const times = { readAt: null, answeredAt: null, archivedAt: null, deletedAt: null, notSpamAt: null }
  expect(await db.selectFrom('contactSubmissions').selectAll().orderBy('id').execute()).toEqual([
    { ...row, ...times, quarantined: null },
    { ...row, ...times, id: 'spam', quarantined: 'written too fast' },
  ])
})

/** The migrations that add the columns that `showStudio` reads. */
const addedColumns = [
  crops,
  gainMaps,
  replacedPhotos,
  photoCredits,
  hiddenImages,
  photoKinds,
  imageLayouts,
  layoutPartners,
]

eachDatabase('the migration copies the texts of the studio and keeps the old row', async ({ kind }) => {
  const { db } = await createEmptyDatabase(kind)
  const untyped = db as unknown as Kysely<unknown>
  await firstTables.up(untyped)
  await photoRecipes.up(untyped)
  await drafts.up(untyped)
  const words = {
    name: 'Studio Enfilade',
    city: 'Manchester',
    phone: '+44 161 496 0000',
    email: 'hello@studio.example',
    social: { label: 'Our pictures', href: 'https://social.example/studio' },
    summary: 'Rooms.',
    biography: ['One.', 'Two.'],
    values: [1, 2, 3, 4].map((n) => ({ title: `Value ${n}`, text: `Text ${n}.` })),
  }
  await sql`insert into "studio" ("id", "words") values (1, ${JSON.stringify(words)})`.execute(db)
  await sql`insert into "photos" ("id", "projectId", "place", "position", "storageKey", "bytes", "sha256", "width",
    "height", "colour", "state", "dueAt", "createdAt") values ('hero', null, 'hero', 0, 'key', 1, '', 6, 4, '#000000',
    'ready', '', '')`.execute(db)
  for (const { up } of [studioTexts, ...addedColumns]) await up(untyped)
  expect(await showStudio({ db })).toMatchObject({
    designerName: 'Studio Enfilade',
    studioName: 'Studio Enfilade',
    city: 'Manchester',
    phone: '+44 161 496 0000',
    email: 'hello@studio.example',
    searchDescription: 'Rooms.',
    biography: 'One.\n\nTwo.',
    landingWords: '',
    links: [{ href: 'https://social.example/studio', label: 'Our pictures' }],
    hero: { id: 'hero', caption: '', shownProject: null },
  })
  expect((await listValues({ db })).map(({ title, text, drawing }) => [title, text, drawing])).toEqual([
    ['Value 1', 'Text 1.', 'bespoke'],
    ['Value 2', 'Text 2.', 'room'],
    ['Value 3', 'Text 3.', 'materials'],
    ['Value 4', 'Text 4.', ''],
  ])
  expect(await db.selectFrom('studio').select('words').execute()).toEqual([{ words: JSON.stringify(words) }])
  // The checks and the unique indexes are still there.
  const hero = await db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
  const insert = (change: Partial<typeof hero>) =>
    db
      .insertInto('photos')
      .values({ ...hero, ...change })
      .execute()
  await insert({ id: 'value', storageKey: 'other', place: 'value' })
  for (const change of [
    { id: 'a', storageKey: 'a', place: 'wall' as 'value' },
    { id: 'b', storageKey: 'b', place: 'cover' as const },
    { id: 'c', storageKey: 'key' },
  ])
    await expect(insert(change), change.id).rejects.toThrow()
})

eachDatabase('two simultaneous migrations both succeed', async ({ kind }) => {
  const { db, connect } = await createEmptyDatabase(kind)
  const other = connect()
  try {
    await Promise.all([migrate(db), migrate(other)])
  } finally {
    await other.destroy()
  }
  const { rows } = await sql<{ name: string }>`select "name" from kysely_migration order by "name"`.execute(db)
  expect(rows.map(({ name }) => name).join(' ')).toBe(
    '0001-the-house 0002-more-of-a-photo 0004-limits 0005-program-version 0006-store-identity 0007-health-facts ' +
      '0008-drafts 0009-studio-texts 0010-inbox 0011-claim 0012-outbox 0013-sessions 0014-one-time-links ' +
      '0015-logo 0016-changes 0017-owners-of-links-and-mails 0018-crops 0019-gain-maps 0020-replaced-photos ' +
      '0021-photo-credits 0022-cover-image 0023-bin 0024-last-move 0025-text-versions ' +
      '0026-project-facts 0030-readable-addresses 0031-hidden-images 0032-photo-kinds 0033-private-links ' +
      '0034-scheduled-publication 0035-old-addresses 0036-contrast-map 0037-image-layouts 0038-layout-partners ' +
      '0039-notify-changes',
  )
})

eachDatabase('a migrated database records the version of the program', async ({ kind }) => {
  const { db } = await createEmptyDatabase(kind)
  await migrate(db)
  await migrate(db)
  expect(await db.selectFrom('programVersion').select('version').execute()).toEqual([{ version: packageJson.version }])
  await db.updateTable('programVersion').set({ version: '0.0.9' }).execute()
  await migrate(db)
  expect(await db.selectFrom('programVersion').select('version').execute()).toEqual([{ version: packageJson.version }])
})

eachDatabase('a database of a newer version is refused in one sentence with both versions', async ({ kind }) => {
  const { db } = await createEmptyDatabase(kind)
  await migrate(db)
  await db.updateTable('programVersion').set({ version: '10.0.0' }).execute()
  const refusal = await migrate(db).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(NewerDatabase)
  expect(String(refusal)).toMatch(/by version 10\.0\.0 and cannot be opened by version \d+\.\d+\.\d+: .+\.$/)
  expect(await db.selectFrom('programVersion').select('version').execute()).toEqual([{ version: '10.0.0' }])
})

eachDatabase('a database with an unknown later migration is refused, whatever version it records', async ({ kind }) => {
  const { db } = await createEmptyDatabase(kind)
  await migrate(db)
  await sql`insert into "kysely_migration" ("name", "timestamp") values ('0099-future', '')`.execute(db)
  await expect(migrate(db)).rejects.toThrow('a newer version, with migration 0099-future, and cannot be opened by')
  await db.updateTable('programVersion').set({ version: '10.0.0' }).execute()
  await expect(migrate(db)).rejects.toThrow('by version 10.0.0 and cannot be opened by version')
  await sql`drop table "programVersion"`.execute(db)
  await expect(migrate(db)).rejects.toThrow(NewerDatabase)
})

eachDatabase('a second cover of a project, project of a form or photo of an upload is refused', async (backend) => {
  const { ports } = backend
  await testGallery(backend, 1)
  const photo = await ports.db.selectFrom('photos').selectAll().executeTakeFirstOrThrow()
  const cover = { ...photo, place: 'cover' as const, uploadId: null }
  const insert = (row: typeof photo) => ports.db.insertInto('photos').values(row).execute()
  await insert({ ...cover, id: 'a', storageKey: 'a' })
  await expect(insert({ ...cover, id: 'b', storageKey: 'b' })).rejects.toThrow()
  await insert({ ...cover, id: 'c', storageKey: 'c', deletedAt: photo.createdAt })
  await expect(insert({ ...photo, id: 'd', storageKey: 'd' })).rejects.toThrow()
  await expect(insert({ ...cover, id: 'e', storageKey: 'a', deletedAt: '' })).rejects.toThrow()
  const project = await ports.db.selectFrom('projects').selectAll().executeTakeFirstOrThrow()
  await expect(
    ports.db
      .insertInto('projects')
      .values({ ...project, id: 'f', slug: 'another' })
      .execute(),
  ).rejects.toThrow()
})

eachDatabase('integers are read as numbers, up to the largest safe integer', async ({ ports, kind }) => {
  await ports.db.insertInto('users').values({ id: 'u', role: null, online: 1 }).execute()
  expect(await ports.db.selectFrom('users').select('online').where('id', '=', 'u').executeTakeFirst()).toEqual({
    online: 1,
  })
  const big = kind === 'SQLite' ? sql<number>`9007199254740991` : sql<number>`9007199254740991::int8`
  const row = await ports.db.selectFrom('users').select(big.as('big')).executeTakeFirst()
  expect(row?.big).toBe(Number.MAX_SAFE_INTEGER)
})
