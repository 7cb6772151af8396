import type { Admin } from '#portfolio/account/as-admin.ts'
import type { Ports } from '#portfolio/ports.ts'
import { sampleProjects, sampleStudioPhotos, sampleTexts } from './samples.ts'
import type { RemainingSamples } from './setup.ts'

export async function readSamples(db: Ports['db'], _: Admin): Promise<RemainingSamples> {
  const [texts, photos, projects] = await Promise.all([
    sampleTexts(db).select('key').orderBy('key').execute(),
    sampleStudioPhotos(db).select('id').execute(),
    sampleProjects(db).select('name').orderBy('position').execute(),
  ])
  return {
    texts: texts.map(({ key }) => key),
    photos: photos.map(({ id }) => id),
    projects: projects.map(({ name }) => name),
  }
}
