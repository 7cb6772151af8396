import { statfs } from 'node:fs/promises'
import type { DiskSpace } from '#portfolio/health/reserved-space.ts'

/** The free and total bytes of the disk of this path; `null` for a network file system that reports no size. */
export async function freeSpaceAt(path: string): Promise<DiskSpace | null> {
  const { bavail, blocks, bsize } = await statfs(path)
  return blocks > 0 ? { free: bavail * bsize, total: blocks * bsize } : null
}
