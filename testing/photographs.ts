import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

/** What a test wants of a picture; the content is one of the sample photographs, made small. */
export interface Wanted {
  readonly width?: number
  readonly height?: number
  readonly as?: 'jpeg' | 'png' | 'webp' | 'gif'
  /** EXIF orientation, 1 to 8. */
  readonly orientation?: number
}

const source = join(import.meta.dirname, '../samples/photos/desk.jpg')
const made = new Map<string, Promise<Buffer>>()

/** A real photograph: 90 × 60 pixels of JPEG unless something else is wanted. The same wish gives the same bytes. */
export function photograph(wanted: Wanted = {}): Promise<Buffer> {
  const key = JSON.stringify(wanted)
  const before = made.get(key)
  if (before) return before
  const bytes = make(wanted)
  made.set(key, bytes)
  return bytes
}

function make({ width = 90, height = 60, as = 'jpeg', orientation }: Wanted): Promise<Buffer> {
  const resized = sharp(source).resize(width, height, { fit: 'fill' })
  const marked = orientation === undefined ? resized : resized.withMetadata({ orientation })
  return marked.toFormat(as).toBuffer()
}

/** One flat colour: `sharp`'s own picture, to be finished as the test likes. */
export function plane(width: number, height: number, colour: { r: number; g: number; b: number; alpha?: number }): Sharp {
  return sharp({
    create: { width, height, channels: colour.alpha === undefined ? 3 : 4, background: colour },
    limitInputPixels: false,
  })
}

/** Decodes all of it, whatever the product's own decoder has been forbidden: its format, its size, its pixels. */
export async function decode(bytes: Uint8Array) {
  const locked = { operation: ['VipsForeignLoadHeif'] }
  sharp.unblock(locked)
  try {
    const { format, width, height, exif, icc, xmp } = await sharp(bytes).metadata()
    const { data, info } = await sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => {
      const from = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * info.channels
      return [...data.subarray(from, from + 3)]
    }
    // `avif` is a kind of `heif` to libvips.
    return { format: format === 'heif' ? 'avif' : format, width, height, private: [exif, icc, xmp].filter(Boolean), at }
  } finally {
    sharp.block(locked)
  }
}
