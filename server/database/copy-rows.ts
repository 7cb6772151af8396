import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'
import { isPostgres } from './postgres/postgres.ts'

/** The transaction is rolled back, so nothing is copied. */
export class RowsDiffer extends Error {
  override readonly name = 'RowsDiffer'

  constructor(table: string) {
    super(`The copied rows of ${table} differ from the source, so nothing was copied: report this as a bug.`)
  }
}

type Row = Readonly<Record<string, unknown>>

interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

/** The tables that other tables reference, in the order in which their rows are inserted, before all others. */
const referenced = ['authUser', 'users', 'projects', 'studioValues', 'contactSubmissions']
/** SQLite accepts 32,766 parameters in one statement. */
const maxParameters = 30_000

/**
 * Replaces all rows of `to` with those of `from` in one transaction, and compares them before the commit. Both must
 * have the same migrations, and one must be SQLite. `check` is called first, in both transactions. Resolves with the
 * number of copied rows. Throws `RowsDiffer`.
 */
export async function copyRows(
  from: Kysely<Tables>,
  to: Kysely<Tables>,
  check: (source: Kysely<Tables>, target: Kysely<Tables>) => Promise<void> = async () => {},
): Promise<number> {
  // Read from SQLite, because a PostgreSQL database may also contain tables of other programs.
  const tables = await listTables(isPostgres(from) ? to : from)
  const snapshot = from.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute((source) =>
    to.transaction().execute(async (target) => {
      await check(source, target)
      for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(target)
      let count = 0
      for (const table of tables) {
        const rows = await readRows(source, table)
        await insertRows(target, table, rows)
        if (hashRows(rows) !== hashRows(await readRows(target, table))) throw new RowsDiffer(table.name)
        count += rows.length
      }
      return count
    }),
  )
}

async function listTables(db: Kysely<Tables>): Promise<Table[]> {
  const tables = await db.introspection.getTables()
  const rank = ({ name }: { name: string }) =>
    referenced.includes(name) ? referenced.indexOf(name) : referenced.length
  return tables
    .filter(({ isView }) => !isView)
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name).toSorted() }))
    .toSorted((one, other) => rank(one) - rank(other))
}

async function readRows(db: Kysely<Tables>, { name, columns }: Table): Promise<Row[]> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  return (await sql<Row>`select ${names} from ${sql.table(name)}`.execute(db)).rows
}

async function insertRows(db: Kysely<Tables>, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const batchSize = Math.floor(maxParameters / columns.length)
  for (let first = 0; first < rows.length; first += batchSize) {
    const values = rows
      .slice(first, first + batchSize)
      .map((row) => sql`(${sql.join(columns.map((column) => sql.val(row[column])))})`)
    await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(db)
  }
}

/** Does not depend on the order of the rows, which differs between the databases. */
function hashRows(rows: readonly Row[]): string {
  const texts = rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()
  return createHash('sha256').update(texts.join('\n')).digest('hex')
}
