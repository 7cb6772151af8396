import { expect, test } from 'vitest'
import {
  fallbackOf,
  formatsOf,
  derivativeKey,
  derivativesPrefix,
  derivativeWidths,
  isRecipe,
  encodingsOf,
  srcsetOf,
  widthsOf,
  widthsToDerive,
} from './derivatives.ts'

const p = { originalId: 'p', width: 900, recipe: 'v2', widths: [480, 800, 900], wide: false } as const
const avif = { format: 'avif', gamut: 'srgb' } as const

test.each([
  [1, [1]],
  [359, [359]],
  [360, [360]],
  [361, [360, 361]],
  [1_000, [360, 485, 650, 875, 1_000]],
  [2_131, [360, 485, 650, 875, 1_175, 1_580, 2_130, 2_131]],
  [3_840, [360, 485, 650, 875, 1_175, 1_580, 2_130, 2_860, 3_840]],
  [16_384, [360, 485, 650, 875, 1_175, 1_580, 2_130, 2_860, 3_840]],
])('a photo %d pixels wide has the widths %j', (width, widths) =>
  expect(widthsOf({ width, height: 1_000 })).toEqual(widths),
)

test('no width is more than 1.35 times the next smaller one', () => {
  for (const [index, width] of derivativeWidths.entries())
    expect(width / (derivativeWidths[index - 1] ?? width)).toBeLessThanOrEqual(1.35)
})

test('JPEGs are made in two widths, or the width of a smaller photo; AVIF in all widths', () => {
  const inJpeg = (own: number) =>
    widthsOf({ width: own, height: 500 }).filter((width) => formatsOf({ width: own }, width).includes('jpg'))
  expect([300, 875, 1_000, 1_580, 1_600, 6_000].map(inJpeg)).toEqual([
    [300],
    [875],
    [875, 1_000],
    [875, 1_580],
    [875, 1_580],
    [875, 1_580],
  ])
  expect(formatsOf({ width: 6_000 }, 3_840)).toEqual(['avif'])
})

test('widths ascend without duplicates, and none is wider than the original', () => {
  for (let width = 1; width <= 4_500; width++) {
    const widths = widthsOf({ width, height: 1_000 })
    expect(Math.max(...widths)).toBe(Math.min(width, derivativeWidths.at(-1) ?? 0))
    expect([...new Set(widths)].sort((a, b) => a - b)).toEqual(widths)
  }
})

test('upright photos up to 9:16 have every width; taller ones lack those with more than 26 megapixels', () => {
  expect(widthsOf({ width: 4_000, height: 6_000 }).at(-1)).toBe(3_840)
  expect(widthsOf({ width: 3_900, height: 16_384 }).at(-1)).toBe(2_130)
  expect(widthsOf({ width: 300, height: 16_384 })).toEqual([300])
})

test('875 pixels, or the full width of a smaller photo, is derived first; derived widths are omitted', () => {
  expect(widthsToDerive({ width: 2_000, height: 1_000 }, [])).toEqual([875, 360, 485, 650, 1_175, 1_580, 2_000])
  expect(widthsToDerive({ width: 2_000, height: 1_000 }, [875, 360, 650])).toEqual([485, 1_175, 1_580, 2_000])
  expect(widthsToDerive({ width: 600, height: 400 }, [])).toEqual([600, 360, 485])
  expect(widthsToDerive({ width: 600, height: 400 }, [360, 485, 600])).toEqual([])
})

test('photos have AVIF, in Display P3 if they are wide-gamut, and JPEG in sRGB', () => {
  const names = (wide: boolean, recipe: 'v2' | 'v3') =>
    encodingsOf({ wide, recipe }).map(({ format, gamut }) => `${gamut} ${format}`)
  expect(names(false, 'v3')).toEqual(['srgb avif', 'srgb jpg'])
  expect(names(true, 'v3')).toEqual(['p3 avif', 'srgb jpg'])
  expect(names(true, 'v2')).toEqual(['p3 avif', 'p3 webp', 'srgb jpg'])
})

test('the srcset contains the derived widths, each with its path', () => {
  expect(srcsetOf(p, avif)).toBe('/photos/p/v2/480.avif 480w, /photos/p/v2/800.avif 800w, /photos/p/v2/900.avif 900w')
  expect(srcsetOf({ ...p, widths: [800] }, { format: 'webp', gamut: 'p3' })).toBe('/photos/p/v2/800-p3.webp 800w')
  expect(srcsetOf({ ...p, widths: [800] }, avif, '4x5-42-50')).toBe('/photos/p/v2/4x5-42-50/800.avif 800w')
})

test('the fallback is the largest JPEG; for recipe v1, the largest WebP', () => {
  expect(fallbackOf(p).src).toBe('/photos/p/v2/900.jpg')
  expect(fallbackOf({ ...p, recipe: 'v1' }).src).toBe('/photos/p/v1/900.webp')
  const widths = widthsOf({ width: 6_000, height: 4_000 })
  expect(fallbackOf({ originalId: 'p', width: 6_000, recipe: 'v3', wide: true, widths })).toEqual({
    src: '/photos/p/v3/1580.jpg',
    srcSet: '/photos/p/v3/875.jpg 875w, /photos/p/v3/1580.jpg 1580w',
  })
})

test('while no JPEG is stored, the fallback is the largest AVIF; without derivatives it is empty', () => {
  const small = { originalId: 'p', width: 600, recipe: 'v3', wide: false, widths: [360, 485] } as const
  expect(fallbackOf(small)).toEqual({
    src: '/photos/p/v3/485.avif',
    srcSet: '/photos/p/v3/360.avif 360w, /photos/p/v3/485.avif 485w',
  })
  expect(fallbackOf({ ...small, width: 2_000, wide: true, widths: [650, 1_175] }).src).toBe('/photos/p/v3/1175-p3.avif')
  expect(fallbackOf({ ...small, widths: [] })).toEqual({ src: '', srcSet: '' })
})

test('the keys of derivatives contain the photo’s id and the recipe version', () => {
  expect(derivativeKey('p', 480, avif)).toBe('derivatives/p/v3/480.avif')
  expect(derivativeKey('p', 480, avif, 'v3', '4x5-42-50')).toBe('derivatives/p/v3/4x5-42-50/480.avif')
  expect(derivativeKey('p', 480, { format: 'avif', gamut: 'p3' }, 'v2')).toBe('derivatives/p/v2/480-p3.avif')
  expect(derivativesPrefix('p')).toBe('derivatives/p/')
  expect(derivativesPrefix('p', 'v3', '4x5-42-50')).toBe('derivatives/p/v3/4x5-42-50/')
})

test('only known recipe versions are accepted', () => {
  expect(['v1', 'v2', 'v3', 'v4', '', 'toString', '__proto__'].map(isRecipe)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
