import { expect, test } from 'vitest'
import { addressOf, derivativeKey, derivativeWidths, spokenName, srcsetOf, widthsOf } from './photo.ts'

test.each([
  [1, [1]],
  [479, [479]],
  [480, [480]],
  [481, [480, 481]],
  [1_000, [480, 800, 1_000]],
  [2_400, [480, 800, 1_200, 1_600, 2_400]],
  [2_401, [480, 800, 1_200, 1_600, 2_400]],
  [16_384, [480, 800, 1_200, 1_600, 2_400]],
])('a photograph %d pixels wide is served at %j', (width, widths) => expect(widthsOf(width)).toEqual(widths))

test('no width is wider than the original, none comes twice, and they grow', () => {
  for (let width = 1; width <= 3_000; width++) {
    const widths = widthsOf(width)
    expect(Math.max(...widths)).toBe(Math.min(width, derivativeWidths.at(-1) ?? 0))
    expect([...new Set(widths)].sort((a, b) => a - b)).toEqual(widths)
  }
})

test('the srcset names every width at its own address', () => {
  expect(srcsetOf({ id: 'p', width: 900 }, 'avif')).toBe(
    '/photos/p/v1/480.avif 480w, /photos/p/v1/800.avif 800w, /photos/p/v1/900.avif 900w',
  )
})

test('the address of a photograph is that of its largest WebP', () => {
  expect(addressOf({ id: 'p', width: 900 })).toBe('/photos/p/v1/900.webp')
  expect(addressOf({ id: 'p', width: 9_000 })).toBe('/photos/p/v1/2400.webp')
})

test('the files of a photograph stand under its id and the recipe', () => {
  expect(derivativeKey('p', 480, 'webp')).toBe('derivatives/p/v1/480.webp')
})

test('a photograph is called by its alt text, or by its place', () => {
  expect(spokenName({ alt: 'A lamp' }, 2, 'Thrown')).toBe('A lamp')
  expect(spokenName({ alt: '' }, 2, 'Thrown')).toBe('Image 2 of Thrown')
})
