import { expect, test } from 'vitest'
import { cropsOf } from './crops.ts'

const centre = { focalX: 0.5, focalY: 0.5 }
const landscape = { width: 6_000, height: 4_000, focalX: 0.42, focalY: 0.6 }
const names = (...input: Parameters<typeof cropsOf>) => cropsOf(...input).map(({ name }) => name)

test('a cover has a crop for each box that shows less than 80 % of it; a gallery image has none', () => {
  expect(names(landscape, 'cover')).toEqual(['1x1-42-50', '4x5-42-50'])
  expect(names({ width: 4_000, height: 2_000, ...centre }, 'cover')).toEqual(['4x3-50-50', '1x1-50-50', '4x5-50-50'])
  expect(names(landscape, 'gallery')).toEqual([])
  expect(names(landscape, 'value')).toEqual([])
  expect(names({ width: 600, height: 588, ...centre }, 'logo')).toEqual([])
})

test('a hero has crops narrower than itself for upright screens; a portrait has one for its box', () => {
  expect(names(landscape, 'hero')).toEqual(['3x4-42-50', '9x16-42-50'])
  expect(names({ width: 3_000, height: 4_000, ...centre }, 'hero')).toEqual(['9x16-50-50'])
  expect(names({ width: 2_000, height: 2_000, ...centre }, 'hero')).toEqual(['3x4-50-50', '9x16-50-50'])
  expect(names(landscape, 'portrait')).toEqual(['4x5-42-50'])
  expect(names({ width: 3_000, height: 4_000, ...centre }, 'portrait')).toEqual([])
})

test('an upright cover needs no crop, because it is shown in its own proportion, unless it is very tall', () => {
  for (const width of [1_600, 1_500, 1_334]) expect(names({ width, height: 2_000, ...centre }, 'cover')).toEqual([])
  expect(names({ width: 900, height: 2_000, focalX: 0.2, focalY: 0.1 }, 'cover')).toEqual(['2x3-50-10'])
})

test('the name contains only the coordinate of the focal point that changes the crop', () => {
  const moved = { ...landscape, focalY: 0.1 }
  expect(names(moved, 'cover')).toEqual(names(landscape, 'cover'))
  expect(names({ ...landscape, focalX: 1.2 }, 'portrait')).toEqual(['4x5-100-50'])
})

test('the largest width of a crop is twice its box, or its own width in the largest derivative', () => {
  const widthsOf = (photo: typeof landscape) => cropsOf(photo, 'portrait')[0]?.widths
  expect(widthsOf(landscape)).toEqual([360, 485, 650, 875, 1_175, 1_580])
  expect(cropsOf(landscape, 'cover').map(({ widths }) => widths.at(-1))).toEqual([1_580, 1_175])
  expect(widthsOf({ ...landscape, width: 1_500, height: 1_000 })).toEqual([360, 485, 650, 800])
  expect(widthsOf({ ...landscape, width: 15, height: 10 })).toEqual([8])
  expect(widthsOf({ ...landscape, width: 16_000, height: 4_000 })).toEqual([360, 485, 650, 768])
})
