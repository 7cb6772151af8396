import sharp, { type Metadata, type Sharp } from 'sharp'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import type { Examined, Pictures } from '#portfolio/parts.ts'
import { derivativeFormats, photoLimits, type DerivativeFormat } from '#portfolio/photo/photo.ts'

const readable = ['jpeg', 'png', 'webp'] as const

// Quality by eye on the sample photographs; efforts by the clock (AVIF effort 4 takes five times as long
// as 3 for files of the same size).
const encoders: Record<DerivativeFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 60, effort: 3 }),
  webp: (image) => image.webp({ quality: 84, effort: 4, smartSubsample: true }),
}

/** The image machine: libvips, with every decoder locked but those for JPEG, PNG and WebP. */
export function openPictures(): Pictures {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
  sharp.cache(false)
  return { examine, derive }
}

async function examine(path: string): Promise<Outcome<Examined>> {
  // Without the limit, which would call a large picture none at all: only the head is read.
  const metadata = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  const format = readable.find((name) => name === metadata?.format)
  if (!metadata || !format) return refused('wrong-type', 'This is not a JPEG, PNG or WebP picture.')
  if (Math.max(metadata.width, metadata.height) > photoLimits.side || pixelsOf(metadata) > photoLimits.pixels) {
    return refused('too-large', 'This picture is too large: 64 megapixels and 16,384 pixels a side at most.')
  }
  // Only decoding all of it tells a whole picture from one that was cut off.
  const stats = await read(path)
    .stats()
    .catch(() => null)
  if (!stats) return refused('wrong-type', 'This picture is damaged and cannot be read to its end.')
  const { width, height } = metadata.autoOrient
  return done({ format, width, height, colour: hex(stats.dominant) })
}

async function derive(
  path: string,
  widths: readonly number[],
  keep: (width: number, format: DerivativeFormat, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  for (const width of widths) {
    const resized = await read(path)
      .autoOrient()
      .resize({ width })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width: rawWidth, height, channels } = resized.info
    for (const format of derivativeFormats) {
      const image = sharp(resized.data, { raw: { width: rawWidth, height, channels } })
      await keep(width, format, await encoders[format](image).toBuffer())
    }
  }
}

function read(path: string): Sharp {
  return sharp(path, { failOn: 'warning', limitInputPixels: photoLimits.pixels + 1, sequentialRead: true })
}

function pixelsOf(metadata: Metadata): number {
  return metadata.width * metadata.height
}

function hex({ r, g, b }: { r: number; g: number; b: number }): string {
  return `#${[r, g, b].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
