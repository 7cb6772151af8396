import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Derivative } from '#portfolio/ports.ts'
import {
  createChart,
  patchesOutsideSrgb,
  chartSize,
  patches,
  p3Profile,
  readChart,
} from '#tests/support/images/colour-chart.ts'
import { clipToSrgb, colourDifference, toLab, type Triple } from '#tests/support/images/colour-difference.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { readHeicFile } from '#tests/support/images/heic-files.ts'
import { withColourCodes } from '#tests/support/images/photo-files.ts'
import { openImageProcessor } from './image-processor.ts'
import { embedIccProfile } from './png-icc-profile.ts'
import { uncropped } from '#tests/support/images/processor-stub.ts'

const images = openImageProcessor()
const originals = {
  PNG: () => createChart('png'),
  JPEG: () => createChart('jpeg'),
  WebP: () => createChart('webp'),
  HEIC: () => readHeicFile('chart-p3'),
  AVIF: async () =>
    sharp(await createChart('png'))
      .keepIccProfile()
      .avif({ quality: 90, chromaSubsampling: '4:4:4' })
      .toBuffer(),
  'AVIF without a profile': async () =>
    withColourCodes(
      await sharp(await createChart('png'))
        .keepIccProfile()
        .avif({ quality: 90, chromaSubsampling: '4:4:4' })
        .toBuffer(),
      12,
      13,
    ),
  '16-bit PNG': async () =>
    embedIccProfile(
      await sharp(await createChart('png'), { ignoreIcc: true })
        .toColourspace('rgb16')
        .png()
        .toBuffer(),
      await p3Profile(),
    ),
} as const

async function temporaryFile(bytes: Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'original')
  await writeFile(path, bytes)
  return path
}

async function derive(bytes: Uint8Array, width: number = chartSize.width): Promise<Derivative[]> {
  const all: Derivative[] = []
  await images.derive(
    await temporaryFile(bytes),
    uncropped(width),
    async (_, derivatives) => void all.push(...derivatives),
  )
  return all
}

function expectSame(actual: readonly Triple[], expected: readonly Triple[], gamut: 'srgb' | 'p3', name: string): void {
  const differences = actual.map((pixel, n) =>
    colourDifference(toLab(pixel, gamut), toLab(expected[n] ?? [0, 0, 0], gamut)),
  )
  expect(
    differences.reduce((sum, difference) => sum + difference, 0) / differences.length,
    `${name}, mean`,
  ).toBeLessThanOrEqual(2)
  expect(
    Math.max(...differences),
    `${name}, maximum: ${differences.map((difference) => difference.toFixed(1))}`,
  ).toBeLessThanOrEqual(5)
}

test.each(Object.entries(originals))(
  'a %s chart in Display P3 keeps its colours; only P3 derivatives keep those outside sRGB',
  async (_, original) => {
    const derivatives = await derive(await original())
    expect(derivatives.map(({ format, gamut }) => `${gamut} ${format}`)).toEqual(['p3 avif', 'srgb jpg'])
    for (const { bytes, format, gamut } of derivatives) {
      const expected = gamut === 'p3' ? patches : patches.map(clipToSrgb)
      expectSame(await readChart(bytes), expected, gamut, `${gamut} ${format}`)
    }
  },
)

test('derivatives in Display P3 contain its profile, those in sRGB contain none', async () => {
  const profile = await p3Profile()
  for (const { bytes, format, gamut } of await derive(await createChart('png'))) {
    sharp.unblock({ operation: ['VipsForeignLoadHeif'] })
    const { icc } = await sharp(bytes).metadata()
    expect(gamut === 'p3' ? icc?.equals(profile) : icc === undefined, `${gamut} ${format}`).toBe(true)
  }
})

test('a photo in Display P3 whose colours are all inside sRGB gets no P3 derivatives', async () => {
  const narrow = await sharp(await createChart('png'), { ignoreIcc: true })
    .extract({
      left: 0,
      top: 0,
      width: chartSize.width,
      height: chartSize.height * (1 - patchesOutsideSrgb / patches.length),
    })
    .keepIccProfile()
    .png()
    .toBuffer()
  expect((await images.examine(await temporaryFile(narrow))).ok).toBe(true)
  expect((await derive(narrow)).map(({ gamut }) => gamut)).toEqual(['srgb', 'srgb'])
  expect(await images.examine(await temporaryFile(narrow))).toMatchObject({ value: { wide: false } })
  expect(await images.examine(await temporaryFile(await createChart('png')))).toMatchObject({
    value: { wide: true },
  })
})

test('a chart in sRGB without a profile keeps its colours', async () => {
  const clipped = patches.map(clipToSrgb)
  const { data, info } = await sharp(await createChart('png'))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const withoutProfile = await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer()
  for (const { bytes, format, gamut } of await derive(withoutProfile)) {
    expect(gamut).toBe('srgb')
    expectSame(await readChart(bytes), clipped, 'srgb', format)
  }
})

test('an image with a damaged or unrelated profile can still be examined and derived', async () => {
  const withoutProfile = await sharp(await createChart('png'), { ignoreIcc: true })
    .png()
    .toBuffer()
  for (const profile of [
    Buffer.from('not a profile at all'),
    Buffer.alloc(4_000),
    (await p3Profile()).subarray(0, 200),
  ]) {
    const bytes = embedIccProfile(withoutProfile, profile)
    expect(await images.examine(await temporaryFile(bytes))).toMatchObject({ ok: true })
    expect((await derive(bytes)).length).toBeGreaterThanOrEqual(2)
  }
})
