import sharp from 'sharp'
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash'
import type { Look } from '#portfolio/parts.ts'
import { draw, type Plate } from './original.ts'
import { needsP3 } from './profile.ts'

/** What thumbhash takes at most, a side. */
const hashed = 100
/** Small things in strong colours must not be averaged away. */
const looked = 640

/** What stands in for a picture until it has arrived, and whether it has colours that only wide screens show. */
export async function lookAt(plate: Plate): Promise<Look> {
  const small = await draw(plate, hashed, 'srgb')
    .resize(hashed, hashed, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = small.info
  const { dominant } = await sharp(small.data, { raw: { width, height, channels } }).stats()
  const rgba = await sharp(small.data, { raw: { width, height, channels } })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  const placeholder = await drawPlaceholder(rgbaToThumbHash(width, height, rgba))
  return {
    colour: hex(dominant),
    placeholder,
    wide: plate.wide && needsP3(await draw(plate, looked, 'p3').raw().toBuffer()),
  }
}

// The hash itself has 25 bytes, but needs a script to be seen; drawn, it packs better than a small picture would.
async function drawPlaceholder(hash: Uint8Array): Promise<string> {
  const { w, h, rgba } = thumbHashToRGBA(hash)
  const drawn = sharp(rgba, { raw: { width: w, height: h, channels: 4 } }).removeAlpha()
  const bytes = await drawn.webp({ quality: 60, effort: 6, smartSubsample: true }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

function hex({ r, g, b }: { r: number; g: number; b: number }): string {
  return `#${[r, g, b].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}
