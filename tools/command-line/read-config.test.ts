import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'

const commands = { admin: 'list', backup: 'into', restore: 'from', 'check-store': '--repair' }

for (const [name, argument] of Object.entries(commands)) {
  test(`"${name}" prints one sentence about an invalid setting and creates nothing`, async () => {
    const dataDir = await temporaryFolder()
    const program = join(import.meta.dirname, '..', `${name}.ts`)
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', program, argument], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: 'abc' },
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(stdout).toMatch(/^Invalid setting PORT: [^\n]+\n$/)
    expect(await readdir(dataDir)).toEqual([])
  })
}
