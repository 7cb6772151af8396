import type { Admin } from '#portfolio/account/as-admin.ts'
import { readProject } from './read-project.ts'
import { readStudio } from './read-studio.ts'
import { nameFolder } from './file-names.ts'
import { projectFile, studioFile, studioFolder, type ExportedFile, type ExportedOriginal } from './export.ts'
import { selectProjectsInOrder } from '#portfolio/project/order.ts'
import type { Ports } from '#portfolio/ports.ts'
import { readSnapshot } from '#portfolio/snapshot.ts'

/**
 * Lists the files of an export of everything outside the bin: the studio, then the projects in order, drafts included.
 * All texts are from one snapshot, which stays open until the end, so `onFile` must not take long.
 */
export async function readExport(
  db: Ports['db'],
  _: Admin,
  onFile: (file: ExportedFile) => Promise<void> | void,
): Promise<void> {
  await readSnapshot(db, async (snapshot) => {
    const write = async (
      folder: string,
      name: string,
      { content, originals }: { content: object; originals: readonly (ExportedOriginal & { file: string })[] },
    ) => {
      await onFile({ path: `${folder}/${name}`, text: `${JSON.stringify(content, null, 2)}\n` })
      for (const { file, ...original } of originals) await onFile({ path: `${folder}/${file}`, ...original })
    }
    await write(studioFolder, studioFile, await readStudio(snapshot))
    const projects = await selectProjectsInOrder(snapshot, 'admins').select(['id', 'slug']).execute()
    for (const [index, { id, slug }] of projects.entries())
      await write(nameFolder(index, projects.length, slug), projectFile, await readProject(snapshot, id))
  })
}
