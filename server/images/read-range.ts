import { open } from 'node:fs/promises'

/** Reads `bytes` of a file from `start` on; fewer where it ends. */
export async function readRange(path: string, start: number, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
