import type { Point } from './zoom.ts'

/** A horizontal movement of more than so many pixels changes the image. */
export const swipePixels = 50
/** So far a finger may tremble and has not moved. */
const tremblePixels = 8
const doubleMs = 350
const doublePixels = 40

/** Whether a finger goes somewhere, or only trembles. */
export function hasMoved(from: Point, to: Point): boolean {
  return Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) >= tremblePixels
}

/**
 * What a finished movement asks for: the next image (1), the previous one (-1) or none (0).
 * Only where it has ended counts: nobody draws a straight line with a thumb.
 */
export function stepOf(from: Point, to: Point): -1 | 0 | 1 {
  const across = to.x - from.x
  if (Math.abs(across) <= swipePixels || Math.abs(across) <= Math.abs(to.y - from.y)) return 0
  return across < 0 ? 1 : -1
}

export interface Tap extends Point {
  /** Milliseconds. */
  readonly at: number
}

/** Whether two taps are one double tap. */
export function isDouble(first: Tap | null, second: Tap): boolean {
  if (!first || second.at - first.at > doubleMs) return false
  return Math.hypot(second.x - first.x, second.y - first.y) <= doublePixels
}

/** The side that the new image comes from; past either end it goes on in the same direction. */
export function sideOf(before: number, at: number, count: number): -1 | 1 {
  const forward = (at - before + count) % count
  return forward <= count / 2 && !(count === 2 && at < before) ? 1 : -1
}
