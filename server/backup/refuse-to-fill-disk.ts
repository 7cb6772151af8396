import { isAlmostFull, reservedBytes } from '#portfolio/health/reserved-space.ts'
import { freeSpaceAt } from '#server/storage/free-space.ts'
import { BackupRefused } from './backup-refused.ts'

const megabyte = 1024 * 1024

/** Throws `BackupRefused` unless `bytes` more fit on the disk of `folder` and leave the reserved space free. */
export async function refuseToFillDisk(folder: string, bytes: number): Promise<void> {
  const space = await freeSpaceAt(folder)
  if (!space || !isAlmostFull(space, bytes)) return
  const [needed, left] = [bytes + reservedBytes(space), space.free].map((size) => `${Math.ceil(size / megabyte)} MB`)
  throw new BackupRefused(`The disk of ${folder} is too full: ${needed} must be free, and ${left} are.`)
}
