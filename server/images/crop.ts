import sharp from 'sharp'
import type { Pictures } from '#portfolio/parts.ts'

/** Of the picture that is to be filled, in pixels. */
export type Size = Parameters<Pictures['crop']>[1]
/** The point that stays in sight: fractions of width and height. */
export type Focal = Parameters<Pictures['crop']>[2]

/** Fills the size with the picture, as `object-fit: cover` and `object-position` do in a browser; JPEG. */
export const crop: Pictures['crop'] = async (path, { width, height }, { focalX, focalY }) => {
  const image = sharp(path)
  const given = await image.metadata()
  const scale = Math.max(width / given.width, height / given.height)
  const drawn = { width: Math.round(given.width * scale), height: Math.round(given.height * scale) }
  return image
    .resize({ ...drawn, fit: 'fill' })
    .extract({
      left: Math.round((drawn.width - width) * focalX),
      top: Math.round((drawn.height - height) * focalY),
      width,
      height,
    })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
}
