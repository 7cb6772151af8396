import type { Ports } from '#portfolio/ports.ts'

const analysis = { colour: '#808080', placeholder: '', wide: false } as const

/** A stub of `derive` that returns no derivatives. */
export const deriveNothing: Ports['images']['derive'] = async (_, widths, onWidth) => {
  for (const width of widths) await onWidth(width, [])
  return analysis
}
