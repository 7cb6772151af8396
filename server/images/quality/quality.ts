import sharp, { type Sharp } from 'sharp'
import { resize, withAvifDecoder, type DecodedImage } from '#server/images/decode.ts'
import { encoders, toRaw, type Qualities } from '#server/images/encode.ts'
import { perceivedDistance, toReference } from './perceived-distance.ts'

/** The maximum size of a probe, on which the distance is measured. Twice the pixels do not improve the prediction. */
const probe = { width: 1175, pixels: 600_000 }

/**
 * A photo whose probe at `quality` has the distance `target` gets this quality. For each `step` in the logarithm of the
 * distance, the quality rises by one. The limits bound wrong estimates: below the qualities of recipe v2, AVIF
 * 60 and JPEG 84, plain walls showed blocks that the distance does not measure. Chosen by measurement: see
 * docs/decisions/0028.
 */
const choices = {
  avif: { quality: 60, target: 1.05, step: 0.034, min: 60, max: 66 },
  jpg: { quality: 84, target: 0.97, step: 0.03, min: 84, max: 88 },
} as const

/** Chooses qualities at which the derivatives differ from the image about as visibly as those of other images. */
export async function chooseQualities(image: DecodedImage): Promise<Qualities> {
  const raw = await toRaw(resize(image, probeWidth(image), 'srgb'))
  const reference = toReference(raw)
  const choose = async (format: keyof typeof choices, encoded: Sharp) => {
    const bytes = await encoded.toBuffer()
    const decoded = await withAvifDecoder(() => toRaw(sharp(bytes)))
    return qualityFor(format, perceivedDistance(reference, decoded))
  }
  const { avif, jpg } = choices
  // With effort 0, the distance is the same within 3 %, and AVIF takes a fifth of the time.
  const avifProbe = sharp(raw.data, { raw }).avif({ quality: avif.quality, effort: 0 })
  const jpgProbe = encoders.jpg(sharp(raw.data, { raw }), jpg.quality, 0)
  return { avif: await choose('avif', avifProbe), jpg: await choose('jpg', jpgProbe) }
}

function probeWidth({ width, height }: DecodedImage): number {
  return Math.max(1, Math.min(probe.width, Math.round(Math.sqrt((probe.pixels * width) / height))))
}

function qualityFor(format: keyof typeof choices, distance: number): number {
  const { quality, target, step, min, max } = choices[format]
  const wanted = quality + Math.log(distance / target) / step
  return Math.round(Math.min(max, Math.max(min, wanted)))
}
