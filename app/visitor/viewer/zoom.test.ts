import { expect, test } from 'vitest'
import { clampTransform, maxScaleFor, pinchTransform, scaleAround, wheelScaleFactor, unzoomed } from './zoom.ts'

const viewport = { width: 1000, height: 600 }
const image = { width: 900, height: 600 }

test('at the maximum scale, one file pixel is one screen pixel', () => {
  expect(maxScaleFor(2400, 1000, 1)).toBe(2.4)
  expect(maxScaleFor(2400, 400, 3)).toBe(2)
})

test('an image whose file has no more detail can be zoomed to twice its displayed size', () => {
  expect(maxScaleFor(2400, 1400, 2)).toBe(2)
  expect(maxScaleFor(2400, 2400, 1)).toBe(2)
  expect(maxScaleFor(2400, 0, 1)).toBe(2)
})

test('the scale is clamped to between 1 and the maximum', () => {
  expect(clampTransform({ scale: 0.4, x: 0, y: 0 }, image, viewport, 3).scale).toBe(1)
  expect(clampTransform({ scale: 9, x: 0, y: 0 }, image, viewport, 3).scale).toBe(3)
})

test('panning stops when the edge of the image reaches the edge of the viewport', () => {
  // 1800 × 1200 on 1000 × 600.
  const far = clampTransform({ scale: 2, x: 5000, y: -5000 }, image, viewport, 3)
  expect(far).toEqual({ scale: 2, x: 400, y: -300 })
  expect(clampTransform({ scale: 2, x: 399, y: -299 }, image, viewport, 3)).toEqual({ scale: 2, x: 399, y: -299 })
})

test('an image smaller than the viewport stays centred', () => {
  expect(clampTransform({ scale: 1, x: 30, y: 30 }, image, viewport, 3)).toEqual(unzoomed)
  // Narrower and taller than the viewport.
  expect(clampTransform({ scale: 2, x: 30, y: 90 }, { width: 300, height: 600 }, viewport, 3)).toEqual({
    scale: 2,
    x: 0,
    y: 90,
  })
})

test('the image point under the pointer stays under it', () => {
  const before = { scale: 1.5, x: 40, y: -10 }
  const point = { x: -120, y: 75 }
  const after = scaleAround(before, 2.7, point)
  const imagePoint = (transform: typeof before) => [
    (point.x - transform.x) / transform.scale,
    (point.y - transform.y) / transform.scale,
  ]
  expect(imagePoint(after)[0]).toBeCloseTo(imagePoint(before)[0] ?? Number.NaN)
  expect(imagePoint(after)[1]).toBeCloseTo(imagePoint(before)[1] ?? Number.NaN)
})

test('the image points under two pointers move with them', () => {
  const before = { scale: 1.2, x: 10, y: 20 }
  const from = [
    { x: -50, y: 0 },
    { x: 50, y: 0 },
  ] as const
  const to = [
    { x: 0, y: 40 },
    { x: 200, y: 40 },
  ] as const
  const after = pinchTransform(before, from, to, 3)
  expect(after.scale).toBeCloseTo(2.4)
  for (const [index, point] of from.entries()) {
    const target = to[index] ?? point
    expect((target.x - after.x) / after.scale).toBeCloseTo((point.x - before.x) / before.scale)
    expect((target.y - after.y) / after.scale).toBeCloseTo((point.y - before.y) / before.scale)
  }
})

test('pinching beyond the maximum scale keeps the image point between the pointers in place', () => {
  const before = { scale: 1.5, x: 10, y: 20 }
  const pinch = (halfDistance: number) =>
    [
      { x: 100 - halfDistance, y: 50 },
      { x: 100 + halfDistance, y: 50 },
    ] as const
  const atMaximum = pinchTransform(before, pinch(50), pinch(100), 3)
  expect(atMaximum).toEqual({ scale: 3, x: -80, y: -10 })
  expect(pinchTransform(before, pinch(50), pinch(200), 3)).toEqual(atMaximum)
})

test('two pointers at the same point result in a finite scale', () => {
  const origin = { x: 0, y: 0 }
  expect(pinchTransform(unzoomed, [origin, origin], [origin, { x: 90, y: 0 }], Infinity).scale).toBe(90)
})

test('scrolling up zooms in as much as scrolling down zooms out', () => {
  const event = { deltaMode: 0, ctrlKey: false }
  expect(wheelScaleFactor({ ...event, deltaY: -100 })).toBeGreaterThan(1)
  expect(wheelScaleFactor({ ...event, deltaY: -100 }) * wheelScaleFactor({ ...event, deltaY: 100 })).toBeCloseTo(1)
  // Some browsers report lines. The factor of a single event is limited.
  expect(wheelScaleFactor({ ...event, deltaMode: 1, deltaY: -3 })).toBeGreaterThan(1.1)
  expect(wheelScaleFactor({ ...event, deltaY: -100_000 })).toBeLessThan(2.5)
})
