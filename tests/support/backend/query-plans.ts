import { sql, type RootOperationNode } from 'kysely'
import type { Ports } from '#portfolio/ports.ts'

/** The steps that SQLite plans for the queries of `run`, such as `SEARCH photos USING INDEX photosOfProject (…)`. */
export async function sqlitePlansOf(ports: Ports, run: (db: Ports['db']) => Promise<unknown>): Promise<string[]> {
  const queries: RootOperationNode[] = []
  const db = ports.db.withPlugin({
    transformQuery({ node }) {
      queries.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await run(db)
  const executor = ports.db.getExecutor()
  const plans: string[] = []
  for (const query of queries) {
    const { sql: text, parameters } = executor.compileQuery(query, { queryId: 'plan' })
    const values = parameters.map((value) => sql.lit(value))
    const explained = text.split('?').flatMap((part, index) => [sql.raw(part), values[index] ?? sql``])
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.join(explained, sql``)}`.execute(ports.db)
    plans.push(...rows.map(({ detail }) => detail))
  }
  return plans
}
