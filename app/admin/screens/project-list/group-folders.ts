import { compareNames, isSystemFile, isTextFile } from '#portfolio/import/plain-folder.ts'

/** A file below a chosen or dropped folder; `path` begins with the name of that folder. */
export interface FolderFile {
  readonly path: string
  readonly file: File
}

/** A folder that becomes a draft. */
export interface ChosenFolder {
  readonly name: string
  readonly texts: readonly File[]
  /** In the order of their names. Each is named after its path, which tells files of different folders apart. */
  readonly images: readonly File[]
}

/**
 * The folders that become drafts, in the order of their names: each folder with files, or else the folders in it. What is
 * in deeper folders belongs to them. Files of the system, such as `.DS_Store`, are left out.
 */
export function groupFolders(files: readonly FolderFile[]): ChosenFolder[] {
  const visible = files.filter(({ path }) => !path.split('/').some(isSystemFile))
  const withFiles = new Set(
    visible.map(({ path }) => path.split('/')).flatMap(([root = '', ...rest]) => (rest.length === 1 ? root : [])),
  )
  const folders = new Map<string, FolderFile[]>()
  for (const { path, file } of visible) {
    const [root = '', ...rest] = path.split('/')
    if (rest.length === 0) continue
    const [name = '', below] = withFiles.has(root) ? [root, rest] : [rest[0], rest.slice(1)]
    folders.set(name, [...(folders.get(name) ?? []), { path: [name, ...below].join('/'), file }])
  }
  return [...folders]
    .map(([name, content]) => readFolder(name, content))
    .toSorted((one, other) => compareNames(one.name, other.name))
}

/** The name of the folder of an image, which is the beginning of its name. */
export function folderOf({ name }: File): string {
  return name.split('/')[0] ?? ''
}

function readFolder(name: string, content: readonly FolderFile[]): ChosenFolder {
  const sorted = content.toSorted((one, other) => compareNames(one.path, other.path))
  return {
    name,
    texts: sorted.filter(({ path }) => isTextFile(path)).map(({ file }) => file),
    images: sorted
      .filter(({ path }) => !isTextFile(path))
      .map(({ path, file: { type, lastModified }, file }) => new File([file], path, { type, lastModified })),
  }
}
