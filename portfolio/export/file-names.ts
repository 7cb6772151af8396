import { cleanFileName } from '#portfolio/photo/storage-key.ts'
import type { ExportedPhoto } from './export.ts'

/**
 * Names an original with a prefix that orders it: `02-kiln.jpg`. Adds the name without its prefix, in lower case, to
 * `taken`, the names in this folder. They are unique, so that an import can keep them and the next export uses the same.
 */
export function nameFile(
  prefix: string,
  storageKey: string,
  projectId: string | null,
  taken: Set<string>,
): ExportedPhoto['file'] {
  const file = storageKey.slice(storageKey.lastIndexOf('/') + 1)
  const dot = file.lastIndexOf('.')
  const [stem, extension] = [file.slice(0, dot), file.slice(dot)]
  const own = projectId !== null && stem.startsWith(`${projectId}_`) ? stem.slice(projectId.length + 1) : stem
  const name = findFreeName(own, extension, taken)
  taken.add(name.toLowerCase())
  return `${prefix}-${name}`
}

export function nameFolder(index: number, count: number, slug: string): string {
  return `${orderPrefix(index, count, 3)}-${cleanFileName(slug)}`
}

/** A 1-based number with leading zeros, so that names sort in the order of the numbers. */
export function orderPrefix(index: number, count: number, minDigits = 2): string {
  return String(index + 1).padStart(Math.max(minDigits, String(count).length), '0')
}

function findFreeName(stem: string, extension: string, taken: ReadonlySet<string>): string {
  for (let copy = 1; ; copy++) {
    const name = `${stem}${copy > 1 ? `-${copy}` : ''}${extension}`
    if (!taken.has(name.toLowerCase())) return name
  }
}
