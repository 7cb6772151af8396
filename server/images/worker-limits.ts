export interface ProcessingLimits {
  readonly memoryBytes: number
  /** Includes the start of the process. Shorter than the 60 s for which the browser tries again. */
  readonly decodeMs: number
  /** Includes the choice of the quality. */
  readonly openMs: number
  /** For one width, with a low priority: on a busy machine it takes many times as long. */
  readonly deriveMs: number
}

// Node reserves 0.6 GB that it does not use. The largest accepted images (HEIC of 48 megapixels, 16-bit PNG of 64,
// progressive JPEG of 102, or 40 in CMYK, AVIF of 32, a derivative of 26) take up to 0.77 GB and 10 s, of which one
// width takes 3.5 s. Two at once leave enough memory for the server on a machine with 2 GB.
export const processingLimits: ProcessingLimits = {
  memoryBytes: 2048 * 1024 * 1024,
  decodeMs: 50_000,
  openMs: 120_000,
  deriveMs: 120_000,
}

export const maxWorkers = 2
