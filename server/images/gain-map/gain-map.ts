import sharp from 'sharp'
import { cropArea } from '#portfolio/derivative/proportions.ts'
import type { DecodedImage } from '#server/images/decode.ts'
import { readRange } from '#server/images/read-range.ts'
import { findGainMap, joinGainMap, type RangeReader } from './gain-map-file.ts'
import type { GainMapMetadata } from './gain-map-metadata.ts'

/** The decoded gain map of an upright image: how much brighter each part of the image is on an HDR screen. */
export interface GainMap {
  readonly metadata: GainMapMetadata
  readonly pixels: Buffer
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
}

/** Half the width of the widest HDR derivative. Wider maps are scaled down. */
const maxWidth = 1_430
const maxPixels = 24_000_000
/** Apart from rounding, a gain map has the same proportion as its image. */
const tolerance = 0.05
const quality = 80
/**
 * By the Exif orientation of the image, not of the gain map: a vertical flip, then a rotation in degrees (Exif 3.0,
 * section 4.6.5.1.5).
 */
const upright: Readonly<Record<number, { readonly angle?: number; readonly mirrored?: boolean }>> = {
  2: { angle: 180, mirrored: true },
  3: { angle: 180 },
  4: { mirrored: true },
  5: { angle: 90, mirrored: true },
  6: { angle: 90 },
  7: { angle: 270, mirrored: true },
  8: { angle: 270 },
}

/** Reads the gain map of a JPEG (Ultra HDR, ISO 21496-1); `null` if it is missing, damaged or unusable. */
export async function readGainMap(path: string, image: DecodedImage): Promise<GainMap | null> {
  const found = await findGainMap(readerOf(path))
  if (!found) return null
  const { orientation = 1 } = await sharp(path, { limitInputPixels: false }).metadata()
  const decoded = await decode(found.jpeg, orientation).catch(ignoreDamage)
  if (!decoded) return null
  const { width, height, channels } = decoded.info
  const change = width / height / (image.width / image.height)
  if (Math.abs(change - 1) > tolerance || (channels !== 1 && channels !== 3)) return null
  return { metadata: found.metadata, pixels: decoded.data, width, height, channels }
}

async function decode(jpeg: Buffer, orientation: number) {
  const source = sharp(jpeg, { failOn: 'warning', limitInputPixels: maxPixels, sequentialRead: true, ignoreIcc: true })
  const { space } = await source.metadata()
  const { angle = 0, mirrored = false } = upright[orientation] ?? {}
  return source
    .flip(mirrored)
    .rotate(angle)
    .resize({ width: maxWidth, height: 4 * maxWidth, fit: 'inside', withoutEnlargement: true })
    .toColourspace(space === 'b-w' ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/** Rethrows out-of-memory errors, known only by their message: otherwise the photo would stay without its gain map. */
function ignoreDamage(error: unknown): null {
  if (/memory|alloc/i.test(String(error))) throw error
  return null
}

export async function hasGainMap(path: string): Promise<boolean> {
  return (await findGainMap(readerOf(path))) !== null
}

function readerOf(path: string): RangeReader {
  return (start, bytes) => readRange(path, start, bytes)
}

/** Adds the gain map to a JPEG of the image, or of the crop with this name. Adds no metadata of the original. */
export async function addGainMap(jpeg: Buffer, image: DecodedImage, gainMap: GainMap, crop: string | null) {
  const { width: jpegWidth } = await sharp(jpeg).metadata()
  const area = areaOf(image, gainMap, crop)
  const width = Math.max(1, Math.min(area.width, Math.ceil(jpegWidth / 2)))
  const height = Math.max(1, Math.round((area.height * width) / area.width))
  const raw = { width: gainMap.width, height: gainMap.height, channels: gainMap.channels }
  const map = await sharp(gainMap.pixels, { raw })
    .extract(area)
    .resize({ width, height, fit: 'fill' })
    .toColourspace(gainMap.channels === 1 ? 'b-w' : 'srgb')
    .jpeg({ quality })
    .toBuffer()
  return joinGainMap(jpeg, map, gainMap.metadata)
}

function areaOf(image: DecodedImage, { width, height }: GainMap, crop: string | null) {
  if (crop === null) return { left: 0, top: 0, width, height }
  const area = cropArea(image, crop)
  const [horizontal, vertical] = [width / image.width, height / image.height]
  const left = Math.min(width - 1, Math.round(area.left * horizontal))
  const top = Math.min(height - 1, Math.round(area.top * vertical))
  return {
    left,
    top,
    width: Math.min(width - left, Math.max(1, Math.round(area.width * horizontal))),
    height: Math.min(height - top, Math.max(1, Math.round(area.height * vertical))),
  }
}
