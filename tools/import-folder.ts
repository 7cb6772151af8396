import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { z } from 'zod'
import {
  exportedProject,
  exportedStudio,
  header,
  projectFile,
  studioFile,
  studioFolder,
  withoutPrefix,
} from '#portfolio/export/export.ts'
import { compareNames, isSystemFile, isTextFile, joinTexts } from '#portfolio/import/plain-folder.ts'
import type { ImportedContent, ImportedFile, ImportedProject, ImportedStudio } from '#portfolio/import/source.ts'

/** A folder or file cannot be imported. The message is one sentence for the operator. */
export class ImportRefused extends Error {}

/** The content of a folder to import, in the order of the import. */
export interface ImportFolder {
  /** The import keys of all projects in the folder begin with it. */
  readonly key: string
  /** The paths of the folders that become projects. */
  readonly projects: readonly string[]
  readonly hasStudio: boolean
  /** Names of files that belong to no project. */
  readonly ignored: readonly string[]
}

/** Lists the folders in a folder, or only the folder itself if it is one project. Throws `ImportRefused`. */
export async function openImportFolder(folder: string): Promise<ImportFolder & { readonly root: string }> {
  const path = await realpath(folder).catch(() => null)
  const entries = path === null ? null : await readdir(path, { withFileTypes: true }).catch(() => null)
  if (path === null || entries === null) throw new ImportRefused(`There is no folder ${folder}.`)
  const visible = entries.filter(({ name }) => !isSystemFile(name))
  const folders = visible.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const files = visible.filter((entry) => entry.isFile()).map(({ name }) => name)
  if (folders.length + files.length === 0) throw new ImportRefused(`The folder ${folder} is empty.`)
  const isProject = folders.length === 0 || files.includes(projectFile)
  const root = isProject ? dirname(path) : path
  const hasStudio = !isProject && folders.includes(studioFolder) && (await isFile(join(path, studioFolder, studioFile)))
  const projects = isProject ? [basename(path)] : folders.filter((name) => !hasStudio || name !== studioFolder)
  return {
    root,
    key: `import:${hashOf(root)}`,
    projects: projects.toSorted(compareNames).map((name) => join(root, name)),
    hasStudio,
    ignored: isProject ? [] : files.toSorted(compareNames),
  }
}

/** Reads an exported project, or makes a draft of a plain folder. Throws `ImportRefused`. */
export async function readProjectFolder({ key }: ImportFolder, folder: string): Promise<ImportedProject> {
  const isExported = await isFile(join(folder, projectFile))
  return {
    key: `${key}:${hashOf(basename(folder))}`,
    content: isExported
      ? await readJson(join(folder, projectFile), header.project, exportedProject)
      : await readPlainFolder(folder),
    findFile: (file) => findFile(folder, file, isExported ? withoutPrefix(file) : basename(file)),
  }
}

/** Reads an exported studio. `findProjectId` finds an imported project by its exported slug. Throws `ImportRefused`. */
export async function readStudioFolder(
  { key, root }: ImportFolder & { readonly root: string },
  findProjectId: (slug: string) => string | undefined,
): Promise<ImportedStudio> {
  const folder = join(root, studioFolder)
  return {
    key: `${key}:studio`,
    content: await readJson(join(folder, studioFile), header.studio, exportedStudio),
    findFile: (file) => findFile(folder, file, withoutPrefix(file)),
    findProjectId,
  }
}

async function readJson<T extends z.ZodType>(
  path: string,
  { format, version }: { readonly format: string; readonly version: number },
  schema: T,
): Promise<z.infer<T>> {
  const json = await readFile(path, 'utf8')
    .then(
      (text): unknown => JSON.parse(text),
      () => null,
    )
    .catch(() => null)
  const read = z.object({ format: z.literal(format), version: z.number() }).safeParse(json)
  if (!read.success) throw new ImportRefused(`${basename(path)} is damaged, or not from an export.`)
  if (read.data.version > version)
    throw new ImportRefused(`${basename(path)} was exported by a newer version: update this site first.`)
  const content = schema.safeParse(json)
  if (content.success) return content.data
  const [issue] = content.error.issues
  throw new ImportRefused(`${basename(path)}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`)
}

async function readPlainFolder(folder: string): Promise<ImportedContent> {
  const files = await listFiles(folder)
  const texts = files.filter(isTextFile)
  const images = files.filter((file) => !texts.includes(file))
  const details = joinTexts(await Promise.all(texts.map((file) => readFile(join(folder, file)))))
  return {
    name: basename(folder).normalize('NFC'),
    details,
    formerSlugs: [],
    draft: true,
    facts: {},
    coverImage: null,
    coverPhoto: null,
    images: images.map((file) => ({
      file,
      alt: '',
      caption: '',
      credit: '',
      kind: 'photograph',
      focalPoint: { x: 0.5, y: 0.5 },
      hidden: false,
      layout: 'automatic',
    })),
  }
}

/** The files in a folder and below it, in the order of their names. Symbolic links are left out. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(sep).some(isSystemFile))
    .toSorted(compareNames)
}

async function findFile(folder: string, file: string, fileName: string): Promise<ImportedFile | null> {
  const path = join(folder, file)
  const found = await lstat(path).catch(() => null)
  return found?.isFile() ? { path, fileName, bytes: found.size } : null
}

const isFile = async (path: string) => (await lstat(path).catch(() => null))?.isFile() === true

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
