import sharp from 'sharp'
import { embedIccProfile } from '#server/images/png-icc-profile.ts'
import type { Triple } from './colour-difference.ts'

/** The colours of the chart in Display P3, in rows of six. Those in the last row are outside sRGB. */
export const patches: readonly Triple[] = [
  ...([
    [118, 84, 70],
    [190, 152, 132],
    [100, 122, 154],
    [95, 107, 72],
    [131, 128, 172],
    [126, 187, 172],
  ] as const),
  ...([
    [202, 128, 62],
    [79, 93, 163],
    [178, 91, 99],
    [90, 63, 104],
    [168, 187, 85],
    [217, 165, 67],
  ] as const),
  ...([
    [52, 62, 142],
    [94, 147, 81],
    [255, 255, 255],
    [200, 200, 200],
    [121, 121, 121],
    [20, 20, 20],
  ] as const),
  ...([
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 140, 0],
    [0, 230, 190],
    [250, 20, 160],
  ] as const),
]

/** How many patches at the end of the list are outside sRGB. */
export const patchesOutsideSrgb = 6

const columns = 6
const patchSide = 60

/** The size of the chart: 360 × 240 pixels. */
export const chartSize = { width: columns * patchSide, height: (patches.length / columns) * patchSide } as const

/** The Display P3 profile of libvips. */
export async function p3Profile(): Promise<Buffer> {
  const blank = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
  const { icc } = await sharp(await blank.withIccProfile('p3').png().toBuffer()).metadata()
  if (!icc) throw new Error('libvips embedded no profile')
  return icc
}

/** The chart as an image file with a Display P3 profile. */
export async function createChart(format: 'png' | 'jpeg' | 'webp'): Promise<Buffer> {
  const { width, height } = chartSize
  const raw = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      raw.set(patches[Math.floor(y / patchSide) * columns + Math.floor(x / patchSide)] ?? [], (y * width + x) * 3)
    }
  }
  const withoutProfile = await sharp(raw, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const png = embedIccProfile(withoutProfile, await p3Profile())
  if (format === 'png') return png
  // The pixel values stay the same.
  const withProfile = sharp(png, { ignoreIcc: true }).keepIccProfile()
  return format === 'jpeg'
    ? withProfile.jpeg({ quality: 97, chromaSubsampling: '4:4:4' }).toBuffer()
    : withProfile.webp({ lossless: true }).toBuffer()
}

/** Reads the pixel value in the middle of each patch, without conversion to another colour space. */
export async function readChart(bytes: Uint8Array): Promise<Triple[]> {
  const blocked = { operation: ['VipsForeignLoadHeif'] }
  sharp.unblock(blocked)
  const { data, info } = await sharp(bytes, { ignoreIcc: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .finally(() => sharp.block(blocked))
  const side = info.width / columns
  return patches.map((_, n) => {
    const [x, y] = [Math.floor(((n % columns) + 0.5) * side), Math.floor((Math.floor(n / columns) + 0.5) * side)]
    const [r = 0, g = 0, b = 0] = data.subarray((y * info.width + x) * info.channels)
    return [r, g, b]
  })
}
