import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Derivative, DerivativeSize } from '#portfolio/ports.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import {
  gainMapMetadata,
  plantedTexts,
  readMap,
  renderHdr,
  reencode,
  ultraHdrFile,
  withFrameSize,
  withGainMapOffset,
  withoutGainMap,
} from '#tests/support/images/gain-map-files.ts'
import { createChart } from '#tests/support/images/colour-chart.ts'
import { flatImage } from '#tests/support/images/photo-files.ts'
import { joinGainMap } from './gain-map-file.ts'
import { openImageProcessor } from '#server/images/image-processor.ts'
import { hasWideGamut } from '#server/images/wide-gamut.ts'

const images = openImageProcessor()

async function temporaryFile(bytes: Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'original.jpg')
  await writeFile(path, bytes)
  return path
}

const size = (width: number, crop: string | null = null): DerivativeSize => ({
  width,
  crop,
  formats: ['avif', 'jpg'],
  hdr: true,
})

async function derive(bytes: Uint8Array, sizes = [size(485)]) {
  const all: (Derivative & { size: DerivativeSize })[] = []
  const { gainMap } = await images.derive(await temporaryFile(bytes), sizes, async (made, derivatives) => {
    all.push(...derivatives.map((derivative) => ({ ...derivative, size: made })))
  })
  const hdr = all.filter((derivative) => derivative.hdr).map((derivative) => Buffer.from(derivative.bytes))
  return { all, hdr, gainMap }
}

test('a JPEG with a gain map gets an HDR derivative with a map of half its width; the others have none', async () => {
  const { all, hdr, gainMap } = await derive(await ultraHdrFile({ width: 1_200, height: 800 }))
  expect(gainMap).toBe(true)
  expect(all.map(({ format, hdr: hasMap = false }) => [format, hasMap])).toEqual([
    ['avif', false],
    ['jpg', false],
    ['jpg', true],
  ])
  expect(await readMap(hdr[0] ?? Buffer.of())).toMatchObject({ width: 243, height: 162 })
  expect(await readMap(all[1]?.bytes ?? Buffer.of())).toBeNull()
})

test('only sizes with `hdr` have a gain map', async () => {
  const { all } = await derive(await ultraHdrFile(), [{ ...size(360), hdr: false }])
  expect(all.map(({ hdr = false }) => hdr)).toEqual([false, false])
})

test('the other derivatives are the same as those of the photo without its gain map', async () => {
  const original = await ultraHdrFile()
  const other = await derive(await withoutGainMap(original))
  expect(other.gainMap).toBe(false)
  expect((await derive(original)).all.slice(0, 2)).toEqual(other.all)
})

test('the HDR derivative of a photo with colours outside sRGB is in Display P3', async () => {
  const chart = sharp(await createChart('png'), { ignoreIcc: true }).keepIccProfile()
  const map = await flatImage(160, 100, { r: 90, g: 90, b: 90 }).toColourspace('b-w').jpeg().toBuffer()
  const base = await chart.resize(640, 400, { fit: 'fill' }).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()
  const { all } = await derive(joinGainMap(base, map, gainMapMetadata), [size(485)])
  expect(all.map(({ format, gamut }) => `${gamut} ${format}`)).toEqual(['p3 avif', 'srgb jpg', 'p3 jpg'])
  const { icc } = await sharp(all[2]?.bytes).metadata()
  expect(hasWideGamut(icc)).toBe(true)
  expect(await readMap(all[2]?.bytes ?? Buffer.of())).not.toBeNull()
})

test('on an HDR screen, a derivative has the same brightness as the original', async () => {
  const original = await ultraHdrFile({ width: 1_200, height: 800 })
  const [made = Buffer.of()] = (await derive(original, [size(875)])).hdr
  const [expected, shown] = [await renderHdr(original), await renderHdr(made)]
  expect(Math.max(...shown)).toBeGreaterThan(1.3)
  for (const [at, value] of shown.entries()) expect(Math.abs(value - (expected[at] ?? 0))).toBeLessThan(0.03)
})

test('a gain map written by libultrahdr, with ISO 21496-1 only, is read', async () => {
  const written = await reencode(await ultraHdrFile())
  expect(written.includes('hdrgm')).toBe(false)
  const { hdr } = await derive(written)
  const map = await readMap(hdr[0] ?? Buffer.of())
  expect(map?.at(0.1, 0.5)).toBeCloseTo(0.1, 1)
  expect(map?.at(0.9, 0.5)).toBeCloseTo(0.9, 1)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('the gain map is turned upright with orientation %i', async (orientation) => {
  const { hdr } = await derive(await ultraHdrFile({ orientation }))
  const map = await readMap(hdr[0] ?? Buffer.of())
  expect((map?.width ?? 0) / (map?.height ?? 1)).toBeCloseTo(1.5, 1)
  for (const y of [0.05, 0.95]) {
    expect(map?.at(0.05, y)).toBeCloseTo(0.05, 1)
    expect(map?.at(0.95, y)).toBeCloseTo(0.95, 1)
  }
})

// A 4:5 crop of 600 × 400 pixels is 320 pixels wide: 0.533 of the width.
test.each([
  ['4x5-0-50', 0],
  ['4x5-50-50', 0.233],
  ['4x5-100-50', 0.467],
])('the gain map is cropped like the image (%s)', async (crop, left) => {
  const { hdr } = await derive(await ultraHdrFile({ orientation: 6 }), [size(320, crop)])
  const map = await readMap(hdr[0] ?? Buffer.of())
  expect((map?.width ?? 0) / (map?.height ?? 1)).toBeCloseTo(0.8, 1)
  for (const x of [0.02, 0.5, 0.98]) {
    expect(Math.abs((map?.at(x, 0.5) ?? 0) - (left + x * 0.533)), `at ${x}`).toBeLessThan(0.02)
  }
})

test('no metadata of the original or of its gain map is in any derivative', async () => {
  const original = await ultraHdrFile()
  expect(plantedTexts.filter((text) => !original.includes(text))).toEqual([])
  const { all } = await derive(original, [size(485), size(320, '4x5-50-50')])
  expect(all).toHaveLength(6)
  for (const { bytes, hdr } of all) {
    expect([...plantedTexts, 'Exif\0\0'].filter((text) => Buffer.from(bytes).includes(text))).toEqual([])
    expect(Buffer.from(bytes).includes('xmpmeta')).toBe(hdr ?? false)
  }
})

const damagedMaps: Record<string, () => Promise<Buffer>> = {
  truncated: () => ultraHdrFile({ changeMap: (map) => map.subarray(0, -200) }),
  'cut off': async () => withoutGainMap(await ultraHdrFile()),
  'cut off in the middle': async () => (await ultraHdrFile()).subarray(0, -500),
  'of 65,535 × 65,535 pixels': () => ultraHdrFile({ changeMap: (map) => withFrameSize(map, 65_535, 65_535) }),
  'of 6,000 × 4,000 pixels without data': () => ultraHdrFile({ changeMap: (map) => withFrameSize(map, 6_000, 4_000) }),
  'of other proportions': () =>
    ultraHdrFile({ changeMap: async (map) => sharp(map).resize(80, 80, { fit: 'fill' }).jpeg().toBuffer() }),
  'of noise': () => ultraHdrFile({ changeMap: (map) => Buffer.concat([map.subarray(0, 200), Buffer.alloc(900, 7)]) }),
  'that is a PNG': () => ultraHdrFile({ changeMap: async (map) => sharp(map).png().toBuffer() }),
  'with a gain of 1000 stops': () => ultraHdrFile({ metadata: { ...gainMapMetadata, max: [1_000, 1_000, 1_000] } }),
  'for an HDR base image': () => ultraHdrFile({ metadata: { ...gainMapMetadata, capacityMin: 2, capacityMax: 0 } }),
  'listed beyond the end of the file': async () => withGainMapOffset(await ultraHdrFile(), 0x7fffffff),
  'listed at the offset of the image itself': async () => withGainMapOffset(await ultraHdrFile(), 0),
}

test.each(Object.keys(damagedMaps))('a gain map %s is ignored, and the photo is accepted', async (name) => {
  const bytes = (await damagedMaps[name]?.()) ?? Buffer.of()
  expect(await images.examine(await temporaryFile(bytes))).toMatchObject({ ok: true })
  const { all, gainMap } = await derive(bytes)
  expect(gainMap).toBe(false)
  expect(all.map(({ format }) => format)).toEqual(['avif', 'jpg'])
})

test('a derivative whose gain map is truncated counts as a derivative without one', async () => {
  const [made = Buffer.of()] = (await derive(await ultraHdrFile())).hdr
  const path = await temporaryFile(made)
  expect(await images.decodeDerivative(path)).toEqual({ format: 'jpg', width: 485, gainMap: true })
  await truncate(path, made.length - 300)
  expect(await images.decodeDerivative(path)).toEqual({ format: 'jpg', width: 485 })
})
