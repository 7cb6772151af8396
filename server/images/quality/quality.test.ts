import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { flatImage } from '#tests/support/images/photo-files.ts'
import { openOriginal } from '#server/images/decode.ts'
import { chooseQualities } from './quality.ts'

const photos = join(import.meta.dirname, '../../../samples/photos')

// `chooseQualities` leaves this decoder blocked. Other tests in this process need it.
afterEach(() => void sharp.unblock({ operation: ['VipsForeignLoadHeif'] }))

async function qualitiesOf(path: string, width = 1_200) {
  const original = await openOriginal(path)
  if (!original.ok) throw new Error(original.message)
  return chooseQualities(await original.value.decode({ width }))
}

const qualitiesOfSample = (name: string) => qualitiesOf(join(photos, name))

test('a photo in which compression errors are more visible gets a higher quality, in both formats', async () => {
  const ladder = await qualitiesOfSample('bookshop-cafe/02-ladder.jpg')
  const niches = await qualitiesOfSample('ceramics-shop/02-niches.jpg')
  expect(ladder.avif).toBeGreaterThanOrEqual(niches.avif + 3)
  expect(ladder.jpg).toBeGreaterThanOrEqual(niches.jpg + 2)
})

test('the qualities stay within their limits, however easy, hard or small the picture is', async () => {
  const folder = await temporaryFolder()
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  await flatImage(200, 150, { r: 90, g: 90, b: 90 }).png().toFile(join(folder, 'flat'))
  await flatImage(1, 1, { r: 90, g: 200, b: 90 }).png().toFile(join(folder, 'one-pixel'))
  await sharp({ create: { width: 250, height: 200, channels: 3, background: '#888', noise } })
    .png()
    .toFile(join(folder, 'noise'))
  await sharp(join(photos, 'desk.jpg')).resize(300).greyscale().jpeg().toFile(join(folder, 'grey'))
  for (const name of ['flat', 'one-pixel', 'noise', 'grey']) {
    const { avif, jpg } = await qualitiesOf(join(folder, name))
    expect(avif).toBeGreaterThanOrEqual(60)
    expect(avif).toBeLessThanOrEqual(66)
    expect(jpg).toBeGreaterThanOrEqual(84)
    expect(jpg).toBeLessThanOrEqual(88)
  }
  expect(await qualitiesOf(join(folder, 'flat'))).toEqual({ avif: 60, jpg: 84 })
})

test('the decoder for AVIF is allowed only while the probe is decoded', async () => {
  const path = join(await temporaryFolder(), 'photo.avif')
  await sharp(join(photos, 'desk.jpg')).resize(100).avif({ effort: 0 }).toFile(path)
  await qualitiesOf(join(photos, 'desk.jpg'), 100)
  await expect(sharp(path).raw().toBuffer()).rejects.toThrow(/unsupported/)
})
