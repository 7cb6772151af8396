import { photoLimits } from './photo.ts'

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

/** The accepted formats, as sentences name them. */
export const acceptedFormats = 'JPEG, PNG, WebP, AVIF or HEIC'

export const unsupportedFormat = `This is not a ${acceptedFormats} picture.`

export const rawFile = 'This is a RAW or TIFF file. Export it as JPEG.'

const rawExtensions = 'cr2|cr3|crw|nef|nrw|arw|sr2|srf|dng|raf|orf|rw2|rwl|pef|srw|3fr|fff|iiq|mrw|x3f|tiff?'

/** Whether the name is that of a RAW or TIFF file, so that it need not be sent to be refused. */
export function isRawFileName(name: string): boolean {
  return new RegExp(`\\.(?:${rawExtensions})$`, 'i').test(name)
}

/** Without a type, which some browsers do not know of a file, it may be a JPEG: the server decides. */
export function formatOfType(type: string): AcceptedFormat {
  return type === '' || type === 'image/jpeg' ? 'jpeg' : 'png'
}

/** What an original may have. A JPEG is scaled down while it is read, so that it takes less memory. */
export function limitsOf(format: AcceptedFormat): { readonly bytes: number; readonly pixels: number } {
  return format === 'jpeg' ? photoLimits.jpeg : photoLimits
}

export function fileTooLarge(format: AcceptedFormat): string {
  return `This file is larger than ${limitsOf(format).bytes / 1024 / 1024} MB.`
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Of the longer side, in pixels. */
const sharpSide = 1_200

/** A hint at a picture that is accepted but too small for large screens; `null` for others. */
export function smallPictureHint({ width, height }: Size): string | null {
  if (Math.max(width, height) >= sharpSide) return null
  return `Small picture: ${width} × ${height} pixels. At least ${sharpSide} pixels look sharp on large screens.`
}

export function imageTooLarge(maxPixels: number): string {
  // What cameras call 100 megapixels is up to 101.9.
  const megapixels = Math.min(Math.floor(maxPixels / 1_000_000), 100)
  return `This picture is too large: ${megapixels} megapixels and 16,384 pixels a side at most.`
}
