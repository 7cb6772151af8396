import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Derivative } from '#portfolio/ports.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { decode, flatImage } from '#tests/support/images/photo-files.ts'
import { uncropped } from '#tests/support/images/processor-stub.ts'
import { adobeRgbProfile } from './adobe-rgb.ts'
import { openImageProcessor } from './image-processor.ts'
import { hasWideGamut } from './wide-gamut.ts'

const images = openImageProcessor()

/** The same colour in Adobe RGB and in sRGB. */
const adobe = [150, 110, 80] as const
const srgb = [164, 110, 77] as const

/** A JPEG with Exif like that of cameras: IFD0, the Exif IFD with a colour space, and the Interoperability IFD. */
async function cameraFile(order: 'II' | 'MM', index: string, colourSpace: number): Promise<Buffer> {
  const jpeg = await flatImage(40, 40, { r: adobe[0], g: adobe[1], b: adobe[2] }).jpeg({ quality: 98 }).toBuffer()
  const exif = Buffer.alloc(6 + 8 + 18 + 30 + 18)
  const u16 = (value: number, at: number) =>
    order === 'II' ? exif.writeUInt16LE(value, at) : exif.writeUInt16BE(value, at)
  const u32 = (value: number, at: number) =>
    order === 'II' ? exif.writeUInt32LE(value, at) : exif.writeUInt32BE(value, at)
  const entry = (at: number, tag: number, type: number, count: number) => {
    u16(tag, at)
    u16(type, at + 2)
    u32(count, at + 4)
    return at + 8
  }
  exif.write(`Exif\0\0${order}`, 'latin1')
  u16(42, 8)
  u32(8, 10)
  u16(1, 14)
  u32(26, entry(16, 0x8769, 4, 1))
  u16(2, 32)
  u16(colourSpace, entry(34, 0xa001, 3, 1))
  u32(56, entry(46, 0xa005, 4, 1))
  u16(1, 62)
  exif.write(index, entry(64, 1, 2, 4), 'latin1')
  const length = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), length, exif, jpeg.subarray(2)])
}

async function derivedColour(original: Buffer): Promise<readonly number[]> {
  const path = join(await temporaryFolder(), 'original.jpg')
  await writeFile(path, original)
  const all: Derivative[] = []
  await images.derive(path, uncropped(40), async (_, derivatives) => void all.push(...derivatives))
  const jpeg = all.find(({ format }) => format === 'jpg')
  return (await decode(jpeg?.bytes ?? Buffer.alloc(0))).at(0.5, 0.5)
}

function expectColour(actual: readonly number[], expected: readonly number[]): void {
  for (const [n, value] of expected.entries()) expect(Math.abs((actual[n] ?? NaN) - value), `${actual}`).toBeLessThan(4)
}

test.each(['II', 'MM'] as const)('a JPEG marked "R03" has the colours of Adobe RGB, byte order %s', async (order) => {
  expectColour(await derivedColour(await cameraFile(order, 'R03', 0xffff)), srgb)
})

test('a JPEG marked "R98" or as sRGB has the colours of sRGB', async () => {
  expectColour(await derivedColour(await cameraFile('II', 'R98', 1)), adobe)
  expectColour(await derivedColour(await cameraFile('MM', 'R03', 1)), adobe)
})

test('an embedded profile takes precedence over "R03"', async () => {
  const { data } = await sharp(await cameraFile('II', 'R03', 0xffff))
    .keepExif()
    .withIccProfile('srgb')
    .jpeg({ quality: 98 })
    .toBuffer({ resolveWithObject: true })
  expectColour(await derivedColour(data), adobe)
})

test('the Adobe RGB profile has a wider gamut than sRGB', () => {
  expect(hasWideGamut(adobeRgbProfile())).toBe(true)
})
