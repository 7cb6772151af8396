import { spawnSync } from 'node:child_process'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/each-database.ts'

const program = join(import.meta.dirname, 'check-store.ts')

function check(dataDir: string, ...given: string[]): { code: number | null; lines: string[] } {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const { status, stdout } = spawnSync(process.execPath, ['--no-warnings', program, ...given], {
    env,
    encoding: 'utf8',
  })
  return { code: status, lines: stdout.trim().split('\n') }
}

test('the command ends with 1 and a line for each fault; with --repair it mends what it can, and ends with 0', async () => {
  const dataDir = await temporaryFolder()
  expect(check(dataDir)).toEqual({ code: 0, lines: ['All is as it should be.'] })

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
    '2 faults, 0 repaired.',
    'the file Images/left.jpg belongs to no photograph',
    'the file Images/left[31m.jpg belongs to no photograph',
  ])
  expect(check(dataDir, '--repair')).toMatchObject({ code: 0 })
  expect(check(dataDir)).toEqual({ code: 0, lines: ['All is as it should be.'] })
})
