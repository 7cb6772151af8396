import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const requiredBytes = 4 * 1024 ** 3

/**
 * The parent of the tests' temporary folders: in memory if 4 GB are free there, because an fsync takes 5 to 15 ms on a
 * busy disk. Files in memory survive a killed process, and tests simulate no power failure.
 */
export function temporaryRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > requiredBytes ? memory : tmpdir()
  } catch {
    // Only Linux has /dev/shm.
    return tmpdir()
  }
}
