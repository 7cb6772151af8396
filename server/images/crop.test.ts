import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/each-database.ts'
import { decode, plane } from '#testing/photographs.ts'
import { crop } from './crop.ts'

const size = { width: 120, height: 63 }
const [red, blue] = [
  { r: 200, g: 30, b: 40 },
  { r: 30, g: 40, b: 200 },
]

/** A derivative whose first half (left, or upper) is red and whose second half is blue. */
async function twoHalves(width: number, height: number): Promise<string> {
  const wide = width > height
  const half = wide ? { width: width / 2, height } : { width, height: height / 2 }
  const second = await plane(half.width, half.height, blue).png().toBuffer()
  const at = wide ? { left: width / 2, top: 0 } : { left: 0, top: height / 2 }
  const path = join(await temporaryFolder(), 'derivative.webp')
  const whole = plane(width, height, red).composite([{ input: second, ...at }])
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
  ['higher', 100, 400],
  ['smaller', 40, 20],
])('a %s picture fills the whole size, with its focal point in sight', async (_, width, height) => {
  const path = await twoHalves(width, height)
  for (const focal of [0, 1]) {
    const picture = await decode(await crop(path, size, { focalX: focal, focalY: focal }))
    expect(picture).toMatchObject({ format: 'jpg', ...size, private: [] })
    expect(isRed(picture.at(0.02, 0.02)), `the beginning at ${focal}`).toBe(focal === 0 || width === 40)
    expect(isRed(picture.at(0.98, 0.98)), `the end at ${focal}`).toBe(focal === 0 && width !== 40)
  }
})

test('between the ends, the crop lies where a browser would put it', async () => {
  // 400 × 100 becomes 252 × 63: at a focal point of a quarter, 33 of 132 pixels are cut off at the left.
  const picture = await decode(await crop(await twoHalves(400, 100), size, { focalX: 0.25, focalY: 0.5 }))
  const middle = (126 - 33) / 120
  expect(isRed(picture.at(middle - 0.05, 0.5))).toBe(true)
  expect(isRed(picture.at(middle + 0.05, 0.5))).toBe(false)
})
