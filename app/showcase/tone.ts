import type { Photograph } from '#portfolio/photo/photo.ts'

/** Whether a photograph is light or dark as a whole: on a light one dark ink reads best, on a dark one light ink. */
export function toneOf({ colour }: Pick<Photograph, 'colour'>): 'light' | 'dark' {
  return luminanceOf(colour) >= evenly ? 'light' : 'dark'
}

/** Here the two inks of `tokens.css` have the same contrast, as WCAG counts it. */
const evenly = 0.19

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(parseInt(colour.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
