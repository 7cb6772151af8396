import { closeSync, openSync, readSync } from 'node:fs'

/** ISO/IEC 15948, 5.2 and 5.3: the signature; the length and type of a chunk; its length, type and checksum. */
const signatureBytes = 8
const headerBytes = 8
const frameBytes = headerBytes + 4
/** The keyword and its terminator, which precede the compression flag of an iTXt chunk: ISO/IEC 15948, 11.3.4.5. */
const keywordBytes = 80

/** At deflate's highest ratio, 1032, this is 270 MB of text, for which libpng takes 3 s. Real files have a few KB. */
const maxCompressedBytes = 256 * 1024
/** Encoders write chunks of 8 KB or more, so an accepted file, at most 50 MB, has 6,400. */
const maxChunks = 200_000

interface PngChunk {
  readonly type: string
  readonly length: number
  /** The first bytes of the data, 81 at most. */
  readonly head: Buffer
}

/** Whether a PNG is animated: the chunk `acTL` comes before the image data (PNG, third edition, 11.3.4.1). */
export function isAnimatedPng(path: string): boolean {
  for (const { type } of readChunks(path)) {
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
  }
  return false
}

/** Whether this PNG has too many chunks, or too much compressed text: libpng decompresses all of it. */
export function hasTooMuchText(path: string): boolean {
  let chunks = 0
  let compressed = 0
  for (const { type, length, head } of readChunks(path)) {
    if (type === 'zTXt' || (type === 'iTXt' && isCompressed(head))) compressed += length
    chunks += 1
    if (chunks === maxChunks || compressed > maxCompressedBytes) return true
  }
  return false
}

/** Whether the flag after the keyword of an iTXt chunk says that its text is compressed. */
function isCompressed(data: Buffer): boolean {
  const end = data.indexOf(0)
  return end >= 0 && data[end + 1] !== 0
}

/** Yields the first `maxChunks` chunks. Reading the next chunk overwrites `head`. */
function* readChunks(path: string): Generator<PngChunk> {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(headerBytes + keywordBytes + 1)
    let position = signatureBytes
    for (let chunk = 0; chunk < maxChunks; chunk++) {
      const bytesRead = readSync(file, bytes, 0, bytes.length, position)
      if (bytesRead < headerBytes) return
      const length = bytes.readUInt32BE(0)
      yield { type: bytes.toString('latin1', 4, headerBytes), length, head: bytes.subarray(headerBytes, bytesRead) }
      position += frameBytes + length
    }
  } finally {
    closeSync(file)
  }
}
