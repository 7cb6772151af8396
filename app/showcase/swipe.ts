import type { Point } from './zoom.ts'

/** A horizontal movement of more than so many pixels changes the image. */
export const swipePixels = 50
/** So far a finger may tremble before it is decided which way it goes. */
const undecidedPixels = 8
const doubleMs = 350
const doublePixels = 40

/** Where a movement goes: `null` while nobody can tell. */
export function directionOf(from: Point, to: Point): 'across' | 'along' | null {
  const across = Math.abs(to.x - from.x)
  const along = Math.abs(to.y - from.y)
  if (Math.max(across, along) < undecidedPixels) return null
  return across > along ? 'across' : 'along'
}

/** What a finished movement asks for: the next image (1), the previous one (-1) or none (0). */
export function stepOf(across: number): -1 | 0 | 1 {
  if (Math.abs(across) <= swipePixels) return 0
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
