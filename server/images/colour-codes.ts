import { readRange } from './read-range.ts'

/** Colour codes of ITU-T H.273 (ISO/IEC 23091-2). */
export interface ColourCodes {
  readonly primaries: number
  readonly transfer: number
}

export const displayP3Primaries = 12
/** PQ and HLG, which encode values brighter than white. */
const hdrTransfers = [16, 18]

interface Box {
  readonly type: string
  readonly content: Buffer
}

/** This much of a file contains the boxes, because encoders write them before the pixels. */
const headBytes = 2 * 1024 * 1024

export function isHdr({ transfer }: ColourCodes): boolean {
  return hdrTransfers.includes(transfer)
}

/** Reads the `colr` box of type `nclx` (ISO/IEC 14496-12, 12.1.5) of an AVIF's primary image; `null` without one. */
export async function readColourCodes(path: string): Promise<ColourCodes | null> {
  try {
    const meta = boxIn(boxesIn(await readRange(path, 0, headBytes)), 'meta').subarray(4)
    const primary = primaryItemId(boxIn(boxesIn(meta), 'pitm'))
    const properties = boxesIn(boxIn(boxesIn(meta), 'iprp'))
    const all = boxesIn(boxIn(properties, 'ipco'))
    const associations = properties.filter(({ type }) => type === 'ipma')
    const ofPrimary = associations.flatMap(({ content }) => indexesOf(content, primary)).map((index) => all[index - 1])
    const found = ofPrimary.find((box) => box?.type === 'colr' && box.content.toString('latin1', 0, 4) === 'nclx')
    return found ? { primaries: found.content.readUInt16BE(4), transfer: found.content.readUInt16BE(6) } : null
  } catch (error) {
    // A field lies beyond the end of its box. The decoder decides whether the file is damaged.
    if (error instanceof RangeError) return null
    throw error
  }
}

function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at)
    // 1: a 64-bit size follows the type. 0: the box extends to the end of the file.
    const head = size === 1 ? 16 : 8
    const end = size === 0 ? bytes.length : at + (size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size)
    if (end < at + head) break
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + head, end) })
    at = end
  }
  return boxes
}

function boxIn(boxes: readonly Box[], wanted: string): Buffer {
  return boxes.find(({ type }) => type === wanted)?.content ?? Buffer.of()
}

/** ISO/IEC 14496-12, 8.11.4. */
function primaryItemId(pitm: Buffer): number {
  return pitm.readUInt8(0) === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4)
}

/** The 1-based indexes of the properties of an item (ISO/IEC 23008-12, 9.3.1). */
function indexesOf(ipma: Buffer, item: number): number[] {
  const idBytes = ipma.readUInt8(0) === 0 ? 2 : 4
  const indexBytes = 1 + (ipma.readUInt8(3) & 1)
  let at = 8
  for (let entries = ipma.readUInt32BE(4); entries > 0; entries--) {
    const id = ipma.readUIntBE(at, idBytes)
    const count = ipma.readUInt8(at + idBytes)
    const first = at + idBytes + 1
    at = first + count * indexBytes
    if (id !== item) continue
    // The first bit says whether the property is essential.
    const mask = indexBytes === 1 ? 0x7f : 0x7fff
    return Array.from({ length: count }, (_, n) => ipma.readUIntBE(first + n * indexBytes, indexBytes) & mask)
  }
  return []
}
