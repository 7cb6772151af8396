import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openSqlite } from '#server/database/sqlite/sqlite.ts'
import { openedSite } from '#tests/support/site-data/opened-site.ts'

test.each([['tools/check-store.ts'], ['tools/admin.ts', 'list']])(
  '%s refuses data of a newer version with one sentence and no stack trace',
  async (...command) => {
    const dataDir = await openedSite()
    const db = openSqlite(join(dataDir, 'enfilade.db'))
    await sql`insert into "kysely_migration" ("name", "timestamp") values ('0099-future', '')`.execute(db)
    await db.destroy()
    const { code, output } = await run(command, dataDir)
    expect(output).toMatch(/^This data was written by [^\n]+\.\n$/)
    expect(code).toBe(1)
  },
)

/** Runs a command on this data folder. */
function run(command: string[], dataDir: string): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      ['--no-warnings', ...command],
      { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    ),
  )
}
