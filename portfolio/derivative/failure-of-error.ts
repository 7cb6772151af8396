import { ImageProcessorFailed } from '#portfolio/ports.ts'
import type { DerivingFailure } from './failure.ts'

export class OriginalMissing extends Error {
  override readonly name = 'OriginalMissing'
}

export function failureOf(error: unknown): DerivingFailure {
  if (error instanceof OriginalMissing) return 'missing'
  if (!(error instanceof ImageProcessorFailed)) return 'other'
  return error.ended ? 'exhausted' : 'damaged'
}
