import type { PhotosTable } from '#portfolio/tables.ts'
import type { ExportedOriginal, ExportedPhoto } from './export.ts'
import { nameFile } from './file-names.ts'

export const originalColumns = [
  'id',
  'projectId',
  'storageKey',
  'bytes',
  'sha256',
  'alt',
  'caption',
  'credit',
  'focalX',
  'focalY',
] as const

type Row = Pick<PhotosTable, (typeof originalColumns)[number]>

/** Collects the originals of one folder and gives each its file name. */
export function nameOriginals() {
  const originals: (ExportedOriginal & { file: string })[] = []
  const taken = new Set<string>()
  return {
    originals,
    add(prefix: string, row: Row, names = taken): ExportedPhoto {
      const { storageKey, bytes, sha256, alt, caption, credit, focalX, focalY, projectId } = row
      const file = nameFile(prefix, storageKey, projectId, names)
      originals.push({ file, storageKey, bytes, sha256 })
      return { file, alt, caption, credit, focalPoint: { x: focalX, y: focalY } }
    },
  }
}
