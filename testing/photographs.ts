import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
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
export function plane(
  width: number,
  height: number,
  colour: { r: number; g: number; b: number; alpha?: number },
): Sharp {
  return sharp({
    create: { width, height, channels: colour.alpha === undefined ? 3 : 4, background: colour },
    limitInputPixels: false,
  })
}

/** A black PNG of that many pixels a side, in 1/8,000 of the bytes: written by hand, as sharp would unpack it first. */
export function bomb(side: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // One bit a pixel, in greys.
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

/** The PNG as the first picture of an animation that has one more, which is damaged. */
export function animated(png: Buffer): Buffer {
  // Behind the signature and the header, which has 25 bytes.
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

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const length = Buffer.alloc(4)
  const check = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** What libvips calls otherwise than the addresses of derivatives do: AVIF is a kind of HEIF to it. */
const derivativeOf: Partial<Record<string, string>> = { heif: 'avif', jpeg: 'jpg' }

/** Decodes all of it, whatever the product's own decoder has been forbidden: its format, its size, its pixels. */
export async function decode(bytes: Uint8Array) {
  const locked = { operation: ['VipsForeignLoadHeif'] }
  sharp.unblock(locked)
  try {
    const { format, width, height, exif, icc, xmp } = await sharp(bytes).metadata()
    const { data, info } = await sharp(bytes)
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => {
      const from = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * info.channels
      return [...data.subarray(from, from + 3)]
    }
    return { format: derivativeOf[format] ?? format, width, height, private: [exif, icc, xmp].filter(Boolean), at }
  } finally {
    sharp.block(locked)
  }
}

// What is done to an upright picture, turned by so many degrees and then mirrored or not, so that the orientation
// undoes it: EXIF 2.32, 4.6.4 A.
const undone: Record<number, readonly [number, boolean]> = {
  1: [0, false],
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [90, true],
  6: [270, false],
  7: [270, true],
  8: [90, false],
}

/** The picture as a camera stores it that was held another way: turned, with the mark that says how. */
export async function held(upright: Uint8Array, orientation: number): Promise<Buffer> {
  const [angle, mirrored] = undone[orientation] ?? [0, false]
  const turned = await sharp(upright).rotate(angle).png().toBuffer()
  // In a step of its own: sharp mirrors before it turns, whatever the order of the calls.
  return sharp(turned).flop(mirrored).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
}
