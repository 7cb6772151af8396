import { open, readFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { done, refused, type Outcome } from '#portfolio/outcome.ts'
import type { Examined } from '#portfolio/parts.ts'
import { photoLimits } from '#portfolio/photo/photo.ts'
import { isHeic, openHeic } from './heic.ts'
import { withProfile } from './png.ts'
import { isWide } from './profile.ts'

/** The colour of the page, which shows through what is transparent: JPEG knows no transparency. */
const paper = '#f6f3ee'
/** WebP knows no higher pictures. */
const highest = 16_383

/** A file whose head has been read: its format, the size of what it shows, and the way to its pixels. */
export interface Original {
  readonly format: Examined['format']
  /** Pixels of the upright picture. */
  readonly width: number
  readonly height: number
  /** Decodes all of it; throws when it was cut off or is damaged. */
  readonly decode: (within: Box) => Promise<Plate>
}

/** No pixel beyond `width`; and for work that only needs an impression, as quick as the format allows. */
interface Box {
  readonly width: number
  readonly quick?: boolean
}

/** The picture ready to be drawn from: upright, opaque, eight bits, unpacked; a profile in it says what its numbers mean. */
export interface Plate {
  readonly png: Buffer
  readonly width: number
  readonly profiled: boolean
  /** The profile holds colours that sRGB clearly does not. */
  readonly wide: boolean
}

/** Locks every decoder of libvips but those for JPEG, PNG and WebP. */
export function lockDecoders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
  sharp.cache(false)
}

/** Reads the head of a file; refuses what is no picture, or too large a one, before anything is decoded. */
export async function openOriginal(path: string): Promise<Outcome<Original>> {
  const heic = isHeic(await headOf(path))
  const opened = heic ? await openHeicFile(path) : await openCommon(path)
  if (opened === null) return heic ? damaged() : refused('wrong-type', 'This is not a JPEG, PNG, WebP or HEIC picture.')
  const { width, height } = opened
  if (Math.max(width, height) > photoLimits.side || width * height > photoLimits.pixels) {
    return refused('too-large', 'This picture is too large: 64 megapixels and 16,384 pixels a side at most.')
  }
  return done(opened)
}

/** The refusal of a file that says what it is and then does not hold it. */
export function damaged() {
  return refused('wrong-type', 'This picture is damaged and cannot be read to its end.')
}

/** The picture in a colour space of the web, at most so wide. Its output carries a profile unless it is raw. */
export function draw({ png, profiled }: Plate, width: number, gamut: 'srgb' | 'p3'): Sharp {
  // The profile in the plate is left for the last step: converted first, all colours would go through sRGB.
  const drawn = sharp(png, { ignoreIcc: true, limitInputPixels: false }).resize({ width, withoutEnlargement: true })
  return profiled ? drawn.withIccProfile(gamut) : drawn
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path).catch(() => null)
  if (!file) return Buffer.alloc(0)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function openCommon(path: string): Promise<Original | null> {
  // Without the limit, which would call a large picture none at all: only the head is read.
  const metadata = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  const format = (['jpeg', 'png', 'webp'] as const).find((name) => name === metadata?.format)
  if (!metadata || !format) return null
  const { width, height } = metadata.autoOrient
  return { format, width, height, decode: (within) => decodeCommon(path, metadata, within) }
}

async function decodeCommon(path: string, metadata: Metadata, within: Box): Promise<Plate> {
  // Grey, CMYK and profiles that describe them become sRGB at once: what they hold beyond it, no screen shows as meant.
  const profiled = metadata.hasProfile && (metadata.space === 'srgb' || metadata.space === 'rgb16')
  const read = sharp(path, {
    failOn: 'warning',
    limitInputPixels: photoLimits.pixels + 1,
    sequentialRead: true,
    ignoreIcc: profiled,
  })
  const sized = fit(read.autoOrient(), within).flatten({ background: paper })
  return plate(profiled ? sized.keepIccProfile() : sized, profiled, isWide(metadata.icc))
}

async function openHeicFile(path: string): Promise<Original | null> {
  const bytes = await readFile(path)
  try {
    const { width, height, decode } = openHeic(bytes)
    return { format: 'heic', width, height, decode: (within) => decodeHeic(decode(), within) }
  } catch {
    return null
  }
}

async function decodeHeic(
  { pixels, width, height, icc, p3 }: ReturnType<ReturnType<typeof openHeic>['decode']>,
  within: Box,
) {
  const raw = sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: photoLimits.pixels + 1 })
  const drawn = await plate(fit(raw, within), false, false)
  const profile = icc ?? (p3 ? await p3Profile() : null)
  if (!profile) return drawn
  return { ...drawn, png: withProfile(drawn.png, profile), profiled: true, wide: isWide(profile) }
}

async function p3Profile(): Promise<Uint8Array | null> {
  const blank = sharp({ create: { width: 1, height: 1, channels: 3, background: paper } })
  const { icc } = await sharp(await blank.withIccProfile('p3').png().toBuffer()).metadata()
  return icc ?? null
}

function fit(image: Sharp, { width, quick = false }: Box): Sharp {
  return image.resize({ width, height: highest, fit: 'inside', withoutEnlargement: true, fastShrinkOnLoad: quick })
}

async function plate(image: Sharp, profiled: boolean, wide: boolean): Promise<Plate> {
  const { data, info } = await image
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, profiled, wide }
}
