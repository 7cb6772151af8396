/** In bytes. */
export interface DiskSpace {
  readonly free: number
  readonly total: number
}

const maxReservedBytes = 512 * 1024 * 1024
const reservedShare = 0.05

export const storageFull = 'The storage is full. The picture was not added.'

/** Bytes that photos and backups leave free for everything else, such as logging in and deleting. */
export function reservedBytes({ total }: DiskSpace): number {
  return Math.min(maxReservedBytes, Math.ceil(total * reservedShare))
}

/** Whether this many more bytes would use reserved space. `null` is a store without a limit. */
export function isAlmostFull(space: DiskSpace | null, moreBytes = 0): boolean {
  return space !== null && space.free - moreBytes < reservedBytes(space)
}
