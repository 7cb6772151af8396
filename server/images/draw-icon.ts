import sharp from 'sharp'
import type { ImageProcessor } from '#portfolio/ports.ts'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'

/** Draws a PNG. A `background` surrounds a transparent logo; an opaque logo is extended with its own colour. */
export const drawIcon: ImageProcessor['drawIcon'] = async (path, { side, background, share }) => {
  const source = sharp(path, { failOn: 'warning', limitInputPixels: photoLimits.pixels + 1 })
  const whole = await source.autoOrient().resize(side, side).toColourspace('srgb').png().toBuffer()
  if (background === null) return whole
  const { isOpaque } = await sharp(whole).stats()
  const inner = Math.round(side * share[isOpaque ? 1 : 0])
  const before = Math.floor((side - inner) / 2)
  const after = side - inner - before
  // An opaque logo is extended with the colour of its corner.
  const surrounding = isOpaque ? await cornerOf(whole) : background
  return sharp(await sharp(whole).resize(inner, inner).toBuffer())
    .flatten({ background: surrounding })
    .extend({ top: before, left: before, bottom: after, right: after, background: surrounding })
    .png()
    .toBuffer()
}

async function cornerOf(png: Buffer) {
  const [r = 0, g = 0, b = 0] = await sharp(png).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()
  return { r, g, b }
}
