import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Derivative } from '#portfolio/ports.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { withFrameSize } from '#tests/support/images/gain-map-files.ts'
import { readHeicFile } from '#tests/support/images/heic-files.ts'
import {
  animatedPng,
  decompressionBomb,
  decode,
  rotatedPhoto,
  photoFile,
  flatImage,
  withCompressedText,
} from '#tests/support/images/photo-files.ts'
import { openImageProcessor } from './image-processor.ts'
import { processingLimits } from './worker-limits.ts'
import { uncropped } from '#tests/support/images/processor-stub.ts'

// On a busy machine, 64 megapixels take longer than the limits.
const images = openImageProcessor({ ...processingLimits, decodeMs: 280_000, openMs: 280_000, deriveMs: 280_000 })

async function temporaryFile(bytes: Uint8Array | string, name = 'original.jpg'): Promise<string> {
  const path = join(await temporaryFolder(), name)
  await writeFile(path, bytes)
  return path
}

const examine = async (bytes: Uint8Array | string, name?: string) => images.examine(await temporaryFile(bytes, name))

async function derive(bytes: Uint8Array, widths: readonly number[]) {
  const all: (Derivative & { width: number })[] = []
  await images.derive(await temporaryFile(bytes), uncropped(...widths), async ({ width }, derivatives) => {
    all.push(...derivatives.map((derivative) => ({ ...derivative, width })))
  })
  return all
}

const red = { r: 200, g: 30, b: 40 }
const unknownFormat = { ok: false, code: 'wrong-type', message: 'This is not a JPEG, PNG, WebP, AVIF or HEIC picture.' }
const unreadable = { ok: false, code: 'wrong-type', message: 'This picture cannot be read.' }
const tooLarge = { ok: false, code: 'too-large', message: expect.stringContaining('64 megapixels') }

test.each(['jpeg', 'png', 'webp'] as const)('%s is recognised by content, whatever its name', async (format) => {
  for (const name of ['right', 'wrong.gif', 'wrong.svg', 'page.html']) {
    expect(await examine(await photoFile({ as: format }), name)).toMatchObject({
      ok: true,
      value: { format, width: 90, height: 60 },
    })
  }
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'],
  ['an SVG with a prolog', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['an HTML page', '<!doctype html><script>alert(1)</script>'],
  ['a PDF', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'],
  ['an archive', 'PK\x03\x04\x14\x00\x00\x00\x08\x00'],
  ['a GIF signature', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;'],
  ['a PPM', 'P6 1 1 255 abc'],
  ['text', 'not a picture at all'],
  ['an empty file', ''],
])('%s named .jpg is refused', async (_, text) => {
  expect(await examine(Buffer.from(text, 'latin1'))).toMatchObject(unknownFormat)
})

test('a GIF is refused', async () => {
  expect(await examine(await photoFile({ as: 'gif' }))).toMatchObject(unknownFormat)
})

test('a missing file is refused', async () => {
  expect(await images.examine('/nowhere/at/all.jpg')).toMatchObject({ ok: false })
})

test('a file of less than 50 KB that decodes to 256 megapixels is refused as too large', async () => {
  const small = decompressionBomb(16_000)
  expect(small.length).toBeLessThan(50_000)
  expect(await examine(small)).toMatchObject(tooLarge)
})

test.each(['zTXt', 'iTXt'] as const)('a PNG whose %s chunks decompress to gigabytes is refused', async (type) => {
  const png = await photoFile({ as: 'png' })
  expect(await examine(withCompressedText(png, 2, type))).toMatchObject({ ok: true, value: { format: 'png' } })
  expect(await examine(withCompressedText(png, 500, type))).toMatchObject(unreadable)
})

test('64 megapixels are accepted, more are refused', async () => {
  expect(await examine(decompressionBomb(8_000))).toMatchObject({ ok: true, value: { width: 8_000, height: 8_000 } })
  expect(await examine(decompressionBomb(8_001))).toMatchObject(tooLarge)
})

test('a JPEG of 100 megapixels is accepted and derived, a larger one is refused', async () => {
  const [large, larger] = [flatImage(11_656, 8_742, red), flatImage(11_700, 8_742, red)]
  const path = await temporaryFile(await large.jpeg().toBuffer())
  expect(await images.examine(path)).toMatchObject({ ok: true, value: { width: 11_656, height: 8_742 } })
  await images.derive(path, uncropped(300), async (_, derivatives) => expect(derivatives).toHaveLength(2))
  expect(await examine(await larger.jpeg().toBuffer())).toMatchObject({ message: expect.stringContaining('100 mega') })
})

test('a side of more than 16,384 pixels is refused, whatever the other side', async () => {
  expect(await examine(await flatImage(16_385, 1, red).png().toBuffer())).toMatchObject(tooLarge)
  expect(await examine(await flatImage(1, 16_385, red).jpeg().toBuffer())).toMatchObject({ code: 'too-large' })
  expect(await examine(await flatImage(16_384, 1, red).png().toBuffer())).toMatchObject({ ok: true })
})

test('a progressive CMYK JPEG of more than 40 megapixels is refused: the decoder holds it in memory', async () => {
  const small = await flatImage(64, 64, red).toColourspace('cmyk').jpeg({ progressive: true }).toBuffer()
  const largest = await examine(withFrameSize(small, 8_000, 5_000))
  expect(largest).toMatchObject({ message: expect.stringContaining('damaged') })
  const larger = await examine(withFrameSize(small, 8_000, 5_001))
  expect(larger).toMatchObject({ code: 'too-large', message: expect.stringContaining('40 megapixels') })
})

test('a picture 16,384 pixels high is derived at its full height', async () => {
  for (const { bytes } of await derive(await flatImage(40, 16_384, red).jpeg().toBuffer(), [40])) {
    const { width, height } = await decode(bytes)
    expect([width, height]).toEqual([40, 16_384])
  }
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a picture with orientation %d is rotated upright', async (orientation) => {
  const upright = [
    [200, 30, 40],
    [30, 200, 40],
    [40, 30, 200],
    [220, 220, 220],
  ] as const
  const bytes = await quarters(upright, orientation)
  expect(await examine(bytes)).toMatchObject({ ok: true, value: { width: 240, height: 160 } })
  for (const derivative of await derive(bytes, [120])) {
    const { width, height, at } = await decode(derivative.bytes)
    expect([width, height]).toEqual([120, 80])
    const corners = [at(0.1, 0.1), at(0.9, 0.1), at(0.1, 0.9), at(0.9, 0.9)]
    for (const [n, corner] of corners.entries()) expectColour(corner, upright[n] ?? [])
  }
})

test('every width is derived in every format, in the requested order, without metadata', async () => {
  const bytes = await flatImage(1_300, 650, red)
    .withExif({
      IFD0: { Copyright: 'Anna', Make: 'Camera' },
      IFD3: { GPSLatitude: '53/1 28/1 0/1', GPSLongitude: '2/1 14/1 0/1' },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/">' +
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>',
    )
    .jpeg()
    .toBuffer()
  expect(bytes.includes('Anna') && bytes.includes('xmpmeta') && bytes.includes('Exif')).toBe(true)
  const widths = [480, 800, 1_200, 1_300]
  const derivatives = await derive(bytes, widths)
  expect(derivatives.map(({ width, format }) => `${width}.${format}`)).toEqual(
    widths.flatMap((width) => [`${width}.avif`, `${width}.jpg`]),
  )
  for (const { width, format, bytes: derivative } of derivatives) {
    const decoded = await decode(derivative)
    expect(decoded).toMatchObject({ format, width, height: width / 2, private: [] })
    expectColour(decoded.at(0.5, 0.5), [200, 30, 40])
    for (const text of ['Anna', 'Camera', 'GPS', 'Exif', 'xmpmeta'])
      expect(Buffer.from(derivative).includes(text)).toBe(false)
  }
})

test.each([
  ['CMYK', () => flatImage(300, 200, red).toColourspace('cmyk').jpeg().toBuffer()],
  ['16 bits per channel', () => flatImage(300, 200, red).toColourspace('rgb16').png().toBuffer()],
  ['a palette', () => flatImage(300, 200, red).png({ palette: true }).toBuffer()],
  ['Display P3', () => flatImage(300, 200, red).withIccProfile('p3').jpeg().toBuffer()],
] as const)('an image in %s keeps its colour', async (_, create) => {
  const bytes = await create()
  expect(await examine(bytes)).toMatchObject({ ok: true, value: { width: 300 } })
  const result = await examine(bytes)
  if (result.ok) expectColour(channelsOf(result.value.colour), [200, 30, 40], 30)
  for (const derivative of await derive(bytes, [100]))
    expectColour((await decode(derivative.bytes)).at(0.5, 0.5), [200, 30, 40], 30)
})

test('a greyscale image stays grey and is derived in every format', async () => {
  const bytes = await flatImage(300, 200, { r: 120, g: 120, b: 120 }).toColourspace('b-w').jpeg().toBuffer()
  const result = await examine(bytes)
  expect(result.ok).toBe(true)
  if (result.ok) expectColour(channelsOf(result.value.colour), [120, 120, 120], 16)
  const derivatives = await derive(bytes, [100])
  expect(derivatives).toHaveLength(2)
  for (const { bytes: derivative } of derivatives)
    expectColour((await decode(derivative)).at(0.5, 0.5), [120, 120, 120])
})

test('a transparent image is accepted', async () => {
  const bytes = await flatImage(300, 200, { ...red, alpha: 0.5 })
    .png()
    .toBuffer()
  expect(await examine(bytes)).toMatchObject({ ok: true, value: { colour: expect.stringMatching(/^#[0-9a-f]{6}$/) } })
  expect(await derive(bytes, [100])).toHaveLength(2)
})

test('transparent pixels get the background of the pages, in every format', async () => {
  const transparent = await flatImage(300, 200, { ...red, alpha: 0 })
    .png()
    .toBuffer()
  for (const { bytes } of await derive(transparent, [100])) {
    const { at, format } = await decode(bytes)
    expectColour(at(0.5, 0.5), [0xf6, 0xf3, 0xee], format === 'png' ? 0 : 3)
  }
})

test('an animated WebP or PNG is derived from its first frame', async () => {
  const frames = await Promise.all(
    [red, { r: 20, g: 20, b: 200 }].map((colour) => flatImage(90, 60, colour).png().toBuffer()),
  )
  const animation = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect((await sharp(animation).metadata()).pages).toBe(2)
  for (const bytes of [animation, animatedPng(frames[0] ?? Buffer.alloc(0))]) {
    expect(await examine(bytes)).toMatchObject({ ok: true, value: { width: 90, height: 60 } })
    for (const derivative of await derive(bytes, [90]))
      expectColour((await decode(derivative.bytes)).at(0.5, 0.5), [200, 30, 40])
  }
})

test('bytes after the end of a JPEG are not in the derivatives', async () => {
  const bytes = Buffer.concat([await photoFile({ width: 300, height: 200 }), Buffer.from('<script>alert(1)</script>')])
  expect(await examine(bytes)).toMatchObject({ ok: true })
  for (const derivative of await derive(bytes, [100]))
    expect(Buffer.from(derivative.bytes).includes('script')).toBe(false)
})

test('the colour of an image is its most frequent one', async () => {
  const image = flatImage(100, 100, { r: 10, g: 120, b: 60 }).composite([
    { input: await flatImage(30, 30, red).png().toBuffer(), left: 0, top: 0 },
  ])
  const result = await examine(await image.png().toBuffer())
  expect(result.ok).toBe(true)
  // The histogram has 16 steps per channel.
  if (result.ok) expectColour(channelsOf(result.value.colour), [10, 120, 60], 16)
})

test('an error that the caller throws while storing a width ends the derivation', async () => {
  const path = await temporaryFile(await photoFile())
  const diskFull = new Error('full')
  await expect(images.derive(path, uncropped(40, 50), () => Promise.reject(diskFull))).rejects.toBe(diskFull)
})

test('deriving from a file that is not an image fails', async () => {
  await expect(derive(Buffer.from('not an image'), [100])).rejects.toThrow()
})

function expectColour(actual: readonly number[], expected: readonly number[], tolerance = 12): void {
  expect(actual).toHaveLength(3)
  for (const [n, value] of actual.entries())
    expect(Math.abs(value - (expected[n] ?? NaN))).toBeLessThanOrEqual(tolerance)
}

const channelsOf = (hex: string) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))

/** Quarters of four colours, 240 × 160 pixels when upright, stored with this EXIF orientation. */
async function quarters(colours: readonly (readonly [number, number, number])[], orientation: number): Promise<Buffer> {
  const squares = await Promise.all(
    colours.map(async ([r, g, b], n) => ({
      input: await flatImage(120, 80, { r, g, b }).png().toBuffer(),
      left: (n % 2) * 120,
      top: n < 2 ? 0 : 80,
    })),
  )
  const upright = await flatImage(240, 160, red).composite(squares).png().toBuffer()
  return rotatedPhoto(upright, orientation)
}

test('a truncated derivative and an image of another format are not valid derivatives', async () => {
  for (const { bytes, format } of await derive(await photoFile({ width: 600, height: 400 }), [300])) {
    expect(await images.decodeDerivative(await temporaryFile(bytes))).toEqual({ format, width: 300 })
    const half = bytes.subarray(0, Math.floor(bytes.length / 2))
    expect(await images.decodeDerivative(await temporaryFile(half)), format).toBeNull()
  }
  expect(await images.decodeDerivative(await temporaryFile(await photoFile({ as: 'png' })))).toBeNull()
  expect(await images.decodeDerivative('/nowhere/at/all.avif')).toBeNull()
})

test('a placeholder has the colours of the image at their positions, in a few hundred characters', async () => {
  const colours = [
    [200, 30, 40],
    [30, 200, 40],
    [40, 30, 200],
    [220, 220, 220],
  ] as const
  for (const bytes of [await quarters(colours, 1), await quarters(colours, 6), await readHeicFile('turned-8')]) {
    const result = await examine(bytes)
    const placeholder = result.ok ? result.value.placeholder : ''
    expect(placeholder).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]{20,600}=*$/)
    const { at, width, height } = await decode(Buffer.from(placeholder.split(',')[1] ?? '', 'base64'))
    expect([width, height]).toEqual([10, 7])
    const corners = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)]
    for (const [n, colour] of colours.entries()) expectColour(corners[n] ?? [], colour)
  }
})
