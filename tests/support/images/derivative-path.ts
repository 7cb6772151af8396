import { derivativeKey, photosPath } from '#portfolio/derivative/derivatives.ts'

/** The URL path of the derivative that is stored at `derivativeKey`. */
export function derivativePath(...derivative: Parameters<typeof derivativeKey>): string {
  return derivativeKey(...derivative).replace('derivatives', photosPath)
}
