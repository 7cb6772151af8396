import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/each-database.ts'

const program = join(import.meta.dirname, 'admin.ts')

function admin(dataDir: string, ...words: string[]): { code: number | null; said: string } {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const { status, stdout } = spawnSync(process.execPath, ['--no-warnings', program, ...words], {
    env,
    encoding: 'utf8',
  })
  return { code: status, said: stdout.trim() }
}

test('who is forgotten while somebody reads the database is called deleted, but not gone; asked again, gone', async () => {
  const dataDir = await temporaryFolder()
  admin(dataDir, 'list')
  const database = new DatabaseSync(join(dataDir, 'enfilade.db'))
  database.exec(`insert into "contactSubmissions" values ('m', 'A', 'L', 'ada@example.com', 'S', 'T', '2026', null)`)
  database.exec('begin; select * from "contactSubmissions"')
  const { code, said } = admin(dataDir, 'forget', 'ada@example.com')
  expect(code).toBe(1)
  expect(said).toMatch(/^Deleted: 1 messages, no account. But the files of the database still hold it: [^\n]*$/)
  database.close()
  expect(admin(dataDir, 'forget', 'ada@example.com')).toEqual({ code: 0, said: 'Deleted: 0 messages, no account.' })
})
