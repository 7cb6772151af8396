import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import type { Launch } from '#tests/support/site/site-process.ts'
import type { Fault, FaultContext } from './fault.ts'
import { runFaults } from './run-faults.ts'
import { assert } from './site-fixture.ts'

/** More than a pipe holds (64 KB): each refused request adds 200 bytes or more to the log. */
const refusedRequests = 1_000

runFaults('unwritable log', [
  withoutLog('log on a full disk (ENOSPC)', (program, args, env) => {
    const full = openSync('/dev/full', 'w')
    return spawn(program, args, { env, stdio: ['ignore', full, full] })
  }),
  withoutLog('log whose reader has closed the pipe (EPIPE)', (program, args, env) => {
    const site = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    site.stdout.destroy()
    site.stderr.destroy()
    return site
  }),
  withoutLog('log that nobody reads', (program, args, env) => {
    // Not on file descriptors 1 and 2, whose pipes `SiteProcess` would read.
    return spawn('sh', ['-c', 'exec "$@" >&3 2>&4', 'sh', program, ...args], {
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    })
  }),
])

function withoutLog(name: string, launch: Launch): Fault {
  return {
    name: `${name} · pages are served and edits are stored, before and after a restart`,
    launch,
    async run(context) {
      await editAndRefuse(context, 'Before the restart', 1)
      await context.site.stop()
      assert(context.site.process.exitCode === 0, 'the process did not exit with code 0')
      await context.site.start()
      await editAndRefuse(context, 'After the restart', 2)
    },
  }
}

async function editAndRefuse({ site, client, projectId }: FaultContext, name: string, version: number): Promise<void> {
  for (let sent = 0; sent < refusedRequests; sent += 50) {
    const refused = await Promise.all(Array.from({ length: 50 }, () => fetch(`${site.origin}/nowhere.jpg`)))
    assert(
      refused.every(({ status }) => status === 404),
      'a request did not return 404',
    )
    await Promise.all(refused.map((response) => response.text()))
  }
  const saved = await client.saveText(projectId, 'name', name, version)
  assert(saved.status === 200, `an edit returned ${saved.status}`)
  const page = await (await fetch(`${site.origin}/projects/${projectId}`)).text()
  assert(page.includes(name), 'the edit is not on the page')
  assert(site.process.exitCode === null && site.process.signalCode === null, 'the process has ended')
}
