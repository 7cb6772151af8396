import type { Point } from './zoom.ts'

/** A swipe must be longer than this, horizontally, to change the image. */
export const minSwipePixels = 50
/** A swipe down must be longer than this to close the viewer. */
export const minClosePixels = 100
/** A smaller movement still counts as a tap. */
const minMovePixels = 8
const doubleTapMs = 350
const doubleTapPixels = 40

/** Whether a pointer has moved further than the tolerance for a tap. */
export function hasMoved(from: Point, to: Point): boolean {
  return Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) >= minMovePixels
}

/**
 * The result of a finished swipe: next image (1), previous image (-1) or none (0). Only its start and end count,
 * because a thumb moves in a curve.
 */
export function swipeStep(from: Point, to: Point): -1 | 0 | 1 {
  const deltaX = to.x - from.x
  if (Math.abs(deltaX) <= minSwipePixels || Math.abs(deltaX) <= Math.abs(to.y - from.y)) return 0
  return deltaX < 0 ? 1 : -1
}

export function isDownward(from: Point, to: Point): boolean {
  return to.y - from.y > 1.5 * Math.abs(to.x - from.x)
}

/** Whether a finished swipe down closes the viewer. Moving the finger back up before lifting it cancels the swipe. */
export function closesViewer(from: Point, to: Point): boolean {
  return to.y - from.y > minClosePixels && isDownward(from, to)
}

export interface Tap extends Point {
  readonly timeMs: number
}

export function isDoubleTap(first: Tap | null, second: Tap): boolean {
  if (!first || second.timeMs - first.timeMs > doubleTapMs) return false
  return Math.hypot(second.x - first.x, second.y - first.y) <= doubleTapPixels
}

/** The side from which the new image enters: 1 is right, -1 is left. Wrapping around keeps the direction. */
export function enteringSide(fromIndex: number, toIndex: number, count: number): -1 | 1 {
  const forward = (toIndex - fromIndex + count) % count
  return forward <= count / 2 && !(count === 2 && toIndex < fromIndex) ? 1 : -1
}
