import { copyObjects } from '#tests/support/object-store/create-bucket.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import { preparedStores } from './stores-variable.ts'

/** The rows of each table as JSON, and the names of all tables and triggers. */
export interface StoredRows {
  readonly tables: ReadonlyMap<string, string>
  readonly schema: string
}

export async function readRows(site: SiteProcess): Promise<StoredRows> {
  const tables = new Map<string, string>()
  for (const name of await site.tables()) {
    const [row] = await site.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from "${name}" t`,
    )
    tables.set(name, row?.rows ?? '[]')
  }
  return { tables, schema: await readSchema(site) }
}

/** Restores rows and objects. Returns false if a test has added or removed a table or a trigger. */
export async function restoreStores(site: SiteProcess, { tables, schema }: StoredRows): Promise<boolean> {
  const prepared = preparedStores()
  if (!prepared?.bucket || !site.bucket || (await readSchema(site)) !== schema) return false
  await site.query('begin')
  try {
    // Like `begin immediate` in SQLite: no process writes until the commit.
    await site.query(`lock table ${[...tables.keys()].map((name) => `"${name}"`).join(', ')} in exclusive mode`)
    // Without the checks of foreign keys, so that the order of the tables does not matter.
    await site.query('set local session_replication_role = replica')
    for (const [name, rows] of tables) {
      // Change numbers are not reset, because the site has already delivered the earlier changes.
      if (name === 'changes' || name === 'changeCounter') continue
      await site.query(`delete from "${name}"`)
      await site.query(`insert into "${name}" select * from json_populate_recordset(null::"${name}", ?)`, rows)
    }
    await site.query('commit')
  } catch (error) {
    await site.query('rollback')
    throw error
  }
  await copyObjects(prepared.bucket, site.bucket)
  // A write to this table with `sql` makes the processes drop all pages that they keep in memory.
  site.sql('update siteSetup set wordsLeft = wordsLeft')
  return true
}

async function readSchema(site: SiteProcess): Promise<string> {
  const tables = await site.tables()
  const triggers = await site.query(`select tgname from pg_trigger where not tgisinternal order by tgname`)
  return JSON.stringify([tables, triggers])
}
