import { spawnSync } from 'node:child_process'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openedSite } from '#tests/support/site-data/opened-site.ts'

const program = join(import.meta.dirname, 'check-store.ts')

function check(dataDir: string, ...args: string[]): { code: number | null; lines: string[] } {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const { status, stdout } = spawnSync(process.execPath, ['--no-warnings', program, ...args], {
    env,
    encoding: 'utf8',
  })
  return { code: status, lines: stdout.trim().split('\n') }
}

test('the command prints one line per problem and exits with 1; with --repair it repairs them and exits with 0', async () => {
  const dataDir = await openedSite()
  expect(check(dataDir)).toEqual({ code: 0, lines: ['No problems found.'] })

  const folder = join(dataDir, 'files', 'Images')
  await mkdir(folder, { recursive: true })
  const longAgo = new Date('2026-01-01')
  for (const name of ['left.jpg', 'le\nft\u001b[31m.jpg']) {
    await writeFile(join(folder, name), 'left')
    await utimes(join(folder, name), longAgo, longAgo)
  }
  const found = check(dataDir)
  expect(found.code).toBe(1)
  expect(found.lines.toSorted()).toEqual([
    '2 problems, 0 repaired.',
    'the file Images/left.jpg belongs to no photo',
    'the file Images/left[31m.jpg belongs to no photo',
  ])
  expect(check(dataDir, '--repair')).toMatchObject({ code: 0 })
  expect(check(dataDir)).toEqual({ code: 0, lines: ['No problems found.'] })

  const database = new DatabaseSync(join(dataDir, 'enfilade.db'))
  database.exec(`insert into "oldAddresses" ("id", "path", "page") values ('1', '/a.html', 'nowhere')`)
  database.close()
  expect(check(dataDir, '--repair')).toEqual({
    code: 1,
    lines: ['the old address /a.html leads to the unknown page nowhere', '1 problem, 0 repaired.'],
  })
})
