import { expect, test } from 'vitest'
import { mapSide } from '#portfolio/derivative/contrast-map.ts'
import { heroLayouts } from './hero-layout.ts'
import { heroScrims } from './hero-scrims.ts'

const photo = { width: 2880, height: 1440, focalX: 0.5, focalY: 0.5 }
const texts = { name: 'Studio Enfilade', landingWords: '', location: 'Studio Enfilade, Manchester', caption: '' }

/** A map whose cells need a scrim of 30 % where `needs` is true for their centre, in fractions of the photo. */
function mapWith(needs: (x: number, y: number) => boolean) {
  return Array.from({ length: mapSide * mapSide }, (_, cell) => {
    const [x, y] = [((cell % mapSide) + 0.5) / mapSide, (Math.floor(cell / mapSide) + 0.5) / mapSide]
    return { light: needs(x, y) ? 30 : 0, dark: 0 }
  })
}

const scrims = (needs: (x: number, y: number) => boolean, shown: Partial<typeof photo> = {}) =>
  heroScrims({ ...photo, ...shown }, mapWith(needs), 'light', texts)

test('where the photo needs no scrim, there is none, in any shape of the window', () => {
  expect(scrims(() => false)).toEqual(Array.from({ length: 6 }, () => [0, 0, 0]))
  expect(
    heroScrims(
      photo,
      mapWith(() => true),
      'dark',
      texts,
    ).flat(),
  ).toEqual(Array.from({ length: 18 }, () => 0))
})

test('a dark part counts only for the texts over it', () => {
  // The lower left corner of a desktop screen, where the studio's name is.
  expect(scrims((x, y) => x < 0.3 && y > 0.9)[3]).toEqual([0, 0, 0.3])
  expect(scrims((_, y) => y > 0.04 && y < 0.06)[4]).toEqual([0.3, 0, 0])
  expect(scrims((x, y) => x > 0.7 && y > 0.3)[3]).toEqual([0, 0, 0])
})

test('a phone shows only the part of the photo around the focal point', () => {
  const darkRight = (x: number) => x > 0.85
  expect(scrims(darkRight)[0]).toEqual([0, 0, 0])
  expect(scrims(darkRight, { focalX: 1 })[0]).toEqual([0.3, 0.3, 0.3])
})

test('a low and wide window, which shows only the middle of the photo, has scrims of its own', () => {
  const [, , , , large, low] = scrims((_, y) => y > 0.36 && y < 0.38)
  expect(low?.[0]).toBe(0.3)
  expect(large?.[0]).toBe(0)
})

test('long words make the section, and the photo, taller than the window', () => {
  const long = heroLayouts({ ...texts, landingWords: 'Rooms. '.repeat(60) })([320, 568])
  for (const { height, boxes } of long) {
    expect(height).toBeGreaterThan(700)
    expect(boxes[5].top).toBeGreaterThanOrEqual(boxes[4].bottom)
  }
  for (const { height } of heroLayouts(texts)([320, 568])) expect(height).toBe(568)
})

test('the part of the photo where landing words would be counts only with landing words', () => {
  const below = (_: number, y: number) => y > 0.72 && y < 0.78
  const [, , , desktop] = heroScrims(photo, mapWith(below), 'light', { ...texts, landingWords: 'Rooms. '.repeat(30) })
  expect(desktop?.[1]).toBe(0.3)
  expect(scrims(below)[3]?.[1]).toBe(0)
})
