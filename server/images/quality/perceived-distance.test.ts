import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { perceivedDistance, toReference } from './perceived-distance.ts'

// Another test in this process may have blocked AVIF.
beforeEach(() => sharp.unblock({ operation: ['VipsForeignLoadHeif'] }))

const photos = join(import.meta.dirname, '../../../samples/photos')
const detailed = await pixelsOf(sharp(join(photos, 'bookshop-cafe/01-room.jpg')).resize(320))
const calm = await pixelsOf(sharp(join(photos, 'ceramics-shop/02-niches.jpg')).resize(320))

async function pixelsOf(image: Sharp) {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: 3 as const }
}

type Image = typeof detailed

const changed = async (image: Image, change: (image: Sharp) => Sharp) =>
  perceivedDistance(toReference(image), await pixelsOf(change(sharp(image.data, { raw: image }))))

const encoded = async (image: Image, quality: number, format: 'avif' | 'jpeg') => {
  const raw = sharp(image.data, { raw: image })
  const bytes = await (format === 'avif' ? raw.avif({ quality, effort: 1 }) : raw.jpeg({ quality })).toBuffer()
  return perceivedDistance(toReference(image), await pixelsOf(sharp(bytes)))
}

test('identical pixels have no distance', () => {
  expect(perceivedDistance(toReference(detailed), { ...detailed, data: Buffer.from(detailed.data) })).toBe(0)
})

test.each(['avif', 'jpeg'] as const)('the distance grows as the quality of %s falls', async (format) => {
  for (const image of [detailed, calm]) {
    const distances = await Promise.all([88, 60, 30].map((quality) => encoded(image, quality, format)))
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(distances[0]).toBeGreaterThan(0.1)
    expect(distances[0]).toBeLessThan(0.9)
    expect(distances[2]).toBeGreaterThan(1.3)
  }
})

test('the same error is more visible in a flat surface than in a texture', () => {
  const width = 300
  const distanceOf = (amplitude: number) => {
    const grey = Uint8Array.from(
      { length: width * 200 * 3 },
      (_, i) => 120 + (((Math.floor(i / 3) * 7_919) % 101) % amplitude),
    )
    const striped = grey.map((value, i) => value + (Math.floor(i / 3 / width) % 12 < 6 ? 3 : 0))
    return perceivedDistance(toReference({ data: grey, width }), { data: striped, width })
  }
  const [inFlat, inTexture] = [distanceOf(1), distanceOf(80)]
  expect(inTexture).toBeGreaterThan(0)
  expect(inFlat).toBeGreaterThan(2 * inTexture)
})

test('an error in an otherwise identical picture has a distance above 0', () => {
  const width = 160
  const data = Uint8Array.from({ length: width * 60 * 3 }, (_, i) => 60 + ((i * 31 + ((i * i) % 1_009)) % 61))
  const other = data.slice()
  // Rounding decides whether a running sum falls below 0. With this patch, one does.
  for (let row = 30; row < 34; row++) other.fill(75, 3 * (row * width + 30), 3 * (row * width + 34))
  expect(perceivedDistance(toReference({ data, width }), { data: other, width })).toBeGreaterThan(0)
})

test('a change in one place counts more than its share of the same change everywhere', async () => {
  const patch = { left: 120, top: 80, width: 48, height: 48 }
  const blurred = await pixelsOf(sharp(detailed.data, { raw: detailed }).extract(patch).blur(4))
  const inPatch = await changed(detailed, (image) =>
    image.composite([{ input: blurred.data, raw: blurred, left: patch.left, top: patch.top }]),
  )
  // The patch is 3 % of the picture, the distance much more than 3 %.
  expect(inPatch).toBeGreaterThan(0.3 * (await changed(detailed, (image) => image.blur(4))))
})

test('pictures smaller than every blur radius can be compared', async () => {
  for (const [width, height] of [
    [1, 1],
    [3, 2],
    [1, 40],
    [40, 1],
    [9, 9],
  ] as const) {
    const image = { data: Buffer.alloc(width * height * 3, 100), width }
    expect(perceivedDistance(toReference(image), image), `${width}×${height}`).toBe(0)
    const other = { data: Buffer.alloc(width * height * 3, 130), width }
    expect(perceivedDistance(toReference(image), other), `${width}×${height}`).not.toBeNaN()
  }
})
