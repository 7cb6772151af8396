import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryRoot } from '#tests/support/temporary-root.ts'

const module = pathToFileURL(join(import.meta.dirname, 'install-and-build.mjs')).href
const script = `import { run } from ${JSON.stringify(module)}; await run('sh', ['-c', 'echo $$ > "$0"; exec sleep 600', process.argv[1]])`

test.runIf(process.platform !== 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'an install or build ends with the process that started it: %s',
  async (signal) => {
    const file = join(mkdtempSync(join(temporaryRoot(), 'enfilade-run-')), 'pid')
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], { stdio: 'ignore' })
    const readPid = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0)
    await expect.poll(readPid).toBeGreaterThan(0)
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    expect(() => process.kill(readPid(), 0)).toThrow('ESRCH')
  },
)
