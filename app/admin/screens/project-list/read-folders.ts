import type { FolderFile } from './group-folders.ts'

/** The files of a folder picker. */
export function readPicked(files: readonly File[]): FolderFile[] {
  return files.map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

/** The files below dropped folders. Call it in the event handler: afterwards, the transfer is empty. */
export async function readDropped({ items }: DataTransfer): Promise<FolderFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return (await Promise.all(entries.map((entry) => readEntry(entry, '')))).flat()
}

async function readEntry(entry: FileSystemEntry, parent: string): Promise<FolderFile[]> {
  const path = parent + entry.name
  if (isFile(entry)) return [{ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) }]
  if (!isFolder(entry)) return []
  const below: FolderFile[] = []
  const reader = entry.createReader()
  for (;;) {
    // Each call returns some of the entries, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (entries.length === 0) return below
    for (const one of entries) below.push(...(await readEntry(one, `${path}/`)))
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
