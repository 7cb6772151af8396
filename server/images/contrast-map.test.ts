import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { mapSide, parseContrastMap } from '#portfolio/derivative/contrast-map.ts'
import { temporaryFolder } from '#tests/support/backend/each-database.ts'
import { openImageProcessor } from './image-processor.ts'

const images = openImageProcessor()

/** The map of an SVG drawing of 480 × 240 pixels; each cell is 10 × 5 pixels. */
async function mapOf(drawing: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240">${drawing}</svg>`
  const path = join(await temporaryFolder(), 'original.png')
  await writeFile(path, await sharp(Buffer.from(svg)).png().toBuffer())
  const { contrastMap = '' } = await images.derive(path, [], async () => {}, { measureContrast: true })
  const map = parseContrastMap(contrastMap)
  if (!map) throw new Error('the contrast was not measured')
  return map
}

const flat = (colour: string) => `<rect width="480" height="240" fill="${colour}"/>`

test.each([
  ['#fff', 0, 62],
  ['#000', 55, 0],
  ['#7b7b7b', 9, 14],
])(
  'a %s image needs a scrim of %i percent behind dark text and of %i behind light text',
  async (colour, light, dark) => {
    const map = await mapOf(flat(colour))
    expect(map).toHaveLength(mapSide * mapSide)
    for (const cell of map) {
      expect(Math.abs(cell.light - light)).toBeLessThanOrEqual(1)
      expect(Math.abs(cell.dark - dark)).toBeLessThanOrEqual(1)
    }
  },
)

test('one dark pixel makes only its cell need a scrim', async () => {
  const map = await mapOf(`${flat('#fff')}<path d="M135 57h1v1h-1z"/>`)
  const needing = map.flatMap(({ light }, cell) => (light > 0 ? [cell] : []))
  expect(needing).toEqual([11 * mapSide + 13])
})

test('the contrast is measured only on request', async () => {
  const path = join(await temporaryFolder(), 'original.png')
  await writeFile(path, await sharp(Buffer.from(`<svg width="40" height="40"/>`)).png().toBuffer())
  expect(await images.derive(path, [], async () => {})).not.toHaveProperty('contrastMap')
  expect(parseContrastMap('')).toBeNull()
})
