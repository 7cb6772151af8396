import { symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { asOperator } from '#portfolio/account/as-admin.ts'
import { insertPhoto } from '#portfolio/photo/insert.ts'
import type { Ports } from '#portfolio/ports.ts'
import { loadSamples } from '#samples/load.ts'
import { readSamplePortfolio, requestIdOf, storeSample, unwrap } from '#samples/sample-portfolio.ts'
import type { TestProject } from './test-projects.ts'

/** Loads these projects, and the studio of the samples, into an empty portfolio. Writes `portfolio.json` into `folder`. */
export async function loadTestProjects(
  ports: Ports,
  projects: readonly TestProject[],
  folder: string,
  photos = resolve('samples/photos'),
): Promise<void> {
  const sample = await readSamplePortfolio('samples')
  await symlink(photos, join(folder, 'photos'))
  await writeFile(join(folder, 'portfolio.json'), JSON.stringify({ ...sample, projects }))
  await loadSamples(ports, folder, () => {})
  for (const { cover, ...project } of projects) {
    const row = ports.db.selectFrom('projects').select('id').where('requestId', '=', requestIdOf(project))
    const { id: projectId } = await row.executeTakeFirstOrThrow()
    const original = await storeSample(ports, folder, cover.file, 'cover')
    const to = { projectId, place: 'cover', alt: cover.alt } as const
    unwrap(await asOperator(ports, (unit, admin) => insertPhoto(unit, admin, original, to)))
  }
}
