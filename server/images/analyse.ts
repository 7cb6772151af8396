import sharp, { type Sharp } from 'sharp'
import type { ImageAnalysis } from '#portfolio/ports.ts'
import { resize, type DecodedImage } from './decode.ts'
import { usesWideGamut } from './wide-gamut.ts'

const thumbnailSide = 100
/** Large enough to keep small areas of saturated colour. */
const gamutWidth = 640
const placeholderSide = 10

/** Calculates the dominant colour and the placeholder (shown until the image has loaded), and detects a wide gamut. */
export async function analyse(image: DecodedImage): Promise<ImageAnalysis> {
  const { data, info } = await resize(image, thumbnailSide, 'srgb')
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const thumbnail = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const { dominant } = await thumbnail().stats()
  return {
    colour: hex(dominant),
    placeholder: await toPlaceholder(thumbnail()),
    wide: image.wide && usesWideGamut(await resize(image, gamutWidth, 'p3').raw().toBuffer()),
  }
}

// About 200 bytes. A ThumbHash has 25 bytes but needs a script, or 110 bytes if the server renders it. On the samples,
// a ThumbHash differs from the blurred image by a mean CIEDE2000 of 4.7, this placeholder by 1.6.
async function toPlaceholder(image: Sharp): Promise<string> {
  const small = image.resize(placeholderSide, placeholderSide, { fit: 'inside' })
  const bytes = await small.webp({ lossless: true, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

function hex({ r, g, b }: { r: number; g: number; b: number }): string {
  return `#${[r, g, b].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
