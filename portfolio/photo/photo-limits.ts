/** Limits of originals: pixels before the image is turned upright, `alt`, `caption` and `credit` in code points. */
export const photoLimits = {
  bytes: 50 * 1024 * 1024,
  pixels: 64_000_000,
  /** JPEGs of medium-format cameras are larger. */
  jpeg: { bytes: 120 * 1024 * 1024, pixels: 102_000_000 },
  /** With 10 or 12 bits per channel, half as many pixels. */
  avif: { bytes: 50 * 1024 * 1024, pixels: 32_000_000 },
  side: 16_384,
  alt: 300,
  caption: 300,
  credit: 120,
} as const
