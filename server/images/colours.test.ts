import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Derivative } from '#portfolio/parts.ts'
import { beyondSrgb, chart, chartSize, patches, p3Profile, readChart } from '#testing/chart.ts'
import { cutToSrgb, differenceOf, toLab, type Triple } from '#testing/colours.ts'
import { temporaryFolder } from '#testing/each-database.ts'
import { heic } from '#testing/heic.ts'
import { openPictures } from './pictures.ts'
import { withProfile } from './png.ts'

const pictures = openPictures()
const originals = {
  PNG: () => chart('png'),
  JPEG: () => chart('jpeg'),
  WebP: () => chart('webp'),
  HEIC: () => heic('chart-p3'),
  'PNG of 16 bits': async () =>
    withProfile(
      await sharp(await chart('png'), { ignoreIcc: true })
        .toColourspace('rgb16')
        .png()
        .toBuffer(),
      await p3Profile(),
    ),
} as const

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'arrived')
  await writeFile(path, bytes)
  return path
}

async function derive(bytes: Uint8Array, width: number = chartSize.width): Promise<Derivative[]> {
  const made: Derivative[] = []
  await pictures.derive(await fileOf(bytes), [width], async (_, derivatives) => void made.push(...derivatives))
  return made
}

function expectSame(given: readonly Triple[], wanted: readonly Triple[], gamut: 'srgb' | 'p3', what: string): void {
  const differences = given.map((one, n) => differenceOf(toLab(one, gamut), toLab(wanted[n] ?? [0, 0, 0], gamut)))
  expect(differences.reduce((sum, one) => sum + one, 0) / differences.length, `${what}, mean`).toBeLessThanOrEqual(2)
  expect(Math.max(...differences), `${what}, most: ${differences.map((one) => one.toFixed(1))}`).toBeLessThanOrEqual(5)
}

test.each(Object.entries(originals))(
  'a chart of %s in Display P3 keeps its colours: those beyond sRGB in P3, the others everywhere',
  async (_, original) => {
    const made = await derive(await original())
    expect(made.map(({ format, gamut }) => `${gamut} ${format}`)).toEqual([
      'p3 avif',
      'p3 webp',
      'srgb avif',
      'srgb webp',
      'srgb jpg',
    ])
    for (const { bytes, format, gamut } of made) {
      const wanted = gamut === 'p3' ? patches : patches.map(cutToSrgb)
      expectSame(await readChart(bytes), wanted, gamut, `${gamut} ${format}`)
    }
  },
)

test('what is in Display P3 says so in a profile; what is in sRGB needs none', async () => {
  const profile = await p3Profile()
  for (const { bytes, format, gamut } of await derive(await chart('png'))) {
    sharp.unblock({ operation: ['VipsForeignLoadHeif'] })
    const { icc } = await sharp(bytes).metadata()
    expect(gamut === 'p3' ? icc?.equals(profile) : icc === undefined, `${gamut} ${format}`).toBe(true)
  }
})

test('a photograph in Display P3 whose colours all lie in sRGB needs no second set', async () => {
  const dull = await sharp(await chart('png'), { ignoreIcc: true })
    .extract({ left: 0, top: 0, width: chartSize.width, height: chartSize.height * (1 - beyondSrgb / patches.length) })
    .keepIccProfile()
    .png()
    .toBuffer()
  expect((await pictures.examine(await fileOf(dull))).ok).toBe(true)
  expect((await derive(dull)).map(({ gamut }) => gamut)).toEqual(['srgb', 'srgb', 'srgb'])
  expect(await pictures.examine(await fileOf(dull))).toMatchObject({ value: { wide: false } })
  expect(await pictures.examine(await fileOf(await chart('png')))).toMatchObject({ value: { wide: true } })
})

test('a chart in sRGB without a profile stays as it is', async () => {
  const cut = patches.map(cutToSrgb)
  const { data, info } = await sharp(await chart('png'))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const plain = await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer()
  for (const { bytes, format, gamut } of await derive(plain)) {
    expect(gamut).toBe('srgb')
    expectSame(await readChart(bytes), cut, 'srgb', format)
  }
})

test('a profile that is broken, or describes something else, spoils no picture', async () => {
  const plain = await sharp(await chart('png'), { ignoreIcc: true })
    .png()
    .toBuffer()
  for (const profile of [
    Buffer.from('not a profile at all'),
    Buffer.alloc(4_000),
    (await p3Profile()).subarray(0, 200),
  ]) {
    const spoilt = withProfile(plain, profile)
    expect(await pictures.examine(await fileOf(spoilt))).toMatchObject({ ok: true })
    expect((await derive(spoilt)).length).toBeGreaterThanOrEqual(3)
  }
})
