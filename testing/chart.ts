import sharp from 'sharp'
import { withProfile } from '#server/images/png.ts'
import type { Triple } from './colours.ts'

/** A colour chart in Display P3; those of the last row lie beyond sRGB. */
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

/** How many of them, at the end, only P3 can show. */
export const beyondSrgb = 6

const across = 6
const side = 60

/** Pixels of the chart: 360 × 240. */
export const chartSize = { width: across * side, height: (patches.length / across) * side } as const

/** The profile of Display P3 that libvips brings along. */
export async function p3Profile(): Promise<Buffer> {
  const blank = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
  const { icc } = await sharp(await blank.withIccProfile('p3').png().toBuffer()).metadata()
  if (!icc) throw new Error('no profile')
  return icc
}

/** The chart as a file whose profile says what its numbers mean. */
export async function chart(as: 'png' | 'jpeg' | 'webp'): Promise<Buffer> {
  const { width, height } = chartSize
  const raw = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      raw.set(patches[Math.floor(y / side) * across + Math.floor(x / side)] ?? [], (y * width + x) * 3)
    }
  }
  const plain = await sharp(raw, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const png = withProfile(plain, await p3Profile())
  if (as === 'png') return png
  // The numbers stay as they are, and the profile goes along.
  const kept = sharp(png, { ignoreIcc: true }).keepIccProfile()
  return as === 'jpeg'
    ? kept.jpeg({ quality: 97, chromaSubsampling: '4:4:4' }).toBuffer()
    : kept.webp({ lossless: true }).toBuffer()
}

/** The colours of a chart's patches, as the numbers that stand in the file; a patch is read at its middle. */
export async function readChart(bytes: Uint8Array): Promise<Triple[]> {
  const locked = { operation: ['VipsForeignLoadHeif'] }
  sharp.unblock(locked)
  const { data, info } = await sharp(bytes, { ignoreIcc: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const step = info.width / across
  return patches.map((_, n) => {
    const [x, y] = [Math.floor(((n % across) + 0.5) * step), Math.floor((Math.floor(n / across) + 0.5) * step)]
    const [r = 0, g = 0, b = 0] = data.subarray((y * info.width + x) * info.channels)
    return [r, g, b]
  })
}
