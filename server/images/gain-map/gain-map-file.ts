import { formatIso, formatXmp, parseIso, parseXmp, xmpPacket, type GainMapMetadata } from './gain-map-metadata.ts'
import { app0, app1, app2, findSegment, readSegments, toSegment, type JpegSegment } from './jpeg-segments.ts'

const prefixes = {
  multiPicture: 'MPF\0',
  xmp: 'http://ns.adobe.com/xap/1.0/\0',
  iso: 'urn:iso:std:iso:ts:21496:-1\0',
} as const
/** The tags of the list of pictures (CIPA DC-007). */
const multiPictureTags = { version: 0xb000, pictureCount: 0xb001, pictures: 0xb002 } as const

/** Reads a range of a file; returns fewer bytes at the end of the file. */
export type RangeReader = (start: number, bytes: number) => Promise<Buffer>

/** Enough for the segments before the image data, which have up to 64 KB each. */
const headBytes = 2 * 1024 * 1024

/** Finds the gain map of a JPEG, which is a second JPEG in the file; `null` if it is missing or incomplete. */
export async function findGainMap(read: RangeReader): Promise<{ jpeg: Buffer; metadata: GainMapMetadata } | null> {
  const segments = readSegments(await read(0, headBytes))?.segments
  const multiPicture = segments && findSegment(segments, app2, prefixes.multiPicture)
  if (!multiPicture) return null
  for (const { start, bytes } of picturesIn(multiPicture)) {
    const metadata = metadataOf(readSegments(await read(start, Math.min(bytes, headBytes)))?.segments ?? [])
    if (!metadata) continue
    const jpeg = await read(start, bytes)
    return jpeg.length === bytes ? { jpeg, metadata } : null
  }
  return null
}

function metadataOf(segments: readonly JpegSegment[]): GainMapMetadata | null {
  const iso = findSegment(segments, app2, prefixes.iso)
  if (iso) return parseIso(iso.content)
  const xmp = findSegment(segments, app1, prefixes.xmp)
  return xmp && parseXmp(xmp.content.toString('utf8'))
}

/** The pictures after the first one (CIPA DC-007, 5.2.3); none if the list is damaged. */
function picturesIn({ content, offset }: JpegSegment): { start: number; bytes: number }[] {
  try {
    const isLittle = content.toString('latin1', 0, 2) === 'II'
    const read16 = (at: number) => (isLittle ? content.readUInt16LE(at) : content.readUInt16BE(at))
    const read32 = (at: number) => (isLittle ? content.readUInt32LE(at) : content.readUInt32BE(at))
    const directory = read32(4)
    const entries = Array.from({ length: Math.min(read16(directory), 16) }, (_, index) => directory + 2 + index * 12)
    const list = entries.find((at) => read16(at) === multiPictureTags.pictures)
    if (list === undefined) return []
    const pictures = Array.from({ length: Math.min(Math.floor(read32(list + 4) / 16), 16) }, (_, index) => {
      const at = read32(list + 8) + index * 16
      return { start: offset + read32(at + 8), bytes: read32(at + 4) }
    })
    return pictures.slice(1)
  } catch {
    return []
  }
}

/** Joins two JPEGs into a file. Writes XMP (Ultra HDR 1.0) and ISO 21496-1, because browsers read one or the other. */
export function joinGainMap(jpeg: Buffer, map: Buffer, metadata: GainMapMetadata): Buffer {
  const second = insert(map, [
    toSegment(app1, prefixes.xmp, formatXmp(metadata)),
    toSegment(app2, prefixes.iso, formatIso(metadata)),
  ])
  const item = (semantic: string, length: string) =>
    `<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="${semantic}" Item:Mime="image/jpeg"${length}/></rdf:li>`
  const items = item('Primary', '') + item('GainMap', ` Item:Length="${second.length}"`)
  const directory = `<Container:Directory><rdf:Seq>${items}</rdf:Seq></Container:Directory>`
  const before = [
    toSegment(app1, prefixes.xmp, xmpPacket('', directory)),
    // Two version numbers: the lowest that a reader must support, and the writer's.
    toSegment(app2, prefixes.iso, Buffer.alloc(4)),
  ]
  const firstLength = insert(jpeg, [...before, multiPictureSegment(0, 0, 0)]).length
  const offset =
    insertionOffset(jpeg) + before.reduce((sum, { length }) => sum + length, 0) + 4 + prefixes.multiPicture.length
  return Buffer.concat([
    insert(jpeg, [...before, multiPictureSegment(firstLength, second.length, firstLength - offset)]),
    second,
  ])
}

function insert(jpeg: Buffer, segments: readonly Buffer[]): Buffer {
  const at = insertionOffset(jpeg)
  return Buffer.concat([jpeg.subarray(0, at), ...segments, jpeg.subarray(at)])
}

/** The offset after the start-of-image marker and the JFIF segment, which must come first. */
function insertionOffset(jpeg: Buffer): number {
  return jpeg.readUInt8(3) === app0 ? 4 + jpeg.readUInt16BE(4) : 2
}

/** The list of pictures: the sizes of two pictures, and the offset of the second one from the start of the list. */
function multiPictureSegment(first: number, second: number, offset: number): Buffer {
  const list = Buffer.alloc(82)
  list.write('MM\0*', 0, 'latin1')
  list.writeUInt32BE(8, 4)
  list.writeUInt16BE(3, 8)
  const entry = (at: number, tag: number, type: number, count: number) => {
    list.writeUInt16BE(tag, at)
    list.writeUInt16BE(type, at + 2)
    list.writeUInt32BE(count, at + 4)
  }
  entry(10, multiPictureTags.version, 7, 4)
  list.write('0100', 18, 'latin1')
  entry(22, multiPictureTags.pictureCount, 4, 1)
  list.writeUInt32BE(2, 30)
  entry(34, multiPictureTags.pictures, 7, 32)
  list.writeUInt32BE(50, 42)
  // The first picture is the primary one, a JPEG.
  list.writeUInt32BE(0x030000, 50)
  list.writeUInt32BE(first, 54)
  list.writeUInt32BE(second, 70)
  list.writeUInt32BE(offset, 74)
  return toSegment(app2, prefixes.multiPicture, list)
}
