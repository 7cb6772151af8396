import { SqliteAdapter, sql, type Kysely } from 'kysely'

// Never change this migration: databases in use have applied it. Add a new one instead.

/** The widths of recipe v1, which did not record them. */
const firstWidths = [480, 800, 1200, 1600, 2400]

interface Before {
  photos: { id: string; width: number; state: string; made: string }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const whole = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'int8'
  const columns = [
    `"placeholder" text not null default ''`,
    `"wide" ${whole} not null default 0 check ("wide" in (0, 1))`,
    `"recipe" text not null default 'v1'`,
    `"made" text not null default ''`,
    `"formerRecipe" text`,
  ]
  for (const column of columns) await sql.raw(`alter table "photos" add column ${column}`).execute(db)
  await recordDerivedWidths(db as Kysely<Before>)
}

async function recordDerivedWidths(db: Kysely<Before>): Promise<void> {
  const photos = await db.selectFrom('photos').select(['id', 'width']).where('state', '=', 'ready').execute()
  for (const { id, width } of photos) {
    const largest = Math.min(width, 2400)
    const made = [...firstWidths.filter((step) => step < largest), largest].join(',')
    await db.updateTable('photos').set({ made }).where('id', '=', id).execute()
  }
}
