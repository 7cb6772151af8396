import type { Place } from './photo.ts'

const extensionOf = { jpeg: 'jpg', png: 'png', webp: 'webp', heic: 'heic', avif: 'avif' } as const

/** In UTF-8, without the extension. */
const maxNameBytes = 80

export interface StorageName {
  readonly place: Place
  readonly fileName: string
  readonly format: keyof typeof extensionOf
  readonly projectId: string | null
}

/** The keys for an original, preferred first: `images/name.jpg`, `images/name-2.jpg`, … */
export function* storageKeys({ place, fileName, format, projectId }: StorageName): Generator<string> {
  // `images/` for a new project, `Images/` and the project's id for an existing one.
  const folder = place === 'cover' ? 'coverPhotos' : place !== 'gallery' ? 'studio' : projectId ? 'Images' : 'images'
  const stem = `${folder}/${projectId ? `${projectId}_` : ''}${cleanFileName(fileName)}`
  const extension = extensionOf[format]
  yield `${stem}.${extension}`
  for (let copy = 2; ; copy++) yield `${stem}-${copy}.${extension}`
}

/** A file name without its extension, safe as the last part of a path: NFC, no folders, no control characters. */
export function cleanFileName(fileName: string): string {
  const last = fileName.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const stem = last
    .replace(/\.[^.]*$/, '')
    // Control, format (direction marks, joiners) and separator characters, and those special to shells, URLs, Windows.
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*%#&]+/gu, '')
    .replace(/\s+/g, ' ')
  const trimmed = trimDotsAndSpaces(stem).replace(/^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '_$&')
  return truncateToBytes(trimmed, maxNameBytes) || 'image'
}

function trimDotsAndSpaces(text: string): string {
  let end = text.length
  while (/[.\s]/.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end).replace(/^[.\s]+/, '')
}

function truncateToBytes(text: string, maxBytes: number): string {
  let truncated = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > maxBytes) break
    truncated += segment
  }
  return truncated.trim()
}
