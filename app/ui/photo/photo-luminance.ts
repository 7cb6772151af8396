import type { PhotoView } from '#portfolio/photo/photo.ts'

/** Whether the dominant colour of a photo is light or dark, to choose the text colour on it. */
export function lightOrDark({ colour }: Pick<PhotoView, 'colour'>): 'light' | 'dark' {
  return luminance(colour) >= threshold ? 'light' : 'dark'
}

/** At this relative luminance (WCAG 2) both text colours of `tokens.css` have the same contrast. */
const threshold = 0.19

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linear(parseInt(colour.slice(start, start + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
