import type { QueueItem } from './queue-item.ts'

/** A file that was chosen before the page was reloaded. The browser does not keep it: it must be chosen again. */
export interface MissingFile {
  readonly name: string
  readonly size: number
  readonly alt: string
}

/** Describes the files that can still be uploaded or chosen again, for storage on this device. */
export function describeFiles(items: readonly QueueItem[], missing: readonly MissingFile[]): readonly MissingFile[] {
  const chosen = items.filter(({ stage, isPermanentFailure }) => stage !== 'attached' && !isPermanentFailure)
  return [...chosen.map(({ file: { name, size }, alt }) => ({ name, size, alt })), ...missing]
}

export function parseMissingFiles(stored: unknown): readonly MissingFile[] {
  return Array.isArray(stored) ? stored.filter(isMissingFile) : []
}

function isMissingFile(value: unknown): value is MissingFile {
  if (typeof value !== 'object' || value === null) return false
  const { name, size, alt } = value as Partial<Record<keyof MissingFile, unknown>>
  return typeof name === 'string' && typeof size === 'number' && typeof alt === 'string'
}

const keys = new WeakMap<MissingFile, number>()
let lastKey = 0

/** A key for React: two files may have the same name and size. */
export function keyOf(missing: MissingFile): number {
  const key = keys.get(missing) ?? ++lastKey
  keys.set(missing, key)
  return key
}

/** Does not compare modification times, which some phones change each time a file is chosen. */
export function isSameFile(missing: MissingFile, { name, size }: File): boolean {
  return missing.name === name && missing.size === size
}
