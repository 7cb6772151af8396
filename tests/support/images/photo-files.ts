import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

export interface PhotoFileOptions {
  readonly width?: number
  readonly height?: number
  readonly as?: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'
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

/** A black square PNG that decodes to 8,000 times its size. Not created by sharp, which would allocate that size. */
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

/** A text for each kind of metadata. */
export interface EmbeddedText {
  readonly exif?: string
  readonly iptc?: string
  readonly xmp?: string
}

interface CaptionedPhotoOptions {
  readonly bytes?: Buffer
  readonly creator?: EmbeddedText
}

/**
 * A JPEG with its caption and its creator in the metadata: Exif 3.0, 4.6.5.E; IPTC-IIM 4.2, 2:120 and 2:80, in a
 * Photoshop block; XMP.
 */
export async function captionedPhoto(
  caption: EmbeddedText,
  { bytes, creator = {} }: CaptionedPhotoOptions = {},
): Promise<Buffer> {
  const IFD0 = {
    ...(caption.exif !== undefined && { ImageDescription: caption.exif }),
    ...(creator.exif !== undefined && { Artist: creator.exif }),
  }
  const plain = sharp(bytes ?? (await photoFile()))
  const withExif = Object.keys(IFD0).length === 0 ? plain : plain.withExif({ IFD0 })
  const hasXmp = caption.xmp !== undefined || creator.xmp !== undefined
  const withXmp = hasXmp ? withExif.withXmp(xmpOf(caption.xmp, creator.xmp)) : withExif
  const jpeg = await withXmp.jpeg().toBuffer()
  if (caption.iptc === undefined && creator.iptc === undefined) return jpeg
  const dataset = (record: number, number: number, text: string) => {
    const length = Buffer.byteLength(text)
    return Buffer.concat([Buffer.from([0x1c, record, number, length >> 8, length & 255]), Buffer.from(text)])
  }
  const texts = [
    ...(creator.iptc === undefined ? [] : [dataset(2, 80, creator.iptc)]),
    ...(caption.iptc === undefined ? [] : [dataset(2, 120, caption.iptc)]),
  ]
  const block = Buffer.concat([dataset(1, 90, '\x1b%G'), ...texts])
  const head = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0', 'latin1')
  head.writeUInt16BE(block.length, head.length - 2)
  const body = Buffer.concat([head, block, Buffer.alloc(block.length & 1)])
  const marker = Buffer.from([0xff, 0xed, (body.length + 2) >> 8, (body.length + 2) & 255])
  return Buffer.concat([jpeg.subarray(0, 2), marker, body, jpeg.subarray(2)])
}

function xmpOf(description?: string, creator?: string): string {
  const describe = (text: string) =>
    `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></dc:description>`
  const name = (text: string) => `<dc:creator><rdf:Seq><rdf:li>${text}</rdf:li></rdf:Seq></dc:creator>`
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    `<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">${description === undefined ? '' : describe(description)}` +
    `${creator === undefined ? '' : name(creator)}</rdf:Description></rdf:RDF></x:xmpmeta>`
  )
}

/** This AVIF with another size in its header (`ispe`, ISO/IEC 23008-12, 6.5.3). */
export function withAvifSize(avif: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(avif)
  const size = bytes.indexOf('ispe') + 8
  bytes.writeUInt32BE(width, size)
  bytes.writeUInt32BE(height, size + 4)
  return bytes
}

/** An AVIF whose profile is replaced by colour codes (`colr`, ISO/IEC 14496-12, 12.1.5). */
export function withColourCodes(avif: Buffer, primaries: number, transfer: number): Buffer {
  const bytes = Buffer.from(avif)
  const box = bytes.indexOf('colrrICC') + 4
  bytes.write('nclx', box)
  // 6 is the matrix and 0x8000 the full range that libheif uses by default.
  for (const [n, code] of [primaries, transfer, 6, 0x8000].entries()) bytes.writeUInt16BE(code, box + 4 + 2 * n)
  return bytes
}

/** An AVIF of `columns` × `rows` tiles, each of them this square AVIF (ISO/IEC 23008-12, 6.6.2.3). */
export function avifGrid(tile: Buffer, side: number, columns: number, rows: number): Buffer {
  const payload = tile.subarray(tile.indexOf('mdat') + 4)
  const codec = tile.subarray(tile.indexOf('av1C') - 4)
  const u16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])))
  const u32 = (...values: number[]) => Buffer.concat(values.map((value) => u16(value >>> 16, value & 0xffff)))
  const box = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    return Buffer.concat([u32(body.length + 8), Buffer.from(type), body])
  }
  const item = (id: number, type: string) => box('infe', u32(0x0200_0000), u16(id, 0), Buffer.from(`${type}\0`))
  const size = (width: number, height: number) => box('ispe', u32(0, width, height))
  const grid = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(columns * side, rows * side)])
  const metaAt = (offset: number) =>
    box(
      'meta',
      u32(0),
      box('hdlr', u32(0, 0), Buffer.from('pict'), u32(0, 0, 0), Buffer.alloc(1)),
      box('pitm', u32(0), u16(2)),
      // The bytes of the tile are at this offset in the file, those of the grid in `idat`.
      box(
        'iloc',
        u32(0x0100_0000),
        u16(0x4400, 2, 1, 0, 0, 1),
        u32(offset, payload.length),
        u16(2, 1, 0, 1),
        u32(0, grid.length),
      ),
      box('iinf', u32(0), u16(2), item(1, 'av01'), item(2, 'grid')),
      box('iref', u32(0), box('dimg', u16(2, columns * rows, ...Array<number>(columns * rows).fill(1)))),
      box(
        'iprp',
        box('ipco', size(side, side), codec.subarray(0, codec.readUInt32BE(0)), size(columns * side, rows * side)),
        box('ipma', u32(0, 2), u16(1), Buffer.from([2, 1, 0x82]), u16(2), Buffer.from([1, 3])),
      ),
      box('idat', grid),
    )
  const head = box('ftyp', Buffer.from('avif'), u32(0), Buffer.from('avifmif1miaf'))
  return Buffer.concat([head, metaAt(head.length + metaAt(0).length + 8), box('mdat', payload)])
}

/** An animated PNG with this first frame and a damaged second frame. */
export function animatedPng(png: Buffer): Buffer {
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

/** This PNG with `count` chunks of compressed text, each of 7 KB compressed and 7 MB decompressed. */
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
