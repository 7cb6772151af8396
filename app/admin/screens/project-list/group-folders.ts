import { compareNames, isSystemFile, isTextFile } from '#portfolio/import/plain-folder.ts'
import type { FolderFile } from '#app/admin/uploads/choose-files/read-folders.ts'

export interface ChosenFolder {
  readonly name: string
  readonly texts: readonly File[]
  /** Sorted by name. The name of each starts with the folder's, so that names in different folders differ. */
  readonly images: readonly File[]
}

/**
 * The folders that become drafts, sorted by name: each chosen folder that contains files, or else its subfolders. Files
 * in deeper folders belong to the draft above them. System files, such as `.DS_Store`, and files outside a folder are
 * left out.
 */
export function groupFolders(files: readonly FolderFile[]): ChosenFolder[] {
  const visible = files.filter(({ path }) => !path.split('/').some(isSystemFile))
  const rootsWithFiles = new Set(
    visible.map(({ path }) => path.split('/')).flatMap(([root = '', ...rest]) => (rest.length === 1 ? root : [])),
  )
  const folders = Map.groupBy(
    visible.filter(({ path }) => path.includes('/')),
    ({ path }) => path.split('/', rootsWithFiles.has(path.split('/')[0] ?? '') ? 1 : 2).join('/'),
  )
  return [...nameFolders([...folders.keys()])]
    .map(([folder, name]) =>
      createFolder(
        name,
        (folders.get(folder) ?? []).map(({ path, file }) => ({ path: name + path.slice(folder.length), file })),
      ),
    )
    .toSorted((one, other) => compareNames(one.name, other.name))
}

/** The name of the folder that an image of `groupFolders` belongs to: the first part of its name. */
export function folderOf({ name }: File): string {
  return name.split('/')[0] ?? ''
}

/**
 * A different name for each folder: if two names are equal, each is prefixed with its parent's name, and numbered if
 * another folder has that name. The order of `folders` has no effect, so that a folder chosen again gets the same name.
 */
function nameFolders(folders: readonly string[]): ReadonlyMap<string, string> {
  const ownName = (folder: string) => folder.slice(folder.lastIndexOf('/') + 1)
  const isRepeated = (folder: string) => folders.filter((other) => ownName(other) === ownName(folder)).length > 1
  const preferredName = (folder: string) => (isRepeated(folder) ? folder.replace('/', ' ') : ownName(folder))
  const keepsName = (folder: string) => preferredName(folder) === ownName(folder)
  const names = new Map<string, string>()
  for (const folder of [...folders.filter(keepsName), ...folders.filter((one) => !keepsName(one)).toSorted()]) {
    let name = preferredName(folder)
    for (let number = 2; [...names.values()].includes(name); number++) name = `${preferredName(folder)} ${number}`
    names.set(folder, name)
  }
  return names
}

function createFolder(name: string, content: readonly FolderFile[]): ChosenFolder {
  const sorted = content.toSorted((one, other) => compareNames(one.path, other.path))
  return {
    name,
    texts: sorted.filter(({ path }) => isTextFile(path)).map(({ file }) => file),
    images: sorted
      .filter(({ path }) => !isTextFile(path))
      .map(({ path, file: { type, lastModified }, file }) => new File([file], path, { type, lastModified })),
  }
}
