import { expect, test } from 'vitest'
import {
  addressOf,
  derivativeKey,
  derivativesOf,
  derivativeWidths,
  isRecipe,
  kindsOf,
  plainestOf,
  spokenName,
  srcsetOf,
  widthsOf,
  widthsToMake,
} from './photo.ts'

const p = { id: 'p', recipe: 'v2', widths: [480, 800, 900], wide: false } as const
const avif = { format: 'avif', gamut: 'srgb' } as const

test.each([
  [1, [1]],
  [479, [479]],
  [480, [480]],
  [481, [480, 481]],
  [1_000, [480, 800, 1_000]],
  [2_400, [480, 800, 1_200, 1_600, 2_400]],
  [2_401, [480, 800, 1_200, 1_600, 2_400, 2_401]],
  [3_840, [480, 800, 1_200, 1_600, 2_400, 3_840]],
  [16_384, [480, 800, 1_200, 1_600, 2_400, 3_840]],
])('a photograph %d pixels wide is made at %j', (width, widths) =>
  expect(widthsOf({ width, height: 1_000 })).toEqual(widths),
)

test('no width is wider than the original, none comes twice, and they grow', () => {
  for (let width = 1; width <= 4_500; width++) {
    const widths = widthsOf({ width, height: 1_000 })
    expect(Math.max(...widths)).toBe(Math.min(width, derivativeWidths.at(-1) ?? 0))
    expect([...new Set(widths)].sort((a, b) => a - b)).toEqual(widths)
  }
})

test('upright photographs have every width, strips higher than any screen end earlier', () => {
  expect(widthsOf({ width: 4_000, height: 6_000 }).at(-1)).toBe(3_840)
  expect(widthsOf({ width: 3_900, height: 16_384 }).at(-1)).toBe(2_400)
  expect(widthsOf({ width: 300, height: 16_384 })).toEqual([300])
})

test('the first width to be made is the one that shows it best in a moment; what is made is not made again', () => {
  expect(widthsToMake({ width: 6_000, height: 4_000 }, [])).toEqual([800, 480, 1_200, 1_600, 2_400, 3_840])
  expect(widthsToMake({ width: 6_000, height: 4_000 }, [800, 480])).toEqual([1_200, 1_600, 2_400, 3_840])
  expect(widthsToMake({ width: 600, height: 400 }, [])).toEqual([600, 480])
  expect(widthsToMake({ width: 600, height: 400 }, [480, 600])).toEqual([])
})

test('what is plain comes as AVIF, WebP and JPEG; what is wide comes in Display P3 first, for who can show it', () => {
  const names = (wide: boolean) => kindsOf({ wide, recipe: 'v2' }).map(({ format, gamut }) => `${gamut} ${format}`)
  expect(names(false)).toEqual(['srgb avif', 'srgb webp', 'srgb jpg'])
  expect(names(true)).toEqual(['p3 avif', 'p3 webp', 'srgb avif', 'srgb webp', 'srgb jpg'])
  expect(plainestOf({ ...p, wide: true })).toEqual({ format: 'jpg', gamut: 'srgb' })
})

test('the srcset names the widths that are made, each at its own address', () => {
  expect(srcsetOf(p, avif)).toBe('/photos/p/v2/480.avif 480w, /photos/p/v2/800.avif 800w, /photos/p/v2/900.avif 900w')
  expect(srcsetOf({ ...p, widths: [800] }, { format: 'webp', gamut: 'p3' })).toBe('/photos/p/v2/800-p3.webp 800w')
})

test('the address of a photograph is that of its largest JPEG; of an older recipe, what that one made', () => {
  expect(addressOf(p)).toBe('/photos/p/v2/900.jpg')
  expect(addressOf({ ...p, recipe: 'v1' })).toBe('/photos/p/v1/900.webp')
})

test('the files of a photograph stand under its id and the recipe', () => {
  expect(derivativeKey('p', 480, avif)).toBe('derivatives/p/v2/480.avif')
  expect(derivativeKey('p', 480, { format: 'avif', gamut: 'p3' }, 'v2')).toBe('derivatives/p/v2/480-p3.avif')
  expect(derivativesOf('p')).toBe('derivatives/p/')
})

test('only recipes of this house have addresses', () => {
  expect(['v1', 'v2', 'v3', '', 'toString', '__proto__'].map(isRecipe)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('a photograph is called by its alt text, or by its place', () => {
  expect(spokenName({ alt: 'A lamp' }, 2, 'Thrown')).toBe('A lamp')
  expect(spokenName({ alt: '' }, 2, 'Thrown')).toBe('Image 2 of Thrown')
})
