import { expect, test } from 'vitest'
import {
  columns,
  minAspectRatio,
  onPhones,
  phoneBreakpointPx,
  sizesAttribute,
  type SizesEntry,
} from './sizes-attribute.ts'

const clamp = (min: number, value: number, max: number) => Math.min(Math.max(min, value), max)

/** Evaluates the attribute as a browser does: the width in CSS pixels of the first entry that matches the viewport. */
function readWidth(sizes: string, viewport: number, density = 1): number {
  const entry = sizes.split(',').find((one) => {
    const below = /max-width:([\d.]+)px/.exec(one)?.[1] ?? Infinity
    const minDensity = /min-resolution:([\d.]+)dppx/.exec(one)?.[1] ?? 0
    return viewport <= Number(below) && density >= Number(minDensity)
  })
  const length = entry?.slice(entry.indexOf('calc') + 'calc'.length) ?? ''
  // The calculation has only numbers, so it can be evaluated as JavaScript.
  return Number(
    new Function(
      `return ${length
        .replaceAll('100vw', String(viewport))
        .replace(/([\d.]+)vw/g, (_, part) => String((Number(part) * viewport) / 100))
        .replaceAll('px', '')}`,
    )(),
  )
}

test.each([2, 3, 4, 5, 6, 7, 9, 12])('%i columns are as wide as in the style sheet, to within 3 %', (count) => {
  for (let viewport = phoneBreakpointPx; viewport <= 3072; viewport += 7) {
    const rem = clamp(16, viewport * 0.0078125, 24)
    const content = viewport - 2 * clamp(20, viewport * 0.04, 4.5 * rem)
    const gutter = clamp(16, viewport * 0.024, 2.5 * rem)
    const width = ((content + gutter) * count) / 12 - gutter
    const ratio = readWidth(sizesAttribute([columns(count)], false), viewport) / width
    expect(ratio, `${viewport} px`).toBeGreaterThan(0.97)
    expect(ratio, `${viewport} px`).toBeLessThan(1.03)
  }
})

const entries: SizesEntry[] = [onPhones(1.5), columns(6, 1.5)]

test('no entry has a function that WebKit rejects', () => {
  expect(sizesAttribute(entries, true)).not.toMatch(/min\(|max\(|clamp\(/)
})

test('phones load files for a density of at most 2, other screens files for their own density', () => {
  const sizes = sizesAttribute(entries, false)
  const width = (390 - 40) * 1.5
  for (const [density, part] of [
    [1, 1],
    [2, 1],
    [2.625, 2 / 3],
    [3, 2 / 3],
    [4, 1 / 2],
  ] as const)
    expect(readWidth(sizes, 390, density), `density ${density}`).toBeCloseTo(width * part, 1)
  expect(readWidth(sizes, 1440, 3)).toBe(readWidth(sizes, 1440, 1))
})

test('with Save-Data, every screen loads files for a density of 1', () => {
  const sizes = sizesAttribute(entries, true)
  for (const viewport of [390, 1440, 2560])
    for (const density of [2, 3, 4])
      expect(readWidth(sizes, viewport, density) * density).toBeCloseTo(readWidth(sizes, viewport), 0)
})

test('conditions are combined', () => {
  expect(sizesAttribute([{ below: 769, media: minAspectRatio(1.5), width: '100vw' }, { width: '50vw' }], false)).toBe(
    '(max-width:768.98px) and (min-aspect-ratio:1500/1000) calc((100vw)*1), calc((50vw)*1)',
  )
})
