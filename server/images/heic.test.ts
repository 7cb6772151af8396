import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Derivative } from '#portfolio/ports.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { readHeicFile } from '#tests/support/images/heic-files.ts'
import { decode } from '#tests/support/images/photo-files.ts'
import { openImageProcessor } from './image-processor.ts'
import { processingLimits } from './worker-limits.ts'
import { uncropped } from '#tests/support/images/processor-stub.ts'

// On a busy machine, 48 megapixels take longer than the limit.
const images = openImageProcessor({ ...processingLimits, decodeMs: 280_000, openMs: 280_000 })
const damaged = { ok: false, code: 'wrong-type', message: expect.stringContaining('damaged') }

async function temporaryFile(bytes: Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'original')
  await writeFile(path, bytes)
  return path
}

async function derive(bytes: Uint8Array, width: number): Promise<Derivative[]> {
  const all: Derivative[] = []
  await images.derive(
    await temporaryFile(bytes),
    uncropped(width),
    async (_, derivatives) => void all.push(...derivatives),
  )
  return all
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a HEIC image with orientation %d is rotated upright, and not twice',
  async (orientation) => {
    const bytes = await readHeicFile(`turned-${orientation}`)
    const path = await temporaryFile(bytes)
    expect(await images.examine(path)).toMatchObject({ ok: true, value: { format: 'heic', width: 240, height: 160 } })
    for (const derivative of await derive(bytes, 120)) {
      const { width, height, at } = await decode(derivative.bytes)
      expect([width, height]).toEqual([120, 80])
      const upright = [
        [200, 30, 40],
        [30, 200, 40],
        [40, 30, 200],
        [220, 220, 220],
      ]
      const corners = [at(0.1, 0.1), at(0.9, 0.1), at(0.1, 0.9), at(0.9, 0.9)]
      for (const [n, value] of corners.flat().entries()) {
        expect(Math.abs(value - (upright.flat()[n] ?? NaN))).toBeLessThan(12)
      }
    }
  },
)

test('HEIC that is truncated in the header, halfway or near the end is refused as damaged', async () => {
  const whole = await readHeicFile('room-p3')
  for (const fraction of [0.02, 0.5, 0.99]) {
    const path = await temporaryFile(whole.subarray(0, Math.floor(whole.length * fraction)))
    expect(await images.examine(path), String(fraction)).toMatchObject(damaged)
  }
})

test('tiled HEIC, which phones write, is derived; if truncated, it is refused as damaged', async () => {
  const whole = await readHeicFile('grid')
  expect(await images.examine(await temporaryFile(whole))).toMatchObject({
    ok: true,
    value: { width: 480, height: 320 },
  })
  expect(await derive(whole, 240)).toHaveLength(2)
  for (const fraction of [0.5, 0.99]) {
    const bytes = whole.subarray(0, Math.floor(whole.length * fraction))
    expect(await images.examine(await temporaryFile(bytes)), String(fraction)).toMatchObject(damaged)
    await expect(derive(bytes, 240)).rejects.toThrow('libheif: decode failed')
  }
})

test('HEIC with overwritten pixel data is accepted or refused, and the next image is examined', async () => {
  const bytes = Buffer.from(await readHeicFile('room-p3'))
  for (let n = Math.floor(bytes.length / 2); n < bytes.length - 100; n += 7) bytes[n] = (n * 31) % 256
  expect(typeof (await images.examine(await temporaryFile(bytes))).ok).toBe('boolean')
  expect(await images.examine(await temporaryFile(await readHeicFile('room-p3')))).toMatchObject({ ok: true })
})

test('a HEIC image of 48 megapixels is accepted', async () => {
  const path = await temporaryFile(await readHeicFile('forty-eight-megapixels'))
  expect(await images.examine(path)).toMatchObject({ ok: true, value: { width: 8_064, height: 6_048 } })
})

test('derivatives contain no metadata of a HEIC original', async () => {
  const bytes = await readHeicFile('room-p3')
  for (const text of ['PlantedCamera', 'Planted-Copyright', 'PlantedXmp', 'xmpmeta']) {
    expect(bytes.includes(text), text).toBe(true)
    for (const derivative of await derive(bytes, 480)) expect(Buffer.from(derivative.bytes).includes(text)).toBe(false)
  }
})
