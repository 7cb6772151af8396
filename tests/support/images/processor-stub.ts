import type { DerivativeSize, Ports } from '#portfolio/ports.ts'

const analysis = { colour: '#808080', placeholder: '', wide: false, gainMap: false } as const

/** A stub of `derive` that returns no derivatives. */
export const deriveNothing: Ports['images']['derive'] = async (_, sizes, onMade, options) => {
  for (const size of sizes) if ((await onMade(size, [])) === 'stop') break
  return options?.measureContrast ? { ...analysis, contrastMap: '00' } : analysis
}

/** Uncropped sizes of these widths, in the formats of the current recipe. */
export function uncropped(...widths: readonly number[]): DerivativeSize[] {
  return widths.map((width) => ({ width, crop: null, formats: ['avif', 'jpg'] }))
}
