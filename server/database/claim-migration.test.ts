import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import { showSiteSummary } from '#portfolio/studio/show.ts'
import { eachDatabase, createEmptyDatabase } from '#tests/support/backend/each-database.ts'
import * as firstTables from './migrations/0001-first-tables.ts'
import * as photoRecipes from './migrations/0002-photo-recipes.ts'
import * as limits from './migrations/0004-limits.ts'
import * as drafts from './migrations/0008-drafts.ts'
import * as studioTexts from './migrations/0009-studio-texts.ts'
import * as inbox from './migrations/0010-inbox.ts'
import * as claim from './migrations/0011-claim.ts'

for (const role of [null, 'Admin']) {
  const who = role ? 'with an admin' : 'without an admin'
  eachDatabase(
    `the texts of a site ${who} are ${role ? 'not ' : ''}marked as samples, and visitors still see the site`,
    async ({ kind }) => {
      const { db } = await createEmptyDatabase(kind)
      const untyped = db as unknown as Kysely<unknown>
      for (const { up } of [firstTables, photoRecipes, limits, drafts, studioTexts, inbox]) await up(untyped)
      await sql`insert into "users" values ('u', ${role}, 0)`.execute(db)
      await sql`insert into "projects" ("id", "name", "details", "position", "requestId", "createdAt", "changedAt")
      values ('p', 'n', 'd', 1, 'sample:thrown', '', '')`.execute(db)
      await sql`insert into "studioTexts" values ('city', 'Manchester', 1)`.execute(db)
      await claim.up(untyped)
      const texts = await db.selectFrom('studioTexts').selectAll().execute()
      expect(texts).toEqual([{ key: 'city', text: 'Manchester', version: 1, sample: role ? 0 : 1 }])
      expect(await showSiteSummary({ db })).toMatchObject({
        visibility: role ? 'open' : 'unlisted',
        remainingScreens: [],
      })
    },
  )
}
