import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

export interface PhotoFileOptions {
  readonly width?: number
  readonly height?: number
  readonly as?: 'jpeg' | 'png' | 'webp' | 'gif'
  /** EXIF orientation, 1 to 8. */
  readonly orientation?: number
}

const source = join(import.meta.dirname, '../../../samples/photos/desk.jpg')
const cache = new Map<string, Promise<Buffer>>()

/** Creates a photo from a sample: by default a JPEG of 90 × 60 pixels. The same options give the same bytes. */
export function photoFile(options: PhotoFileOptions = {}): Promise<Buffer> {
  const key = JSON.stringify(options)
  const bytes = cache.get(key) ?? createPhoto(options)
  cache.set(key, bytes)
  return bytes
}

function createPhoto({ width = 90, height = 60, as = 'jpeg', orientation }: PhotoFileOptions): Promise<Buffer> {
  const resized = sharp(source).resize(width, height, { fit: 'fill' })
  const oriented = orientation === undefined ? resized : resized.withMetadata({ orientation })
  return oriented.toFormat(as).toBuffer()
}

/** A single-colour image; the caller chooses the file format. */
export function flatImage(
  width: number,
  height: number,
  colour: { r: number; g: number; b: number; alpha?: number },
): Sharp {
  return sharp({
    create: { width, height, channels: colour.alpha === undefined ? 3 : 4, background: colour },
    limitInputPixels: false,
  })
}

/** A black square PNG, 8,000 times smaller than its decoded size, which sharp would have to allocate to create it. */
export function decompressionBomb(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // Greyscale, 1 bit per pixel.
  head.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** An animated PNG with this first frame and a damaged second frame. */
export function animated(png: Buffer): Buffer {
  // After the signature (8 bytes) and the header (25 bytes).
  const head = 8 + 25
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  const frame = Buffer.alloc(26)
  frame.writeUInt32BE(png.readUInt32BE(16), 4)
  frame.writeUInt32BE(png.readUInt32BE(20), 8)
  return Buffer.concat([
    png.subarray(0, head),
    chunk('acTL', control),
    chunk('fcTL', frame),
    png.subarray(head, -12),
    chunk('fdAT', Buffer.from('no second picture')),
    png.subarray(-12),
  ])
}

/** This PNG with `count` chunks of compressed text, each of 7 KB, or 7 MB when it is decompressed. */
export function withCompressedText(png: Buffer, count: number, type: 'zTXt' | 'iTXt' = 'zTXt'): Buffer {
  const head = 8 + 25
  const keyword = Buffer.from(type === 'zTXt' ? 'Comment\0\0' : 'Comment\0\x01\0\0\0', 'latin1')
  const text = chunk(type, Buffer.concat([keyword, deflateSync(Buffer.alloc(7 << 20, 'A'))]))
  return Buffer.concat([png.subarray(0, head), ...Array<Buffer>(count).fill(text), png.subarray(head)])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  const check = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** The formats whose names in libvips differ from those in derivative paths. */
const formatOf: Partial<Record<string, string>> = { heif: 'avif', jpeg: 'jpg' }

/** Decodes an image, AVIF included. `at` returns the pixel at these fractions of width and height. */
export async function decode(bytes: Uint8Array) {
  const blocked = { operation: ['VipsForeignLoadHeif'] }
  sharp.unblock(blocked)
  try {
    const { format, width, height, exif, icc, xmp } = await sharp(bytes).metadata()
    const { data, info } = await sharp(bytes)
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => {
      const offset = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * info.channels
      return [...data.subarray(offset, offset + 3)]
    }
    return { format: formatOf[format] ?? format, width, height, private: [exif, icc, xmp].filter(Boolean), at }
  } finally {
    sharp.block(blocked)
  }
}

// The rotation in degrees, and whether to mirror afterwards, that each orientation reverses: EXIF 2.32, 4.6.4 A.
const inverses: Record<number, readonly [number, boolean]> = {
  1: [0, false],
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [90, true],
  6: [270, false],
  7: [270, true],
  8: [90, false],
}

/** The image as a rotated camera stores it: rotated or mirrored, with the EXIF orientation that reverses it. */
export async function rotatedPhoto(upright: Uint8Array, orientation: number): Promise<Buffer> {
  const [angle, mirrored] = inverses[orientation] ?? [0, false]
  const rotated = await sharp(upright).rotate(angle).png().toBuffer()
  // A separate step, because sharp mirrors before it rotates.
  return sharp(rotated).flop(mirrored).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
}
