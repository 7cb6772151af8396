import type { QueueItem } from './queue-item.ts'

/** A file that was chosen before the page was reloaded. The browser does not keep it: it must be chosen again. */
export interface MissingFile {
  readonly name: string
  readonly size: number
  readonly alt: string
}

/** What is kept of a queue when the page is left: the files that can still be uploaded. */
export function describeFiles(items: readonly QueueItem[], missing: readonly MissingFile[]): readonly MissingFile[] {
  const chosen = items.filter(({ stage, isPermanentFailure }) => stage !== 'attached' && !isPermanentFailure)
  return [...chosen.map(({ file: { name, size }, alt }) => ({ name, size, alt })), ...missing]
}

/** Reads what `describeFiles` returned from a stored draft. */
export function parseMissingFiles(stored: unknown): readonly MissingFile[] {
  return Array.isArray(stored) ? stored.filter(isMissingFile) : []
}

function isMissingFile(value: unknown): value is MissingFile {
  if (typeof value !== 'object' || value === null) return false
  const { name, size, alt } = value as Partial<Record<keyof MissingFile, unknown>>
  return typeof name === 'string' && typeof size === 'number' && typeof alt === 'string'
}

/** Not by modification time, which some phones change with every choice. */
export function isSameFile(missing: MissingFile, { name, size }: File): boolean {
  return missing.name === name && missing.size === size
}
