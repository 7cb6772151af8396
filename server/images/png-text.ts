import { closeSync, openSync, readSync } from 'node:fs'

/** At the highest ratio of deflate, 1032, this is 264 MB of text, for which libpng takes 3 s. Real files have a few KB. */
const maxCompressedBytes = 256 * 1024
/** Encoders write chunks of 8 KB or more, so that an accepted file has a tenth of this number. */
const maxChunks = 200_000
/** The keyword and its end in front of the flag of an iTXt chunk: ISO/IEC 15948, 11.3.4.5. */
const keywordBytes = 80

/** Whether this PNG has too many chunks, or too much compressed text: libpng decompresses all of it. */
export function hasTooMuchText(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(8 + keywordBytes + 1)
    let compressed = 0
    // After the signature. A chunk is its length, type, data and checksum: ISO/IEC 15948, 5.3.
    let position = 8
    for (let chunks = 0; chunks < maxChunks && compressed <= maxCompressedBytes; chunks++) {
      const bytesRead = readSync(file, head, 0, head.length, position)
      if (bytesRead < 8) return false
      const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
      if (type === 'zTXt' || (type === 'iTXt' && isCompressed(head.subarray(8, bytesRead)))) compressed += length
      position += 12 + length
    }
    return true
  } finally {
    closeSync(file)
  }
}

/** Whether the flag behind the keyword of an iTXt chunk says that its text is compressed. */
function isCompressed(data: Buffer): boolean {
  const end = data.indexOf(0)
  return end >= 0 && data[end + 1] !== 0
}
