import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/each-database.ts'

const commands = { admin: 'list', backup: 'into', restore: 'from', 'check-store': '--repair' }

for (const [name, word] of Object.entries(commands)) {
  test(`a setting that is wrong ends "${name}" with one sentence, and nothing is made`, async () => {
    const dataDir = await temporaryFolder()
    const program = join(import.meta.dirname, `${name}.ts`)
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', program, word], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: 'abc' },
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(stdout).toMatch(/^The setting PORT is not right: [^\n]+\n$/)
    expect(await readdir(dataDir)).toEqual([])
  })
}
