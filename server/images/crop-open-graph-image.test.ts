import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { decode, flatImage } from '#tests/support/images/photo-files.ts'
import { cropOpenGraphImage } from './crop-open-graph-image.ts'

const size = { width: 120, height: 63 }
const [red, blue] = [
  { r: 200, g: 30, b: 40 },
  { r: 30, g: 40, b: 200 },
]

/** A derivative whose left or upper half is red and whose other half is blue. */
async function twoHalves(width: number, height: number): Promise<string> {
  const wide = width > height
  const half = wide ? { width: width / 2, height } : { width, height: height / 2 }
  const second = await flatImage(half.width, half.height, blue).png().toBuffer()
  const at = wide ? { left: width / 2, top: 0 } : { left: 0, top: height / 2 }
  const path = join(await temporaryFolder(), 'derivative.webp')
  const whole = flatImage(width, height, red).composite([{ input: second, ...at }])
  await writeFile(
    path,
    await sharp(await whole.png().toBuffer())
      .webp({ lossless: true })
      .toBuffer(),
  )
  return path
}

const isRed = ([r = 0, , b = 0]: number[]) => r > 150 && b < 90

test.each([
  ['wider', 400, 100],
  ['taller', 100, 400],
  ['smaller', 40, 20],
])('the crop of a %s image has the requested size and contains the focal point', async (_, width, height) => {
  const path = await twoHalves(width, height)
  for (const focal of [0, 1]) {
    const image = await decode(await cropOpenGraphImage(path, size, { focalX: focal, focalY: focal }))
    expect(image).toMatchObject({ format: 'jpg', ...size, private: [] })
    expect(isRed(image.at(0.02, 0.02)), `the beginning at ${focal}`).toBe(focal === 0 || width === 40)
    expect(isRed(image.at(0.98, 0.98)), `the end at ${focal}`).toBe(focal === 0 && width !== 40)
  }
})

test('a focal point between edge and centre gives the same crop as in a browser', async () => {
  // 400 × 100 becomes 252 × 63: at a focal point of a quarter, 33 of 132 pixels are cut off at the left.
  const image = await decode(await cropOpenGraphImage(await twoHalves(400, 100), size, { focalX: 0.25, focalY: 0.5 }))
  const middle = (126 - 33) / 120
  expect(isRed(image.at(middle - 0.05, 0.5))).toBe(true)
  expect(isRed(image.at(middle + 0.05, 0.5))).toBe(false)
})
