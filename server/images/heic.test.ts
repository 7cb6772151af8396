import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Derivative } from '#portfolio/parts.ts'
import { temporaryFolder } from '#testing/each-database.ts'
import { heic } from '#testing/heic.ts'
import { decode } from '#testing/photographs.ts'
import { isHeic } from './heic.ts'
import { openPictures } from './pictures.ts'

const pictures = openPictures()
const damaged = { ok: false, why: 'wrong-type', message: expect.stringContaining('damaged') }

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'arrived')
  await writeFile(path, bytes)
  return path
}

async function derive(bytes: Uint8Array, width: number): Promise<Derivative[]> {
  const made: Derivative[] = []
  await pictures.derive(await fileOf(bytes), [width], async (_, derivatives) => void made.push(...derivatives))
  return made
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('HEIC held as in orientation %d is turned upright, once', async (orientation) => {
  const bytes = await heic(`turned-${orientation}`)
  const path = await fileOf(bytes)
  expect(await pictures.examine(path)).toMatchObject({ ok: true, value: { format: 'heic', width: 240, height: 160 } })
  for (const made of await derive(bytes, 120)) {
    const { width, height, at } = await decode(made.bytes)
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
})

test('HEIC that was cut off is damaged, at its head, at half and near its end', async () => {
  const whole = await heic('room-p3')
  for (const part of [0.02, 0.5, 0.99]) {
    const path = await fileOf(whole.subarray(0, Math.floor(whole.length * part)))
    expect(await pictures.examine(path), String(part)).toMatchObject(damaged)
  }
})

test('HEIC with noise in the middle of its pixels ends in an answer, whatever that is', async () => {
  const bytes = Buffer.from(await heic('room-p3'))
  for (let at = Math.floor(bytes.length / 2); at < bytes.length - 100; at += 7) bytes[at] = (at * 31) % 256
  expect(typeof (await pictures.examine(await fileOf(bytes))).ok).toBe('boolean')
  expect(await pictures.examine(await fileOf(await heic('room-p3')))).toMatchObject({ ok: true })
})

test('48 megapixels of HEIC, as new phones take them, are taken', async () => {
  const path = await fileOf(await heic('forty-eight-megapixels'))
  expect(await pictures.examine(path)).toMatchObject({ ok: true, value: { width: 8_064, height: 6_048 } })
})

test('nothing that the phone planted in its HEIC is in a derivative', async () => {
  const bytes = await heic('room-p3')
  for (const mark of ['PlantedCamera', 'Planted-Copyright', 'PlantedXmp', 'xmpmeta']) {
    expect(bytes.includes(mark), mark).toBe(true)
    for (const made of await derive(bytes, 480)) expect(Buffer.from(made.bytes).includes(mark)).toBe(false)
  }
})

test('other pictures in the same wrapping are no HEIC', () => {
  const head = (major: string, ...others: string[]) =>
    Buffer.concat([
      Buffer.from([0, 0, 0, 16 + 4 * others.length]),
      Buffer.from(['ftyp', major, '\0\0\0\0', ...others].join(''), 'latin1'),
    ])
  expect(isHeic(head('heic', 'mif1'))).toBe(true)
  expect(isHeic(head('mif1', 'miaf', 'heix'))).toBe(true)
  expect(isHeic(head('avif', 'mif1', 'miaf'))).toBe(false)
  expect(isHeic(head('isom', 'mp42'))).toBe(false)
  expect(isHeic(Buffer.from('ftypheic'))).toBe(false)
  expect(isHeic(Buffer.alloc(0))).toBe(false)
})
