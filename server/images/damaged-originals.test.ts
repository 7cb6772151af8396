import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Derivative } from '#portfolio/ports.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { decode, flatImage, photoFile } from '#tests/support/images/photo-files.ts'
import { openImageProcessor } from './image-processor.ts'
import { uncropped } from '#tests/support/images/processor-stub.ts'

const images = openImageProcessor()
const red = { r: 200, g: 30, b: 40 }
const damaged = { ok: false, code: 'wrong-type', message: 'This picture is damaged or incomplete.' }

async function temporaryFile(bytes: Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'original')
  await writeFile(path, bytes)
  return path
}

const examine = async (bytes: Uint8Array) => images.examine(await temporaryFile(bytes))

async function derive(bytes: Uint8Array, width: number): Promise<Derivative[]> {
  const all: Derivative[] = []
  await images.derive(
    await temporaryFile(bytes),
    uncropped(width),
    async (_, derivatives) => void all.push(...derivatives),
  )
  return all
}

test.each([
  ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['WebP', Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1')],
])('a %s with nothing but its signature is refused as damaged', async (_, bytes) => {
  expect(await examine(bytes)).toMatchObject(damaged)
})

test.each(['jpeg', 'png', 'webp'] as const)('a truncated %s is refused as damaged', async (format) => {
  const whole = await photoFile({ as: format, width: 600, height: 400 })
  for (const fraction of [0.02, 0.5, 0.99]) {
    expect(await examine(whole.subarray(0, Math.floor(whole.length * fraction)))).toMatchObject(damaged)
  }
})

// All rows may be there, but a progressive JPEG that was cut off between two scans also has all rows, only blurred.
test.each([2, 200])(
  'a JPEG without its last %d bytes, so without its end marker, is refused as damaged',
  async (bytes) => {
    const whole = await photoFile({ width: 600, height: 400 })
    expect(await examine(whole.subarray(0, whole.length - bytes))).toMatchObject(damaged)
  },
)

test.each([1, 2, 3])(
  'an ICC profile whose length is not a multiple of four (%d more) does not count as damage',
  async (more) => {
    const { icc = Buffer.of() } = await sharp(
      await flatImage(9, 9, red).withIccProfile('p3').jpeg().toBuffer(),
    ).metadata()
    const profile = Buffer.concat([icc, Buffer.alloc(more)])
    profile.writeUInt32BE(profile.length, 0)
    const bytes = withIccProfile(await flatImage(300, 200, { r: 255, g: 0, b: 0 }).jpeg().toBuffer(), profile)
    expect(await examine(bytes)).toMatchObject({ ok: true, value: { wide: true } })
    expect(await derive(bytes, 100)).toHaveLength(2)
  },
)

test('a JPEG with a damaged ICC profile is treated as sRGB', async () => {
  const bytes = withIccProfile(await flatImage(300, 200, red).jpeg().toBuffer(), Buffer.alloc(199, 'profile'))
  expect(await examine(bytes)).toMatchObject({ ok: true, value: { wide: false } })
  for (const derivative of await derive(bytes, 100)) {
    for (const [n, value] of (await decode(derivative.bytes)).at(0.5, 0.5).entries()) {
      expect(Math.abs(value - (Object.values(red)[n] ?? NaN))).toBeLessThan(12)
    }
  }
})

/** Inserts an `APP2` segment: ICC.1:2022, B.4. */
function withIccProfile(jpeg: Buffer, icc: Uint8Array): Buffer {
  const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1')
  head.writeUInt16BE(head.length - 2 + icc.length, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, icc, jpeg.subarray(2)])
}
