import type { ExaminedImage } from '#portfolio/ports.ts'
import { refused, type Refusal } from '#portfolio/result.ts'

/** In pixels, so that the largest icon is not scaled up. */
const minSide = 512
/** Exported logos are often a pixel off square; the excess is cut off on both sides. */
const maxUnevenness = 0.02

/** Refuses what cannot become an icon: another format, an animation, and a picture that is too small or not square. */
export function checkLogo({ format, animated, width, height }: ExaminedImage): Refusal | null {
  const size = `This picture is ${width} × ${height} pixels.`
  if (format !== 'png' && format !== 'webp') return refused('wrong-type', 'A logo must be a PNG or WebP picture.')
  if (animated) return refused('wrong-type', 'A logo must be a still picture. This one is animated.')
  if (Math.abs(width - height) > maxUnevenness * Math.max(width, height))
    return refused('wrong-value', `A logo must be square. ${size}`)
  if (Math.min(width, height) < minSide)
    return refused('wrong-value', `A logo must be at least ${minSide} × ${minSide} pixels. ${size}`)
  return null
}
