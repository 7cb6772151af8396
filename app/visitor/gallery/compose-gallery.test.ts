import { expect, test } from 'vitest'
import { composeGallery, type ComposedImage, type GalleryCell } from './compose-gallery.ts'

type Layout = NonNullable<ComposedImage['layout']>

function image(width: number, height: number, layout?: Layout): ComposedImage {
  return { width, height, kind: 'photograph', ...(layout && { layout }) }
}

const landscape = image(2400, 1600)
const wide = image(1920, 1080)
const upright = image(1600, 2000)
const panorama = image(4000, 800)
const tall = image(600, 2400)
const plan: ComposedImage = { ...image(2800, 2000), kind: 'plan' }
const shapes = [landscape, upright, panorama, plan, tall, wide, upright, landscape, image(900, 1600), image(1000, 1000)]

/** The columns of each row: `1-10 | 1-7 8-12`. */
function describe(cells: readonly GalleryCell[]): string {
  const rows = Map.groupBy(cells, ({ row }) => row)
  return [...rows.values()]
    .map((row) => row.map(({ column, columns }) => `${column}-${column + columns - 1}`).join(' '))
    .join(' | ')
}

test('landscapes are large, in pairs of different widths, or beside empty space', () => {
  const nine = Array.from({ length: 9 }, () => landscape)
  expect(describe(composeGallery(nine))).toBe('1-10 | 1-7 8-12 | 3-12 | 1-5 6-12 | 1-10 | 6-12 | 1-10')
})

test('uprights are in pairs; the second of a pair and a last one without a partner begin where the text begins', () => {
  expect(describe(composeGallery([upright, upright, upright]))).toBe('1-5 6-10 | 6-10')
  expect(describe(composeGallery([upright, landscape]))).toBe('1-5 6-12')
})

test('plans, panoramas and tall images are alone in their rows', () => {
  const alone = [landscape, plan, panorama, tall, upright, plan]
  expect(describe(composeGallery(alone))).toBe('1-10 | 2-11 | 1-12 | 6-7 | 1-5 | 2-11')
})

test('an image fills all 12 columns only if it is not too tall', () => {
  expect(describe(composeGallery([wide]))).toBe('1-12')
  expect(describe(composeGallery([image(1600, 1200)]))).toBe('1-8')
})

test('admins can give an image the full width, put it into a row with the next one, or compare it with the next one', () => {
  expect(describe(composeGallery([landscape, image(1600, 2000, 'full'), landscape]))).toBe('1-10 | 1-12 | 6-12')
  expect(describe(composeGallery([image(2400, 1600, 'pair'), landscape, upright]))).toBe('1-6 7-12 | 6-10')
  expect(describe(composeGallery([image(2400, 1600, 'pair'), upright]))).toBe('1-8 9-12')
  const compared = composeGallery([image(2400, 1600, 'compare'), landscape, landscape])
  expect(describe(compared)).toBe('1-6 7-12 | 1-10')
  expect(compared.map((cell) => cell.compared)).toEqual([
    { as: 'before', ratio: 1.5, columns: 10 },
    { as: 'after', ratio: 1.5, columns: 10 },
    undefined,
  ])
})

test('a layout for two images is ignored for the last image, and for one before an image of full width', () => {
  expect(describe(composeGallery([image(2400, 1600, 'compare')]))).toBe('1-10')
  expect(describe(composeGallery([image(2400, 1600, 'pair'), image(2400, 1600, 'full')]))).toBe('1-10 | 1-12')
})

test('a separate first row does not change the cells of the other images', () => {
  const [first, ...others] = composeGallery([landscape, ...shapes], true)
  expect(first).toEqual({ row: 1, column: 1, columns: 10 })
  expect(others.map(({ row, ...cell }) => ({ row: row - 1, ...cell }))).toEqual(composeGallery(shapes))
})

test('adding or removing an image leaves all rows above its row as they are', () => {
  const images = Array.from({ length: 40 }, (_, index) => shapes[(index * 7) % shapes.length] ?? landscape)
  const cells = composeGallery(images)
  for (const [index, { row }] of cells.entries()) {
    const above = (all: readonly GalleryCell[], to: number) => all.slice(0, to).filter((cell) => cell.row < row)
    expect(above(composeGallery(images.toSpliced(index, 1)), index)).toEqual(above(cells, index))
    for (const added of [...shapes, image(2400, 1600, 'full')])
      expect(above(composeGallery(images.toSpliced(index, 0, added)), index)).toEqual(above(cells, index))
  }
})

test('images of a row do not overlap, and none is smaller than a third of what it would be alone', () => {
  for (const first of shapes) {
    for (const second of shapes) {
      const images = [first, second, landscape, first, second, upright, second, first, landscape, second]
      const cells = composeGallery(images)
      expect(cells).toHaveLength(images.length)
      for (const [index, { row, column, columns }] of cells.entries()) {
        const alone = composeGallery([images[index] ?? landscape])[0]?.columns ?? 12
        expect(columns).toBeGreaterThanOrEqual(alone / 3)
        expect(column + columns).toBeLessThanOrEqual(13)
        const next = cells[index + 1]
        if (next?.row === row) expect(next.column).toBeGreaterThanOrEqual(column + columns)
      }
    }
  }
})

test('an empty gallery has no cells', () => {
  expect(composeGallery([])).toEqual([])
})
