import { open } from 'node:fs/promises'

const signatureBytes = 8
/** Of a chunk besides its data: length, type and checksum (ISO/IEC 15948, 5.3). */
const frameBytes = 12
/** Far more than any program writes before the image data. */
const maxChunks = 1_000

/** Whether a PNG has an animation: the chunk `acTL` stands before the image data (PNG, third edition, 11.3.4.1). */
export async function isAnimatedPng(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    let position = signatureBytes
    for (let chunk = 0; chunk < maxChunks; chunk++) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, position)
      const type = buffer.toString('latin1', 4)
      if (type === 'acTL') return true
      if (type === 'IDAT' || bytesRead < 8) return false
      position += frameBytes + buffer.readUInt32BE(0)
    }
    return false
  } finally {
    await file.close()
  }
}
