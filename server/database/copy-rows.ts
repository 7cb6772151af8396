import { createHash } from 'node:crypto'
import { PostgresAdapter, sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '#portfolio/tables.ts'

/** Rows are different after they were copied. No row was copied. */
export class RowsDiffer extends Error {
  override readonly name = 'RowsDiffer'

  constructor(table: string) {
    super(`The rows of ${table} are different after they were copied, so none was copied: report this as a bug.`)
  }
}

type Row = Readonly<Record<string, unknown>>

interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

/** The tables that others reference: their rows are inserted first. */
const referenced = ['authUser', 'users', 'projects', 'studioValues']
/** SQLite accepts 32,766 parameters in one statement. */
const maxParameters = 30_000

/**
 * Replaces all rows of `to` by those of `from` in one transaction, and compares them before its end. Both databases have
 * the same migrations. Resolves with the number of rows.
 */
export async function copyRows(from: Kysely<Tables>, to: Kysely<Tables>): Promise<number> {
  const tables = await listTables(from)
  return inSnapshot(from, (source) =>
    to.transaction().execute(async (target) => {
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

/** Runs `read` on a state of the database that others do not change. */
function inSnapshot<T>(db: Kysely<Tables>, read: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const transaction = db.transaction()
  return (isPostgres ? transaction.setIsolationLevel('repeatable read') : transaction).execute(read)
}

async function readRows(db: Kysely<Tables>, { name, columns }: Table): Promise<Row[]> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  return (await sql<Row>`select ${names} from ${sql.table(name)}`.execute(db)).rows
}

async function insertRows(db: Kysely<Tables>, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const atOnce = Math.floor(maxParameters / columns.length)
  for (let first = 0; first < rows.length; first += atOnce) {
    const values = rows
      .slice(first, first + atOnce)
      .map((row) => sql`(${sql.join(columns.map((column) => sql.val(row[column])))})`)
    await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(db)
  }
}

/** Independent of the order, in which databases differ. */
function hashRows(rows: readonly Row[]): string {
  const texts = rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()
  return createHash('sha256').update(texts.join('\n')).digest('hex')
}
