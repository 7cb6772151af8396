import sharp, { type Sharp } from 'sharp'
import type { Derivative, DerivativeSize } from '#portfolio/ports.ts'
import { encodingsOf, currentRecipe, type DerivativeFormat } from '#portfolio/photo/derivatives.ts'
import { resize, type DecodedImage } from './decode.ts'

/** The formats of the current recipe. */
export type EncodedFormat = Exclude<DerivativeFormat, 'webp'>
/** The quality of each format at which this image looks as good as any other. */
export type Qualities = Readonly<Record<EncodedFormat, number>>

/**
 * From this number of pixels on, AVIF is encoded with half the effort: few screens show so many, and files of the same
 * quality are only 5 % larger. More effort than 2 saves 3 % for 1.5 to 7 times the time.
 */
const largePixels = 3_000_000

/** How each format is encoded. */
export const encoders: Record<EncodedFormat, (image: Sharp, quality: number, pixels: number) => Sharp> = {
  avif: (image, quality, pixels) => image.avif({ quality, effort: pixels < largePixels ? 2 : 1 }),
  jpg: (image, quality) => image.jpeg({ quality, mozjpeg: true }),
}

/** Encodes one size. Derivatives contain no metadata except, in Display P3, the ICC profile. */
export async function encode(
  image: DecodedImage,
  { width, crop, formats }: DerivativeSize,
  wide: boolean,
  qualities: Qualities,
): Promise<Derivative[]> {
  const raw = await toRaw(resize(image, width, 'srgb', crop))
  const pixels = raw.width * raw.height
  const derivatives: Derivative[] = []
  for (const { format, gamut } of encodingsOf({ wide, recipe: currentRecipe })) {
    if (format === 'webp' || !formats.includes(format)) continue
    // Browsers read an image without a profile as sRGB, so a profile would only cost bytes.
    const resized = gamut === 'p3' ? resize(image, width, 'p3', crop) : sharp(raw.data, { raw })
    derivatives.push({ format, gamut, bytes: await encoders[format](resized, qualities[format], pixels).toBuffer() })
  }
  return derivatives
}

/** The pixels of an image in sRGB. */
export async function toRaw(image: Sharp) {
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}
