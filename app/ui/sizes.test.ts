import { expect, test } from 'vitest'
import { across, columns, content, down, sizesOf } from './sizes.ts'

const photo = { widths: [480, 800, 1000] }
const whole = [[across((width: number) => width)]]

/** The first size that fits this window, as a browser reads the list. */
function sizeIn(sizes: string, width: number, height: number, density: number): number {
  const limits = { width, height, resolution: density }
  const holds = (condition: string): boolean => {
    const [, of, most] = /\(max-(width|height|resolution):([\d.]+)(?:px|dppx)\)/.exec(condition) ?? []
    return limits[of as keyof typeof limits] <= Number(most)
  }
  for (const entry of sizes.split(',')) {
    const at = entry.lastIndexOf(' ')
    const conditions = at === -1 ? [] : entry.slice(0, at).split(' and ')
    const fits = conditions.every((condition) => condition.split(' or ').some(holds))
    if (fits) return Number.parseInt(entry.slice(at + 1), 10)
  }
  throw new Error(`nothing in ${sizes} is for ${width} × ${height}`)
}

test.each([
  [480, 1, 480],
  [481, 1, 800],
  [800, 1, 800],
  [801, 1, 1000],
  [5000, 1, 1000],
  [240, 2, 240],
  [241, 2, 400],
  [320, 3, 333],
  [160, 3, 160],
])('a picture as wide as a window of %d px at density %d asks for a file of %d px a point', (width, density, size) => {
  expect(sizeIn(sizesOf(photo, [{ measures: whole }]), width, 700, density)).toBe(size)
})

test('each layout holds below its width, and the last one from there', () => {
  const sizes = sizesOf(photo, [{ below: 640, measures: whole }, { measures: [[across((width) => width / 3)]] }])
  expect(sizeIn(sizes, 639, 700, 1)).toBe(800)
  expect(sizeIn(sizes, 640, 700, 1)).toBe(480)
  expect(sizeIn(sizes, 1500, 700, 1)).toBe(800)
})

test('what covers the window asks for its width and its height, what fits into it for the smaller of the two', () => {
  const byHeight = down((height) => height * 1.5)
  const covering = sizesOf(photo, [{ measures: [...whole, [byHeight]] }])
  expect(sizeIn(covering, 400, 300, 1)).toBe(480)
  expect(sizeIn(covering, 400, 500, 1)).toBe(800)
  expect(sizeIn(covering, 700, 300, 1)).toBe(800)
  const fitting = sizesOf(photo, [{ measures: [[across((width) => width), byHeight]] }])
  expect(sizeIn(fitting, 400, 900, 1)).toBe(480)
  expect(sizeIn(fitting, 1400, 300, 1)).toBe(480)
  expect(sizeIn(fitting, 700, 500, 1)).toBe(800)
})

test('a photograph that has one file only asks for that', () => {
  expect(sizeIn(sizesOf({ widths: [90] }, [{ measures: whole }]), 1440, 900, 1)).toBe(90)
})

test('all twelve columns are what the margins leave', () => {
  for (const width of [640, 1024, 1440, 2560]) expect(columns(width, 12)).toBeCloseTo(content(width))
})
