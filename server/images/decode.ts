import { readFile, stat } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { ExaminedImage } from '#portfolio/ports.ts'
import {
  fileTooLargeMessage,
  hdrFileMessage,
  imageTooLargeMessage,
  limitsOf,
  rawFileMessage,
  unsupportedFormatMessage,
} from '#portfolio/photo/accepted-formats.ts'
import { cropArea } from '#portfolio/derivative/proportions.ts'
import { photoLimits } from '#portfolio/photo/photo-limits.ts'
import { adobeRgbProfile, isAdobeRgb } from './adobe-rgb.ts'
import { displayP3Primaries, isHdr, readColourCodes } from './colour-codes.ts'
import { formatOfFile } from './file-format.ts'
import { openHeic } from './heic.ts'
import { hasTooMuchText, isAnimatedPng } from './png-chunks.ts'
import { embedIccProfile } from './png-icc-profile.ts'
import { hasWideGamut } from './wide-gamut.ts'

/** The background colour of the pages. It replaces transparency, which JPEG lacks. */
const background = '#f6f3ee'

/** An original whose header has been read, but not its pixels. */
export interface OpenedImage {
  readonly format: ExaminedImage['format']
  /** In pixels, upright. */
  readonly width: number
  readonly height: number
  /** Larger images are refused, so that decoding takes no more memory than a worker has. */
  readonly maxPixels: number
  /** Whether the file has several frames, of which only the first is decoded. */
  readonly animated: boolean
  /** Decodes the whole image; throws if it is truncated or damaged. */
  readonly decode: (options: DecodeOptions) => Promise<DecodedImage>
}

interface DecodeOptions {
  /** Wider images are scaled down. */
  readonly width: number
  /** Lower quality, as fast as the format allows. */
  readonly quick?: boolean
}

/** An upright, opaque PNG with eight bits per channel, not compressed. */
export interface DecodedImage {
  readonly png: Buffer
  readonly width: number
  readonly height: number
  readonly hasProfile: boolean
  /** Whether the gamut of the profile is clearly larger than sRGB. */
  readonly wide: boolean
}

/** libvips' decoder for AVIF, allowed only for files with that signature. sharp's build of it has no other codec. */
const avifDecoder = { operation: ['VipsForeignLoadHeif'] }

export function restrictDecoders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
  sharp.cache(false)
}

export async function withAvifDecoder<T>(work: () => Promise<T>): Promise<T> {
  sharp.unblock(avifDecoder)
  try {
    return await work()
  } finally {
    sharp.block(avifDecoder)
  }
}

/** Reads the header of an original. Refuses unsupported formats and images that are too large, before decoding them. */
export async function openOriginal(path: string): Promise<Result<OpenedImage>> {
  const format = await formatOfFile(path)
  if (format === null) return refused('wrong-type', unsupportedFormatMessage)
  if (format === 'raw') return refused('wrong-type', rawFileMessage)
  const limits = limitsOf(format)
  if ((await stat(path)).size > limits.bytes) return refused('too-large', fileTooLargeMessage(limits))
  if (format === 'png' && hasTooMuchText(path)) return refused('wrong-type', 'This picture cannot be read.')
  const codes = format === 'avif' ? await readColourCodes(path) : null
  if (codes && isHdr(codes)) return refused('wrong-type', hdrFileMessage)
  const p3 = codes?.primaries === displayP3Primaries
  const opened = format === 'heic' ? await openHeicFile(path) : await openWithSharp(path, format, p3)
  if (opened === null) return refuseDamaged()
  const { width, height, maxPixels } = opened
  const isTooLarge = Math.max(width, height) > photoLimits.side || width * height > maxPixels
  if (isTooLarge) return refused('too-large', imageTooLargeMessage(maxPixels))
  return done(opened)
}

export function refuseDamaged() {
  return refused('wrong-type', 'This picture is damaged or incomplete.')
}

/** Scales to at most `width`. An image with a profile is converted to `gamut`, whose profile encoded files contain. */
export function resize(image: DecodedImage, width: number, gamut: 'srgb' | 'p3', crop: string | null = null): Sharp {
  const { png, hasProfile } = image
  // The profile is applied in the last step: importing it here would convert all colours to sRGB first.
  const whole = sharp(png, { ignoreIcc: true, limitInputPixels: false })
  const part = crop === null ? whole : whole.extract(cropArea(image, crop))
  const resized = part.resize({ width, withoutEnlargement: true })
  return hasProfile ? resized.withIccProfile(gamut) : resized
}

async function openWithSharp(path: string, format: OpenedImage['format'], p3: boolean): Promise<OpenedImage | null> {
  const allowed = format === 'avif' ? withAvifDecoder : <T>(work: () => Promise<T>) => work()
  // Only the header is read. With a pixel limit, a large image would be reported as damaged.
  const metadata = await allowed(() => sharp(path, { limitInputPixels: false }).metadata()).catch(() => null)
  if (metadata?.format !== (format === 'avif' ? 'heif' : format)) return null
  const { width, height } = metadata.autoOrient
  // libvips reads an animated PNG as a still image.
  const animated = (metadata.pages ?? 1) > 1 || (format === 'png' && isAnimatedPng(path))
  const decode = async (options: DecodeOptions) => {
    const profile = await profileOf(metadata, p3)
    return allowed(() => decodeWithSharp(path, format, { profile, space: metadata.space }, options))
  }
  return { format, width, height, maxPixels: maxPixelsOf(format, metadata), animated, decode }
}

/** Two images of this size take no more memory than two of the largest progressive JPEGs with three channels. */
const maxProgressiveCmykPixels = 40_000_000

// A progressive JPEG is kept in memory completely, with two bytes per channel of each pixel. AVIF takes 20 bytes per
// pixel, and twice as many with 10 or 12 bits per channel.
function maxPixelsOf(format: OpenedImage['format'], { isProgressive, space, depth }: Metadata): number {
  if (isProgressive && space === 'cmyk') return maxProgressiveCmykPixels
  if (format === 'avif' && depth !== 'uchar') return photoLimits.avif.pixels / 2
  return limitsOf(format).pixels
}

async function decodeWithSharp(
  path: string,
  format: OpenedImage['format'],
  { profile, space }: { profile: Uint8Array | null; space: Metadata['space'] },
  options: DecodeOptions,
): Promise<DecodedImage> {
  // Grey and CMYK are converted to sRGB here.
  const hasProfile = profile !== null && (space === 'srgb' || space === 'rgb16')
  const source = sharp(path, {
    failOn: 'warning',
    limitInputPixels: limitsOf(format).pixels + 1,
    sequentialRead: true,
    ignoreIcc: hasProfile,
  })
  const fitted = fitWithin(source.autoOrient(), options).flatten({ background })
  return toDecodedImage(fitted, hasProfile ? profile : null)
}

async function profileOf({ hasProfile, icc, exif }: Metadata, p3: boolean): Promise<Uint8Array | null> {
  if (hasProfile) return icc ?? null
  if (p3) return p3Profile()
  return isAdobeRgb(exif) ? adobeRgbProfile() : null
}

async function openHeicFile(path: string): Promise<OpenedImage | null> {
  const bytes = await readFile(path)
  try {
    const { decode, ...size } = openHeic(bytes)
    const decodeScaled = async (options: DecodeOptions) => decodeHeic(decode(), options)
    return { format: 'heic', ...size, maxPixels: photoLimits.pixels, animated: false, decode: decodeScaled }
  } catch {
    return null
  }
}

async function decodeHeic(
  { pixels, width, height, channels, icc, p3 }: ReturnType<ReturnType<typeof openHeic>['decode']>,
  options: DecodeOptions,
) {
  const raw = sharp(pixels, { raw: { width, height, channels }, limitInputPixels: photoLimits.pixels + 1 })
  const fitted = fitWithin(raw, options).flatten({ background })
  return toDecodedImage(fitted, icc ?? (p3 ? await p3Profile() : null))
}

async function p3Profile(): Promise<Uint8Array | null> {
  const blank = sharp({ create: { width: 1, height: 1, channels: 3, background } })
  const { icc } = await sharp(await blank.withIccProfile('p3').png().toBuffer()).metadata()
  return icc ?? null
}

function fitWithin(image: Sharp, { width, quick = false }: DecodeOptions): Sharp {
  return image.resize({ width, withoutEnlargement: true, fastShrinkOnLoad: quick })
}

async function toDecodedImage(image: Sharp, profile: Uint8Array | null | undefined): Promise<DecodedImage> {
  const { data, info } = await image
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  if (!profile) return { png: data, width, height, hasProfile: false, wide: false }
  return { png: embedIccProfile(data, profile), width, height, hasProfile: true, wide: hasWideGamut(profile) }
}
