import { expect, test } from 'vitest'
import { eachDatabase, openDatabaseBackend } from '#tests/support/backend/each-database.ts'
import { sqlitePlansOf } from '#tests/support/backend/query-plans.ts'
import { isDescribed, showStudio } from './show.ts'

eachDatabase('a studio without saved texts is empty', async ({ ports }) => {
  expect(await isDescribed(ports)).toBe(false)
  expect(await showStudio(ports)).toMatchObject({
    studioName: '',
    biography: '',
    links: [],
    hero: null,
    portrait: null,
  })
})

test('SQLite finds the hero and the portrait in an index, without a scan of all photos', async () => {
  const { ports } = await openDatabaseBackend('SQLite')
  const plans = await sqlitePlansOf(ports, (db) => showStudio({ db }))
  expect(plans.filter((step) => /photos/i.test(step)).join('\n')).toMatch(/^(SEARCH photos USING INDEX .*\n?){1,2}$/)
})
