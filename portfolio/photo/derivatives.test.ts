import { expect, test } from 'vitest'
import {
  fallbackPath,
  derivativeKey,
  derivativesPrefix,
  derivativeWidths,
  isRecipe,
  encodingsOf,
  fallbackEncoding,
  srcsetOf,
  widthsOf,
  widthsToDerive,
} from './derivatives.ts'

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
])('a photo %d pixels wide has the widths %j', (width, widths) =>
  expect(widthsOf({ width, height: 1_000 })).toEqual(widths),
)

test('widths ascend without duplicates, and none is wider than the original', () => {
  for (let width = 1; width <= 4_500; width++) {
    const widths = widthsOf({ width, height: 1_000 })
    expect(Math.max(...widths)).toBe(Math.min(width, derivativeWidths.at(-1) ?? 0))
    expect([...new Set(widths)].sort((a, b) => a - b)).toEqual(widths)
  }
})

test('portrait photos have every width; photos taller than 9:16 have fewer', () => {
  expect(widthsOf({ width: 4_000, height: 6_000 }).at(-1)).toBe(3_840)
  expect(widthsOf({ width: 3_900, height: 16_384 }).at(-1)).toBe(2_400)
  expect(widthsOf({ width: 300, height: 16_384 })).toEqual([300])
})

test('800 pixels are derived first, or the largest width; derived widths are left out', () => {
  expect(widthsToDerive({ width: 6_000, height: 4_000 }, [])).toEqual([800, 480, 1_200, 1_600, 2_400, 3_840])
  expect(widthsToDerive({ width: 6_000, height: 4_000 }, [800, 480])).toEqual([1_200, 1_600, 2_400, 3_840])
  expect(widthsToDerive({ width: 600, height: 400 }, [])).toEqual([600, 480])
  expect(widthsToDerive({ width: 600, height: 400 }, [480, 600])).toEqual([])
})

test('sRGB photos have AVIF, WebP and JPEG; wide-gamut photos also have Display P3, listed first', () => {
  const names = (wide: boolean) => encodingsOf({ wide, recipe: 'v2' }).map(({ format, gamut }) => `${gamut} ${format}`)
  expect(names(false)).toEqual(['srgb avif', 'srgb webp', 'srgb jpg'])
  expect(names(true)).toEqual(['p3 avif', 'p3 webp', 'srgb avif', 'srgb webp', 'srgb jpg'])
  expect(fallbackEncoding({ ...p, wide: true })).toEqual({ format: 'jpg', gamut: 'srgb' })
})

test('the srcset contains the derived widths, each with its path', () => {
  expect(srcsetOf(p, avif)).toBe('/photos/p/v2/480.avif 480w, /photos/p/v2/800.avif 800w, /photos/p/v2/900.avif 900w')
  expect(srcsetOf({ ...p, widths: [800] }, { format: 'webp', gamut: 'p3' })).toBe('/photos/p/v2/800-p3.webp 800w')
})

test('the fallback is the largest JPEG; for recipe v1, the largest WebP', () => {
  expect(fallbackPath(p)).toBe('/photos/p/v2/900.jpg')
  expect(fallbackPath({ ...p, recipe: 'v1' })).toBe('/photos/p/v1/900.webp')
})

test('the keys of derivatives contain the photo’s id and the recipe version', () => {
  expect(derivativeKey('p', 480, avif)).toBe('derivatives/p/v2/480.avif')
  expect(derivativeKey('p', 480, { format: 'avif', gamut: 'p3' }, 'v2')).toBe('derivatives/p/v2/480-p3.avif')
  expect(derivativesPrefix('p')).toBe('derivatives/p/')
})

test('only known recipe versions are accepted', () => {
  expect(['v1', 'v2', 'v3', '', 'toString', '__proto__'].map(isRecipe)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
