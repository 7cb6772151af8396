import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findPathOwner } from '#app/path-owner.ts'
import { asOperator, readAsOperator } from '#portfolio/account/as-admin.ts'
import { importProject } from '#portfolio/import/create.ts'
import { importStudio } from '#portfolio/import/edit.ts'
import { hasOtherProjects } from '#portfolio/import/read.ts'
import { stopsImport, type ImportedProject, type ImportTarget } from '#portfolio/import/source.ts'
import type { Ports } from '#portfolio/ports.ts'
import type { Refusal } from '#portfolio/result.ts'
import { countOf } from './command-line/run-command.ts'
import { ImportRefused, openImportFolder, readProjectFolder, readStudioFolder } from './import-folder.ts'

export interface ImportReport {
  /** One sentence for each project that was imported. */
  readonly onImported: (sentence: string) => void
  /** What was not imported: sentences that begin with the name of a file, project or field. */
  readonly onProblem: (sentence: string) => void
}

/** Imports the projects in a folder and then the studio of an export. Throws `ImportRefused` if it cannot continue. */
export async function importAll(
  ports: Ports,
  path: string,
  report: ImportReport,
): Promise<{ imported: number; existed: number }> {
  const folder = await openImportFolder(path)
  const keepsPositions = !(await readAsOperator(ports, (db, admin) => hasOtherProjects(db, admin, folder.key)))
  const target: ImportTarget = { ports, findOwner: findPathOwner, run: (command) => asOperator(ports, command) }
  const counts = { imported: 0, existed: 0 }
  const idsBySlug = new Map<string, string>()
  for (const name of folder.ignored) report.onProblem(`${name}: This file is not in the folder of a project.`)
  for (const project of folder.projects) {
    const source = await readOrReport(() => readProjectFolder(folder, project), basename(project), report)
    const outcome =
      source && (await importOne(target, keepsPositions ? source : withoutPosition(source), project, report))
    if (!outcome) continue
    if (source.content.slug !== undefined) idsBySlug.set(source.content.slug, outcome.id)
    counts[outcome.state === 'imported' ? 'imported' : 'existed'] += 1
    // Projects with the same position are ordered by the millisecond in which they were created.
    await wait(1)
  }
  if (!folder.hasStudio) return counts
  const studio = await readOrReport(() => readStudioFolder(folder, (slug) => idsBySlug.get(slug)), 'studio', report)
  const result = studio && (await importStudio(target, studio))
  if (result && !result.ok) throw new ImportRefused(result.message)
  for (const problem of result?.value ?? []) report.onProblem(`studio/${problem}`)
  return counts
}

async function importOne(
  target: ImportTarget,
  source: ImportedProject,
  path: string,
  { onImported, onProblem }: ImportReport,
) {
  const name = basename(path)
  const result = await importProject(target, source)
  if (!result.ok) {
    stopIfNeeded(result)
    onProblem(`${name}: ${result.message}`)
    return null
  }
  const { state, slug, photos, problems } = result.value
  if (state === 'in the bin') onProblem(`${name}: It was imported before and is in the bin, where it can be restored.`)
  for (const problem of problems) onProblem(`${name}/${problem}`)
  if (state !== 'imported') return result.value
  const draft = source.content.draft ? ', a draft' : ''
  const address =
    source.content.slug === undefined || source.content.slug === slug ? '' : `; its address is now ${slug}`
  onImported(`${name}: imported${draft}, with ${countOf(photos, 'picture')}${address}.`)
  return result.value
}

function stopIfNeeded(refusal: Refusal): void {
  if (stopsImport(refusal)) throw new ImportRefused(`${refusal.message} Run the import again to continue.`)
}

function withoutPosition({ content: { position: _, ...content }, ...source }: ImportedProject): ImportedProject {
  return { ...source, content }
}

async function readOrReport<T>(read: () => Promise<T>, name: string, { onProblem }: ImportReport): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    onProblem(`${name}: ${error.message}`)
    return null
  }
}
