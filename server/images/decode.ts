import { open, readFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { done, refused, type Result } from '#portfolio/result.ts'
import type { ExaminedImage } from '#portfolio/ports.ts'
import { unsupportedFormat } from '#portfolio/photo/accepted-formats.ts'
import { cropArea } from '#portfolio/photo/proportions.ts'
import { photoLimits } from '#portfolio/photo/photo.ts'
import { isHeic, openHeic } from './heic.ts'
import { hasTooMuchText, isAnimatedPng } from './png-chunks.ts'
import { embedIccProfile } from './png-icc-profile.ts'
import { hasWideGamut } from './wide-gamut.ts'

/** Replaces transparency, which JPEG lacks: the pages' background. */
const background = '#f6f3ee'
/** The limit of WebP. */
const maxHeight = 16_383

/** An original of which only the header has been read. */
export interface OpenedImage {
  readonly format: ExaminedImage['format']
  /** In pixels, upright. */
  readonly width: number
  readonly height: number
  /** Only the first frame is decoded. */
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

/** libvips' decoder for AVIF. sharp's build of it has no other codec. */
const avifDecoder = { operation: ['VipsForeignLoadHeif'] }

/** Allows the decoders of libvips for JPEG, PNG and WebP only. */
export function restrictDecoders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
  sharp.cache(false)
}

/** Allows the decoder for AVIF meanwhile. */
export async function withAvifDecoder<T>(work: () => Promise<T>): Promise<T> {
  sharp.unblock(avifDecoder)
  try {
    return await work()
  } finally {
    sharp.block(avifDecoder)
  }
}

/** Reads the header of an original. Refuses another format and an image that is too large, before decoding it. */
export async function openOriginal(path: string): Promise<Result<OpenedImage>> {
  const head = await readHead(path)
  if (isPng(head) && hasTooMuchText(path)) return refused('wrong-type', 'This picture cannot be read.')
  const opened = isHeic(head) ? await openHeicFile(path) : await openWithSharp(path)
  if (opened === null) return isAcceptedFormat(head) ? damaged() : refused('wrong-type', unsupportedFormat)
  const { width, height } = opened
  if (Math.max(width, height) > photoLimits.side || width * height > photoLimits.pixels) {
    return refused('too-large', 'This picture is too large: 64 megapixels and 16,384 pixels a side at most.')
  }
  return done(opened)
}

export function damaged() {
  return refused('wrong-type', 'This picture is damaged and cannot be read to its end.')
}

/** Scales to at most `width` and converts to `gamut`. Output in a file format contains the profile of `gamut`. */
export function resize(image: DecodedImage, width: number, gamut: 'srgb' | 'p3', crop: string | null = null): Sharp {
  const { png, hasProfile } = image
  // The profile is applied in the last step: importing it here would convert all colours to sRGB first.
  const whole = sharp(png, { ignoreIcc: true, limitInputPixels: false })
  const part = crop === null ? whole : whole.extract(cropArea(image, crop))
  const resized = part.resize({ width, withoutEnlargement: true })
  return hasProfile ? resized.withIccProfile(gamut) : resized
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path).catch(() => null)
  if (!file) return Buffer.alloc(0)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Whether the file begins like one of an accepted format: libvips cannot open a truncated WebP. */
function isAcceptedFormat(head: Buffer): boolean {
  const text = head.toString('latin1')
  const isWebp = text.startsWith('RIFF') && text.startsWith('WEBP', 8)
  return isWebp || text.startsWith('\xff\xd8\xff') || isPng(head) || isHeic(head)
}

function isPng(head: Buffer): boolean {
  return head.toString('latin1', 0, 4) === '\x89PNG'
}

async function openWithSharp(path: string): Promise<OpenedImage | null> {
  // Only the header is read. With a pixel limit, a large image would be reported as an unknown format.
  const metadata = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  const format = (['jpeg', 'png', 'webp'] as const).find((name) => name === metadata?.format)
  if (!metadata || !format) return null
  const { width, height } = metadata.autoOrient
  // libvips reads an animated PNG as a still one.
  const animated = (metadata.pages ?? 1) > 1 || (format === 'png' && isAnimatedPng(path))
  return { format, width, height, animated, decode: (options) => decodeWithSharp(path, metadata, options) }
}

async function decodeWithSharp(path: string, metadata: Metadata, options: DecodeOptions): Promise<DecodedImage> {
  // Grey and CMYK are converted to sRGB here.
  const hasProfile = metadata.hasProfile && (metadata.space === 'srgb' || metadata.space === 'rgb16')
  const source = sharp(path, {
    failOn: 'warning',
    limitInputPixels: photoLimits.pixels + 1,
    sequentialRead: true,
    ignoreIcc: hasProfile,
  })
  const fitted = fitWithin(source.autoOrient(), options).flatten({ background })
  return toDecodedImage(fitted, hasProfile ? metadata.icc : null)
}

async function openHeicFile(path: string): Promise<OpenedImage | null> {
  const bytes = await readFile(path)
  try {
    const { width, height, decode } = openHeic(bytes)
    return { format: 'heic', width, height, animated: false, decode: async (options) => decodeHeic(decode(), options) }
  } catch {
    return null
  }
}

async function decodeHeic(
  { pixels, width, height, icc, p3 }: ReturnType<ReturnType<typeof openHeic>['decode']>,
  options: DecodeOptions,
) {
  const raw = sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: photoLimits.pixels + 1 })
  return toDecodedImage(fitWithin(raw, options), icc ?? (p3 ? await p3Profile() : null))
}

async function p3Profile(): Promise<Uint8Array | null> {
  const blank = sharp({ create: { width: 1, height: 1, channels: 3, background } })
  const { icc } = await sharp(await blank.withIccProfile('p3').png().toBuffer()).metadata()
  return icc ?? null
}

function fitWithin(image: Sharp, { width, quick = false }: DecodeOptions): Sharp {
  return image.resize({ width, height: maxHeight, fit: 'inside', withoutEnlargement: true, fastShrinkOnLoad: quick })
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
