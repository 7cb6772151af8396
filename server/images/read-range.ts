import { open } from 'node:fs/promises'

/** Reads at most `bytes` bytes of a file, beginning at `start`; fewer at the end of the file. */
export async function readRange(path: string, start: number, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const length = Math.max(0, Math.min(bytes, size - start))
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
