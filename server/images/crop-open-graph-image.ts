import sharp from 'sharp'
import type { ImageProcessor } from '#portfolio/ports.ts'

export type Size = Parameters<ImageProcessor['crop']>[1]
/** The focal point, as fractions of width and height. */
export type FocalPoint = Parameters<ImageProcessor['crop']>[2]

/** Crops an image to a JPEG of this size, like `object-fit: cover` with `object-position` in a browser. */
export const cropOpenGraphImage: ImageProcessor['crop'] = async (path, { width, height }, { focalX, focalY }) => {
  const image = sharp(path)
  const source = await image.metadata()
  const scale = Math.max(width / source.width, height / source.height)
  const scaled = { width: Math.round(source.width * scale), height: Math.round(source.height * scale) }
  return image
    .resize({ ...scaled, fit: 'fill' })
    .extract({
      left: Math.round((scaled.width - width) * focalX),
      top: Math.round((scaled.height - height) * focalY),
      width,
      height,
    })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
}
