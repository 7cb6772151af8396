import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { icons } from '#portfolio/logo/logo.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { flatImage } from '#tests/support/images/photo-files.ts'
import { drawIcon } from './draw-icon.ts'

const paper = [0xf6, 0xf3, 0xee, 255]

/** The path of a PNG: a red circle, 600 pixels wide, on a transparent or blue background. */
async function logo(background: 'transparent' | 'blue'): Promise<string> {
  const path = join(await temporaryFolder(), `${background}.png`)
  const circle = Buffer.from('<svg width="600" height="600"><circle cx="300" cy="300" r="300" fill="#c00"/></svg>')
  const colour = background === 'blue' ? { r: 0, g: 0, b: 200 } : { r: 0, g: 0, b: 0, alpha: 0 }
  await writeFile(
    path,
    await flatImage(600, 600, colour)
      .composite([{ input: circle }])
      .png()
      .toBuffer(),
  )
  return path
}

/** The pixels in the corner, between the corner and the middle, and in the middle. */
async function pixelsOf(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (share: number) => {
    const offset = Math.floor((info.width - 1) * share)
    return [...data.subarray((offset * info.width + offset) * 4, (offset * info.width + offset) * 4 + 4)]
  }
  return { width: info.width, height: info.height, corner: at(0), between: at(0.2), middle: at(0.5) }
}

test('a transparent logo stays transparent, except on a home screen, where it has the background of the pages', async () => {
  const path = await logo('transparent')
  for (const file of ['icon-32.png', 'icon-48.png', 'icon-192.png', 'icon-512.png', 'favicon.ico'] as const) {
    const { side } = icons[file]
    const { corner, middle, ...size } = await pixelsOf(await drawIcon(path, icons[file]))
    expect({ ...size, alpha: corner[3], middle }).toMatchObject({
      width: side,
      height: side,
      alpha: 0,
      middle: [204, 0, 0, 255],
    })
  }
  for (const file of ['touch-180.png', 'maskable-512.png'] as const) {
    const { corner, between, middle } = await pixelsOf(await drawIcon(path, icons[file]))
    expect([corner, between, middle], file).toEqual([paper, paper, [204, 0, 0, 255]])
  }
})

test('an opaque logo fills the home screen icon, and a maskable icon extends its background', async () => {
  const path = await logo('blue')
  const blue = [0, 0, 200, 255]
  const touch = await pixelsOf(await drawIcon(path, icons['touch-180.png']))
  expect([touch.corner, touch.between]).toEqual([blue, [204, 0, 0, 255]])
  const maskable = await pixelsOf(await drawIcon(path, icons['maskable-512.png']))
  expect([maskable.corner, maskable.between, maskable.middle]).toEqual([blue, blue, [204, 0, 0, 255]])
})
