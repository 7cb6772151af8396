import { expect, test } from 'vitest'
import { bounded, closestOf, pinched, scaledAt, wheelFactor, whole } from './zoom.ts'

const stage = { width: 1000, height: 600 }
const picture = { width: 900, height: 600 }

test('the closest view has one pixel of the file for one of the screen', () => {
  expect(closestOf(2400, 1000, 1)).toBe(2.4)
  expect(closestOf(2400, 400, 3)).toBe(2)
})

test('a file with nothing more to show is enlarged twice all the same', () => {
  expect(closestOf(2400, 1400, 2)).toBe(2)
  expect(closestOf(2400, 2400, 1)).toBe(2)
  expect(closestOf(2400, 0, 1)).toBe(2)
})

test('no view is smaller than whole or closer than the closest', () => {
  expect(bounded({ scale: 0.4, x: 0, y: 0 }, picture, stage, 3).scale).toBe(1)
  expect(bounded({ scale: 9, x: 0, y: 0 }, picture, stage, 3).scale).toBe(3)
})

test('an enlarged picture stops when its edge has reached the edge of the stage', () => {
  // 1800 × 1200 on 1000 × 600.
  const far = bounded({ scale: 2, x: 5000, y: -5000 }, picture, stage, 3)
  expect(far).toEqual({ scale: 2, x: 400, y: -300 })
  expect(bounded({ scale: 2, x: 399, y: -299 }, picture, stage, 3)).toEqual({ scale: 2, x: 399, y: -299 })
})

test('what does not reach the edge of the stage stays in its middle', () => {
  expect(bounded({ scale: 1, x: 30, y: 30 }, picture, stage, 3)).toEqual(whole)
  // Narrower than the stage, higher than it.
  expect(bounded({ scale: 2, x: 30, y: 90 }, { width: 300, height: 600 }, stage, 3)).toEqual({ scale: 2, x: 0, y: 90 })
})

test('the spot under the pointer stays under it', () => {
  const before = { scale: 1.5, x: 40, y: -10 }
  const point = { x: -120, y: 75 }
  const after = scaledAt(before, 2.7, point)
  const spot = (view: typeof before) => [(point.x - view.x) / view.scale, (point.y - view.y) / view.scale]
  expect(spot(after)[0]).toBeCloseTo(spot(before)[0] ?? Number.NaN)
  expect(spot(after)[1]).toBeCloseTo(spot(before)[1] ?? Number.NaN)
})

test('two fingers take the spots that are under them along', () => {
  const before = { scale: 1.2, x: 10, y: 20 }
  const from = [
    { x: -50, y: 0 },
    { x: 50, y: 0 },
  ] as const
  const to = [
    { x: 0, y: 40 },
    { x: 200, y: 40 },
  ] as const
  const after = pinched(before, from, to)
  expect(after.scale).toBeCloseTo(2.4)
  for (const [finger, place] of from.entries()) {
    const goal = to[finger] ?? place
    expect((goal.x - after.x) / after.scale).toBeCloseTo((place.x - before.x) / before.scale)
    expect((goal.y - after.y) / after.scale).toBeCloseTo((place.y - before.y) / before.scale)
  }
})

test('two fingers on one spot enlarge nothing without end', () => {
  const spot = { x: 0, y: 0 }
  expect(Number.isFinite(pinched(whole, [spot, spot], [spot, { x: 90, y: 0 }]).scale)).toBe(true)
})

test('the wheel away from the hand enlarges, as much as it makes smaller on its way back', () => {
  const turn = { deltaMode: 0, ctrlKey: false }
  expect(wheelFactor({ ...turn, deltaY: -100 })).toBeGreaterThan(1)
  expect(wheelFactor({ ...turn, deltaY: -100 }) * wheelFactor({ ...turn, deltaY: 100 })).toBeCloseTo(1)
  // Three lines, as some browsers count, are a turn of the wheel too; no turn is a leap.
  expect(wheelFactor({ ...turn, deltaMode: 1, deltaY: -3 })).toBeGreaterThan(1.1)
  expect(wheelFactor({ ...turn, deltaY: -100_000 })).toBeLessThan(2.5)
})
