/** A marker segment of a JPEG that has a length (ITU-T T.81, B.1.1.4). */
export interface JpegSegment {
  readonly marker: number
  /** The offset of its content in the file. */
  readonly offset: number
  readonly content: Buffer
}

export const app0 = 0xe0
export const app1 = 0xe1
export const app2 = 0xe2
const startOfScan = 0xda
/** More than any camera writes. */
const maxSegments = 1_000
const maxContent = 0xffff - 2

/** The segments before the image data, and the image data with everything after it; `null` for a malformed JPEG. */
export function readSegments(jpeg: Buffer): { segments: JpegSegment[]; scan: Buffer } | null {
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xffd8) return null
  const segments: JpegSegment[] = []
  let at = 2
  while (at + 4 <= jpeg.length && segments.length < maxSegments && jpeg[at] === 0xff) {
    const marker = jpeg.readUInt8(at + 1)
    if (marker === startOfScan) return { segments, scan: jpeg.subarray(at) }
    // Any number of bytes 0xff may precede a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (end < at + 4 || end > jpeg.length) return null
    segments.push({ marker, offset: at + 4, content: jpeg.subarray(at + 4, end) })
    at = end
  }
  return null
}

/** The first segment whose content begins with `prefix`, without the prefix; `null` if there is none. */
export function findSegment(segments: readonly JpegSegment[], marker: number, prefix: string): JpegSegment | null {
  const found = segments.find(
    (segment) => segment.marker === marker && segment.content.toString('latin1', 0, prefix.length) === prefix,
  )
  if (!found) return null
  return { marker, offset: found.offset + prefix.length, content: found.content.subarray(prefix.length) }
}

/** Throws `RangeError` above 65,533 bytes of content. Strings are in Latin-1. */
export function toSegment(marker: number, ...contents: readonly (string | Buffer)[]): Buffer {
  const content = Buffer.concat(contents.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  if (content.length > maxContent) throw new RangeError('the segment is too long')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
