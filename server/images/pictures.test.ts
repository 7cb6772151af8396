import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Derivative } from '#portfolio/parts.ts'
import { temporaryFolder } from '#testing/each-database.ts'
import { heic } from '#testing/heic.ts'
import { animated, bomb, decode, held, photograph, plane } from '#testing/photographs.ts'
import { openPictures } from './pictures.ts'

const pictures = openPictures()

async function fileOf(bytes: Uint8Array | string, name = 'arrived.jpg'): Promise<string> {
  const path = join(await temporaryFolder(), name)
  await writeFile(path, bytes)
  return path
}

const examine = async (bytes: Uint8Array | string, name?: string) => pictures.examine(await fileOf(bytes, name))

async function derive(bytes: Uint8Array, widths: readonly number[]) {
  const made: (Derivative & { width: number })[] = []
  await pictures.derive(await fileOf(bytes), widths, async (width, derivatives) => {
    made.push(...derivatives.map((derivative) => ({ ...derivative, width })))
  })
  return made
}

const red = { r: 200, g: 30, b: 40 }
const noPicture = { ok: false, why: 'wrong-type', message: 'This is not a JPEG, PNG, WebP or HEIC picture.' }
const tooLarge = { ok: false, why: 'too-large', message: expect.stringContaining('64 megapixels') }

test.each(['jpeg', 'png', 'webp'] as const)('%s is taken, by its content and not by its name', async (format) => {
  for (const name of ['right', 'wrong.gif', 'wrong.svg', 'page.html']) {
    expect(await examine(await photograph({ as: format }), name)).toMatchObject({
      ok: true,
      value: { format, width: 90, height: 60 },
    })
  }
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'],
  ['an SVG with an XML head', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a PDF', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'],
  ['an archive', 'PK\x03\x04\x14\x00\x00\x00\x08\x00'],
  ['a GIF by its first bytes', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;'],
  ['a PPM', 'P6 1 1 255 abc'],
  ['text', 'not a picture at all'],
  ['nothing', ''],
])('%s that calls itself .jpg is no picture', async (_, text) => {
  expect(await examine(Buffer.from(text, 'latin1'))).toMatchObject(noPicture)
})

test('a real GIF is no picture for this house', async () => {
  expect(await examine(await photograph({ as: 'gif' }))).toMatchObject(noPicture)
})

test.each([
  ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['WebP', Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1')],
])('the first bytes of a %s alone are refused', async (_, bytes) => {
  expect(await examine(bytes)).toMatchObject({ ok: false, why: 'wrong-type' })
})

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s that was cut off is refused, at half and near its end',
  async (format) => {
    const whole = await photograph({ as: format, width: 600, height: 400 })
    for (const part of [0.5, 0.99]) {
      expect(await examine(whole.subarray(0, Math.floor(whole.length * part)))).toMatchObject({
        ok: false,
        why: 'wrong-type',
      })
    }
  },
)

test('a photograph of which the last row is missing is said to be damaged', async () => {
  const whole = await photograph({ width: 600, height: 400 })
  expect(await examine(whole.subarray(0, whole.length - 200))).toMatchObject({
    ok: false,
    message: expect.stringContaining('damaged'),
  })
})

test('a missing file is no picture', async () => {
  expect(await pictures.examine('/nowhere/at/all.jpg')).toMatchObject({ ok: false })
})

test('a file of a few KB that unpacks to 256 megapixels is refused for its size', async () => {
  const small = bomb(16_000)
  expect(small.length).toBeLessThan(50_000)
  expect(await examine(small)).toMatchObject(tooLarge)
})

test('64 megapixels are taken, one row more is not', async () => {
  expect(await examine(bomb(8_000))).toMatchObject({ ok: true, value: { width: 8_000, height: 8_000 } })
  expect(await examine(bomb(8_001))).toMatchObject(tooLarge)
})

test('a side beyond 16,384 pixels is refused, however thin the picture', async () => {
  expect(await examine(await plane(16_385, 1, red).png().toBuffer())).toMatchObject(tooLarge)
  expect(await examine(await plane(1, 16_385, red).jpeg().toBuffer())).toMatchObject(tooLarge)
  expect(await examine(await plane(16_384, 1, red).png().toBuffer())).toMatchObject({ ok: true })
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'orientation %d is turned upright, in its size and in its pixels',
  async (orientation) => {
    const upright = [
      [200, 30, 40],
      [30, 200, 40],
      [40, 30, 200],
      [220, 220, 220],
    ] as const
    const bytes = await quartered(upright, orientation)
    expect(await examine(bytes)).toMatchObject({ ok: true, value: { width: 240, height: 160 } })
    for (const made of await derive(bytes, [120])) {
      const { width, height, at } = await decode(made.bytes)
      expect([width, height]).toEqual([120, 80])
      const corners = [at(0.1, 0.1), at(0.9, 0.1), at(0.1, 0.9), at(0.9, 0.9)]
      for (const [n, corner] of corners.entries()) expectColour(corner, upright[n] ?? [])
    }
  },
)

test('every width comes in every format, in the order asked for, and decode; none has what the camera wrote', async () => {
  const bytes = await plane(1_300, 650, red)
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
  const made = await derive(bytes, widths)
  expect(made.map(({ width, format }) => `${width}.${format}`)).toEqual(
    widths.flatMap((width) => [`${width}.avif`, `${width}.webp`, `${width}.jpg`]),
  )
  for (const { width, format, bytes: derivative } of made) {
    const decoded = await decode(derivative)
    expect(decoded).toMatchObject({ format, width, height: width / 2, private: [] })
    expectColour(decoded.at(0.5, 0.5), [200, 30, 40])
    for (const mark of ['Anna', 'Camera', 'GPS', 'Exif', 'xmpmeta'])
      expect(Buffer.from(derivative).includes(mark)).toBe(false)
  }
})

test.each([
  ['CMYK', () => plane(300, 200, red).toColourspace('cmyk').jpeg().toBuffer()],
  ['16 bits a channel', () => plane(300, 200, red).toColourspace('rgb16').png().toBuffer()],
  ['a palette', () => plane(300, 200, red).png({ palette: true }).toBuffer()],
  ['Display P3', () => plane(300, 200, red).withIccProfile('p3').jpeg().toBuffer()],
] as const)('a picture in %s keeps its colour', async (_, make) => {
  const bytes = await make()
  expect(await examine(bytes)).toMatchObject({ ok: true, value: { width: 300 } })
  const outcome = await examine(bytes)
  if (outcome.ok) expectColour(channelsOf(outcome.value.colour), [200, 30, 40], 30)
  for (const made of await derive(bytes, [100]))
    expectColour((await decode(made.bytes)).at(0.5, 0.5), [200, 30, 40], 30)
})

test('a picture in greys stays grey, and is made in every format', async () => {
  const bytes = await plane(300, 200, { r: 120, g: 120, b: 120 }).toColourspace('b-w').jpeg().toBuffer()
  const outcome = await examine(bytes)
  expect(outcome.ok).toBe(true)
  if (outcome.ok) expectColour(channelsOf(outcome.value.colour), [120, 120, 120], 16)
  const made = await derive(bytes, [100])
  expect(made).toHaveLength(3)
  for (const { bytes: derivative } of made) expectColour((await decode(derivative)).at(0.5, 0.5), [120, 120, 120])
})

test('a transparent picture is taken', async () => {
  const bytes = await plane(300, 200, { ...red, alpha: 0.5 })
    .png()
    .toBuffer()
  expect(await examine(bytes)).toMatchObject({ ok: true, value: { colour: expect.stringMatching(/^#[0-9a-f]{6}$/) } })
  expect(await derive(bytes, [100])).toHaveLength(3)
})

test('what is transparent lets the paper of the page through, in every format', async () => {
  const clear = await plane(300, 200, { ...red, alpha: 0 })
    .png()
    .toBuffer()
  for (const { bytes } of await derive(clear, [100])) {
    const { at, format } = await decode(bytes)
    expectColour(at(0.5, 0.5), [0xf6, 0xf3, 0xee], format === 'png' ? 0 : 3)
  }
})

test('of a moving WebP or PNG the first picture is shown', async () => {
  const frames = await Promise.all(
    [red, { r: 20, g: 20, b: 200 }].map((colour) => plane(90, 60, colour).png().toBuffer()),
  )
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  for (const bytes of [moving, animated(frames[0] ?? Buffer.alloc(0))]) {
    expect(await examine(bytes)).toMatchObject({ ok: true, value: { width: 90, height: 60 } })
    for (const made of await derive(bytes, [90])) expectColour((await decode(made.bytes)).at(0.5, 0.5), [200, 30, 40])
  }
})

test('what is written behind the end of a JPEG does not reach the derivatives', async () => {
  const bytes = Buffer.concat([await photograph({ width: 300, height: 200 }), Buffer.from('<script>alert(1)</script>')])
  expect(await examine(bytes)).toMatchObject({ ok: true })
  for (const made of await derive(bytes, [100])) expect(Buffer.from(made.bytes).includes('script')).toBe(false)
})

test('the colour of a picture is the one that most of it has', async () => {
  const mostly = plane(100, 100, { r: 10, g: 120, b: 60 }).composite([
    { input: await plane(30, 30, red).png().toBuffer(), left: 0, top: 0 },
  ])
  const outcome = await examine(await mostly.png().toBuffer())
  expect(outcome.ok).toBe(true)
  // To the sixteenth of a channel: it is a histogram that says so.
  if (outcome.ok) expectColour(channelsOf(outcome.value.colour), [10, 120, 60], 16)
})

test('a maker that cannot store stops the work, and is told why', async () => {
  const path = await fileOf(await photograph())
  const full = new Error('full')
  await expect(pictures.derive(path, [40, 50], () => Promise.reject(full))).rejects.toBe(full)
})

test('a file that is no picture cannot be derived from', async () => {
  await expect(derive(Buffer.from('no picture'), [100])).rejects.toThrow()
})

function expectColour(given: readonly number[], wanted: readonly number[], tolerance = 12): void {
  expect(given).toHaveLength(3)
  for (const [n, value] of given.entries()) expect(Math.abs(value - (wanted[n] ?? NaN))).toBeLessThanOrEqual(tolerance)
}

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** 240 × 160 pixels when upright: four colours, stored as a camera stores them that was held that way. */
async function quartered(
  colours: readonly (readonly [number, number, number])[],
  orientation: number,
): Promise<Buffer> {
  const squares = await Promise.all(
    colours.map(async ([r, g, b], n) => ({
      input: await plane(120, 80, { r, g, b }).png().toBuffer(),
      left: (n % 2) * 120,
      top: n < 2 ? 0 : 80,
    })),
  )
  const upright = await plane(240, 160, red).composite(squares).png().toBuffer()
  return held(upright, orientation)
}

test('a derivative is inspected to its last pixel, an original of another format is none', async () => {
  for (const { bytes, format } of await derive(await photograph({ width: 600, height: 400 }), [300])) {
    expect(await pictures.inspect(await fileOf(bytes))).toEqual({ format, width: 300 })
    const half = bytes.subarray(0, Math.floor(bytes.length / 2))
    expect(await pictures.inspect(await fileOf(half)), format).toBeNull()
  }
  expect(await pictures.inspect(await fileOf(await photograph({ as: 'png' })))).toBeNull()
  expect(await pictures.inspect('/nowhere/at/all.avif')).toBeNull()
  // AVIF is shut again: it is no original.
  const [avif] = await derive(await photograph(), [40])
  expect(avif?.format).toBe('avif')
  expect(await examine(avif?.bytes ?? '')).toMatchObject(noPicture)
})

test('what stands in has the colours of the picture, where they are, in a few hundred characters', async () => {
  const colours = [
    [200, 30, 40],
    [30, 200, 40],
    [40, 30, 200],
    [220, 220, 220],
  ] as const
  for (const bytes of [await quartered(colours, 1), await quartered(colours, 6), await heic('turned-8')]) {
    const outcome = await examine(bytes)
    const placeholder = outcome.ok ? outcome.value.placeholder : ''
    expect(placeholder).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]{20,600}=*$/)
    const { at, width, height } = await decode(Buffer.from(placeholder.split(',')[1] ?? '', 'base64'))
    expect([width, height]).toEqual([10, 7])
    const corners = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)]
    for (const [n, colour] of colours.entries()) expectColour(corners[n] ?? [], colour)
  }
})
