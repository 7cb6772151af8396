import { compareNames, isSystemFile, isTextFile } from '#portfolio/import/plain-folder.ts'

/** A file below a chosen or dropped folder; `path` begins with the name of that folder. */
export interface FolderFile {
  readonly path: string
  readonly file: File
}

export function readPicked(files: readonly File[]): FolderFile[] {
  return files.map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

/** The dropped files and those in dropped folders. Call it in the event handler: afterwards, the transfer is empty. */
export async function readDropped(transfer: DataTransfer): Promise<FolderFile[]> {
  return (await Promise.all(entriesOf(transfer).map((entry) => readEntry(entry, '')))).flat()
}

/** Whether a folder was dropped. Call it in the event handler. */
export function hasFolder(transfer: DataTransfer): boolean {
  return entriesOf(transfer).some(isFolder)
}

/** The pictures among these files, sorted by path: all files except texts and system files. */
export function picturesIn(files: readonly FolderFile[]): File[] {
  return files
    .filter(({ path }) => !isTextFile(path) && !path.split('/').some(isSystemFile))
    .toSorted((one, other) => compareNames(one.path, other.path))
    .map(({ file }) => file)
}

function entriesOf({ items }: DataTransfer): FileSystemEntry[] {
  return [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
}

async function readEntry(entry: FileSystemEntry, parent: string): Promise<FolderFile[]> {
  const path = parent + entry.name
  if (isFile(entry)) return [{ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) }]
  if (!isFolder(entry)) return []
  const files: FolderFile[] = []
  const reader = entry.createReader()
  for (;;) {
    // Each call returns some of the entries, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (entries.length === 0) return files
    for (const child of entries) files.push(...(await readEntry(child, `${path}/`)))
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
