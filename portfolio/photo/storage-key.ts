import type { Place } from './photo.ts'

const extensionOf = { jpeg: 'jpg', png: 'png', webp: 'webp', heic: 'heic' } as const

/** Longest name before the extension, in bytes of UTF-8. */
const nameBytes = 80

/** What names a stored original: the file's own name, and the project when it joins one that exists. */
export interface StorageName {
  readonly place: Place
  readonly fileName: string
  readonly format: keyof typeof extensionOf
  /** `null` while the project is being created, and for the studio's own pictures. */
  readonly projectId: string | null
}

/**
 * The keys under which an original may be stored, first choice first: `images/name.jpg`, `images/name-2.jpg`, …
 * At creation under `coverPhotos/` and `images/`, later under `coverPhotos/` and `Images/` with the project's id.
 */
export function* storageKeys({ place, fileName, format, projectId }: StorageName): Generator<string> {
  const folder = place === 'cover' ? 'coverPhotos' : place !== 'gallery' ? 'studio' : projectId ? 'Images' : 'images'
  const stem = `${folder}/${projectId ? `${projectId}_` : ''}${cleanName(fileName)}`
  const extension = extensionOf[format]
  yield `${stem}.${extension}`
  for (let copy = 2; ; copy++) yield `${stem}-${copy}.${extension}`
}

/** A file's name without its extension, safe as the last part of a path: NFC, no folders, no control characters. */
export function cleanName(fileName: string): string {
  const last = fileName.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const stem = last
    .replace(/\.[^.]*$/, '')
    // Control, format (direction marks, joiners) and separator characters; what shells, URLs and Windows refuse.
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*%#&]+/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    // Windows takes these for devices, with any extension.
    .replace(/^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '_$&')
  return cutToBytes(stem, nameBytes) || 'image'
}

function cutToBytes(text: string, most: number): string {
  let kept = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > most) break
    kept += segment
  }
  return kept.trim()
}
