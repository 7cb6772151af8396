import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Derivative } from '#portfolio/ports.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { readHeicFile } from '#tests/support/images/heic-files.ts'
import {
  avifGrid,
  decode,
  flatImage,
  photoFile,
  withAvifSize,
  withColourCodes,
} from '#tests/support/images/photo-files.ts'
import { uncropped } from '#tests/support/images/processor-stub.ts'
import { openImageProcessor } from './image-processor.ts'

const images = openImageProcessor()
const damaged = { ok: false, code: 'wrong-type', message: expect.stringContaining('damaged') }
const tooLarge = (megapixels: number) => ({
  ok: false,
  code: 'too-large',
  message: `This picture is too large: ${megapixels} megapixels and 16,384 pixels a side at most.`,
})

async function temporaryFile(bytes: Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'original.jpg')
  await writeFile(path, bytes)
  return path
}

const examine = async (bytes: Uint8Array) => images.examine(await temporaryFile(bytes))

async function derive(bytes: Uint8Array, width: number): Promise<Derivative[]> {
  const all: Derivative[] = []
  const path = await temporaryFile(bytes)
  await images.derive(path, uncropped(width), async (_, derivatives) => void all.push(...derivatives))
  return all
}

test('AVIF is recognised by its content, accepted and derived', async () => {
  const avif = await photoFile({ width: 240, height: 160, as: 'avif' })
  expect(await examine(avif)).toMatchObject({ ok: true, value: { format: 'avif', width: 240, height: 160 } })
  expect((await derive(avif, 120)).map(({ format }) => format)).toEqual(['avif', 'jpg'])
})

test('the orientation of AVIF is applied exactly once', async () => {
  const turned = await photoFile({ width: 240, height: 160, as: 'avif', orientation: 6 })
  expect(await examine(turned)).toMatchObject({ ok: true, value: { width: 160, height: 240 } })
  for (const { bytes } of await derive(turned, 160)) expect(await decode(bytes)).toMatchObject({ height: 240 })
})

test.each(['AVIF', 'HEIC'])('transparent pixels in %s get the page background colour', async (format) => {
  const [red, clear] = [flatImage(60, 60, { r: 200, g: 30, b: 40 }), { r: 0, g: 255, b: 0, alpha: 0 }]
  const input = await red.png().toBuffer()
  const avif = () =>
    flatImage(120, 60, clear)
      .composite([{ input, left: 0, top: 0 }])
      .avif({ quality: 90 })
      .toBuffer()
  for (const { bytes } of await derive(format === 'AVIF' ? await avif() : await readHeicFile('alpha'), 120)) {
    const { at } = await decode(bytes)
    for (const [n, value] of [...at(0.2, 0.5), ...at(0.8, 0.5)].entries()) {
      expect(Math.abs(value - ([200, 30, 40, 0xf6, 0xf3, 0xee][n] ?? NaN))).toBeLessThan(8)
    }
  }
})

test('AVIF that is truncated in the header, halfway or near the end is refused as damaged', async () => {
  const whole = await photoFile({ width: 480, height: 320, as: 'avif' })
  for (const fraction of [0.02, 0.5, 0.99]) {
    expect(await examine(whole.subarray(0, Math.floor(whole.length * fraction))), String(fraction)).toMatchObject(
      damaged,
    )
  }
})

test('AVIF of more than 32 megapixels (16 above 8 bits per channel) is refused after reading only its header', async () => {
  const avif = await photoFile({ as: 'avif' })
  expect(await examine(withAvifSize(avif, 8_000, 4_001))).toMatchObject(tooLarge(32))
  expect(await examine(withAvifSize(avif, 16_385, 1))).toMatchObject(tooLarge(32))
  const deep = await sharp(await photoFile())
    .avif({ bitdepth: 10 })
    .toBuffer()
  expect(await examine(deep)).toMatchObject({ ok: true })
  expect(await examine(withAvifSize(deep, 4_000, 4_001))).toMatchObject(tooLarge(16))
})

test.each([
  ['PQ', 16],
  ['HLG', 18],
])('AVIF in %s is refused, with the advice to export JPEG', async (_, transfer) => {
  const avif = await sharp(await photoFile())
    .withIccProfile('p3')
    .avif()
    .toBuffer()
  expect(await examine(withColourCodes(avif, 1, 13))).toMatchObject({ ok: true })
  expect(await examine(withColourCodes(avif, 9, transfer))).toEqual({
    ok: false,
    code: 'wrong-type',
    message: 'This is an HDR picture (PQ or HLG). Export it as JPEG.',
  })
})

test('AVIF whose header and pixels differ in size is refused, and the next file is examined', async () => {
  const large = await flatImage(2_000, 2_000, { r: 200, g: 30, b: 40 }).avif({ effort: 0 }).toBuffer()
  expect(await examine(withAvifSize(large, 16, 16))).toMatchObject(damaged)
  expect(await examine(withAvifSize(await photoFile({ as: 'avif' }), 8_000, 4_000))).toMatchObject(damaged)
  expect(await examine(await photoFile({ as: 'avif' }))).toMatchObject({ ok: true })
})

test('tiled AVIF is accepted, and refused if it has too many tiles', async () => {
  const tile = await flatImage(64, 64, { r: 200, g: 30, b: 40 }).avif().toBuffer()
  expect(await examine(avifGrid(tile, 64, 4, 3))).toMatchObject({ ok: true, value: { width: 256, height: 192 } })
  expect(await examine(avifGrid(tile, 64, 200, 200))).toMatchObject({ ok: false })
})

test('an image sequence without a still image is refused', async () => {
  const avif = Buffer.from(await photoFile({ as: 'avif' }))
  avif.write('avis', 8)
  avif.write('moov', avif.indexOf('meta'))
  expect(await examine(avif)).toMatchObject(damaged)
})
