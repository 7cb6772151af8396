import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryRoot } from '#tests/support/temporary-root.ts'
import type { SiteProcess } from '#tests/support/site/site-process.ts'
import type { Fault } from './fault.ts'
import { runFaults, runHardOnlyFaults } from './run-faults.ts'
import { assert, assertVisitorsUnaffected, photoBytes } from './site-fixture.ts'

const photosPerProject = 2

runFaults('import', [killImport(40)])
runHardOnlyFaults('import of many', [killImport(1_000)])

function killImport(count: number): Fault {
  return {
    name: `import · ${count} folders, killed three times: the import continues, and no project is missing or duplicated`,
    async run(context) {
      const { site, client } = context
      const folder = await createFolders(count)
      for (const share of [0.25, 0.5, 0.75]) {
        const { code, output } = await runImport(site, folder, { killAtProject: Math.floor(count * share) })
        assert(code === null, `the import was not killed: ${output.slice(-300)}`)
      }
      const { code, output } = await runImport(site, folder)
      assert(code === 0, output.slice(-300))
      assertImported(site, count)
      const again = await runImport(site, folder)
      assert(again.output === `Import complete: 0 projects added, ${count} already there.\n`, again.output)
      assertImported(site, count)
      const { text } = await client.request('/work').then(async (response) => ({ text: await response.text() }))
      assert(text.includes(`Project ${count}`), 'the running site does not show the last project')
      await assertVisitorsUnaffected(context)
    },
  }
}

async function createFolders(count: number): Promise<string> {
  const folder = await mkdtemp(join(temporaryRoot(), 'enfilade-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (let n = 1; n <= count; n++) {
    const project = join(folder, `Project ${n}`)
    await mkdir(project)
    for (let photo = 1; photo <= photosPerProject; photo++)
      await writeFile(join(project, `${photo}.jpg`), await photoBytes(60 + photo))
    await writeFile(join(project, 'text.txt'), `About ${n}.`)
  }
  return folder
}

/** Runs the import; with `killAtProject`, its process is killed once it has printed that this project is imported. */
function runImport(
  { dataDir }: SiteProcess,
  folder: string,
  { killAtProject }: { killAtProject?: number } = {},
): Promise<{ code: number | null; output: string }> {
  const kills = killAtProject !== undefined
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    ...(kills && { ENFILADE_KILL_AT: `Project ${killAtProject}: imported` }),
  }
  const preload = kills ? ['--import', './tests/faults/kills/kill-at-output-preload.ts'] : []
  const args = ['--no-warnings', ...preload, 'tools/import.ts', folder]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env, maxBuffer: Infinity }, (_, out, err) =>
      resolve({ code: child.exitCode, output: out + err }),
    )
  })
}

function assertImported(site: SiteProcess, count: number): void {
  const projects = site.sql<{ name: string; details: string; photos: number }>(
    `select name, details, (select count(*) from photos where projectId = projects.id) as photos
      from projects where name like 'Project %' order by position`,
  )
  const expected = Array.from({ length: count }, (_, n) => `Project ${n + 1}`)
  assert(projects.map(({ name }) => name).join() === expected.join(), `there are ${projects.length} projects`)
  for (const { name, details, photos } of projects)
    assert(photos === photosPerProject && details.startsWith('About '), `${name} has ${photos} photos: ${details}`)
}
