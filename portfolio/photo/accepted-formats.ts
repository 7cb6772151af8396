import { photoLimits } from './photo-limits.ts'

export type AcceptedFormat = 'jpeg' | 'png' | 'webp' | 'heic' | 'avif'

/** The MIME types that the file picker offers. The server decides by content, never by this list. */
export const acceptedTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
] as const

export const acceptedFormatNames = 'JPEG, PNG, WebP, AVIF or HEIC'

export const unsupportedFormatMessage = `This is not a ${acceptedFormatNames} picture.`

export const rawFileMessage = 'This is a RAW or TIFF file. Export it as JPEG.'

/** An HDR picture has parts brighter than white; without tone mapping, it looks flat. */
export const hdrFileMessage = 'This is an HDR picture (PQ or HLG). Export it as JPEG.'

const rawExtensions = 'cr2|cr3|crw|nef|nrw|arw|sr2|srf|dng|raf|orf|rw2|rwl|pef|srw|3fr|fff|iiq|mrw|x3f|tiff?'

/** Whether a file name has the extension of a RAW or TIFF file. Browsers refuse such files before sending them. */
export function isRawFileName(name: string): boolean {
  return new RegExp(`\\.(?:${rawExtensions})$`, 'i').test(name)
}

interface FileLimits {
  readonly bytes: number
  readonly pixels: number
}

/** The limits of an original: most JPEGs are read line by line, which takes less memory, and AVIF takes the most. */
export function limitsOf(format: AcceptedFormat): FileLimits {
  return format === 'jpeg' || format === 'avif' ? photoLimits[format] : photoLimits
}

/** The limits for a MIME type. Browsers report none for some files: these get the limits of a JPEG, the largest. */
export function limitsOfType(type: string): FileLimits {
  if (type === '' || type === 'image/jpeg') return photoLimits.jpeg
  return type === 'image/avif' ? photoLimits.avif : photoLimits
}

export function fileTooLargeMessage({ bytes }: FileLimits): string {
  return `This file is larger than ${bytes / 1024 / 1024} MB.`
}

export function imageTooLargeMessage(maxPixels: number): string {
  // Cameras sold as 100 megapixels have up to 101.9.
  const megapixels = Math.min(Math.floor(maxPixels / 1_000_000), 100)
  return `This picture is too large: ${megapixels} megapixels and 16,384 pixels a side at most.`
}
