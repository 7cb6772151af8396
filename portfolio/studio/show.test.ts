import { sql, type RootOperationNode } from 'kysely'
import { expect, test } from 'vitest'
import { eachDatabase, openDatabaseBackend } from '#tests/support/each-database.ts'
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
  const queries: RootOperationNode[] = []
  const db = ports.db.withPlugin({
    transformQuery({ node }) {
      queries.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await showStudio({ db })
  const executor = ports.db.getExecutor()
  const plans: string[] = []
  for (const query of queries) {
    const { sql: text, parameters } = executor.compileQuery(query, { queryId: 'plan' })
    const values = parameters.map((value) => sql.lit(value))
    const explained = text.split('?').flatMap((part, index) => [sql.raw(part), values[index] ?? sql``])
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.join(explained, sql``)}`.execute(ports.db)
    plans.push(...rows.map(({ detail }) => detail))
  }
  expect(plans.filter((step) => /photos/i.test(step)).join('\n')).toMatch(/^(SEARCH photos USING INDEX .*\n?){1,2}$/)
})
