import sharp, { type Sharp } from 'sharp'
import type { Derivative, DerivativeSize } from '#portfolio/ports.ts'
import { cropArea } from '#portfolio/derivative/proportions.ts'
import { hdrEncoding } from '#portfolio/derivative/hdr.ts'
import { encodingsOf, currentRecipe, type DerivativeFormat, type Gamut } from '#portfolio/derivative/derivatives.ts'
import { resize, type DecodedImage } from './decode.ts'
import { addGainMap, type GainMap } from '#server/images/gain-map/gain-map.ts'

/** The formats of the current recipe. */
export type EncodedFormat = Exclude<DerivativeFormat, 'webp'>
/** The quality of each format at which this image looks as good as other images. */
export type Qualities = Readonly<Record<EncodedFormat, number>>

/**
 * AVIF with at least this many pixels is encoded with effort 1, in half the time: only dense screens show so many.
 * Files are 2.5 % larger and their perceived distance is 2 % larger, which was visible in plain walls and mist at
 * widths up to 2,560 px. A quality two higher, the next step of the encoder, makes up for the distance. Effort 0 would
 * make files 14 % larger; effort 3 would make them 6 % smaller in 1.4 times the time.
 */
const largePixels = 5_000_000

export const encoders: Record<EncodedFormat, (image: Sharp, quality: number, pixels: number) => Sharp> = {
  avif: (image, quality, pixels) =>
    image.avif(pixels < largePixels ? { quality, effort: 2 } : { quality: quality + 2, effort: 1 }),
  jpg: (image, quality) => image.jpeg({ quality, mozjpeg: true }),
}

/** Encodes one size. Derivatives contain no metadata except the gain map's and, in Display P3, the ICC profile. */
export async function encode(
  image: DecodedImage,
  { width, crop, formats, hdr = false }: DerivativeSize,
  wide: boolean,
  qualities: Qualities,
  gainMap: GainMap | null = null,
): Promise<Derivative[]> {
  const pixels = pixelsOf(image, width, crop)
  let raw: Awaited<ReturnType<typeof toRaw>> | undefined
  const resizeTo = async (gamut: Gamut) => {
    if (gamut === 'p3') return resize(image, width, gamut, crop)
    // Browsers read an image without a profile as sRGB, so a profile would only cost bytes.
    raw ??= await toRaw(resize(image, width, gamut, crop))
    return sharp(raw.data, { raw })
  }
  const derivatives: Derivative[] = []
  for (const { format, gamut } of encodingsOf({ wide, recipe: currentRecipe })) {
    if (format === 'webp' || !formats.includes(format)) continue
    const encoded = encoders[format](await resizeTo(gamut), qualities[format], pixels)
    derivatives.push({ format, gamut, bytes: await encoded.toBuffer() })
  }
  if (hdr && gainMap) {
    const encoding = hdrEncoding(wide)
    const existing = derivatives.find(({ format, gamut }) => format === 'jpg' && gamut === encoding.gamut)?.bytes
    const jpeg = existing ?? (await encoders.jpg(await resizeTo(encoding.gamut), qualities.jpg, pixels).toBuffer())
    derivatives.push({ ...encoding, bytes: await addGainMap(Buffer.from(jpeg), image, gainMap, crop) })
  }
  return derivatives
}

function pixelsOf(image: DecodedImage, width: number, crop: string | null): number {
  const area = crop === null ? image : cropArea(image, crop)
  return Math.min(width, area.width) ** 2 * (area.height / area.width)
}

export async function toRaw(image: Sharp) {
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}
