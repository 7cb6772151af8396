import type { ZoomSurface } from './zoom-surface.ts'
import { animateTransform, applyTransform } from './animate-transform.ts'
import { hasMoved, isDoubleTap, swipeStep, type Tap } from './gesture-thresholds.ts'
import { pinchTransform, scaleAround, unzoomed, type PointPair, type Point, type ZoomTransform } from './zoom.ts'

type Gesture =
  | { readonly type: 'none' }
  | { readonly type: 'press'; readonly from: Point }
  | { readonly type: 'swipe'; readonly from: Point; deltaX: number }
  | { readonly type: 'pan'; readonly from: Point; readonly start: ZoomTransform; moved: boolean }
  | { readonly type: 'pinch'; readonly from: PointPair; readonly start: ZoomTransform }

const noGesture: Gesture = { type: 'none' }

/** `deltaX` is the track's offset at the end of the swipe. Returns whether there is another image. */
type OnStep = (step: -1 | 1, deltaX: number) => boolean

/**
 * Recognizes pointer gestures: one pointer swipes between images or pans a zoomed image, two pointers pinch, and a
 * double tap zooms to the maximum scale or back.
 */
export class GestureRecognizer {
  readonly #track: HTMLElement
  readonly #surface: ZoomSurface
  readonly #onStep: OnStep
  readonly #pointers = new Map<number, Point>()
  #gesture: Gesture = noGesture
  #lastTap: Tap | null = null
  #startedOnImage = true

  constructor(track: HTMLElement, surface: ZoomSurface, onStep: OnStep) {
    this.#track = track
    this.#surface = surface
    this.#onStep = onStep
  }

  /** Whether the current gesture is a movement, which cannot become a tap. */
  get isMoving(): boolean {
    const { type } = this.#gesture
    return type === 'swipe' || type === 'pinch' || (type === 'pan' && this.#gesture.moved)
  }

  /** A pointer that starts outside the image also swipes and pans, but its taps do not zoom. */
  down(event: PointerEvent, onImage: boolean): void {
    if (event.button !== 0 || this.#pointers.size > 1) return
    this.#startedOnImage = onImage
    this.#pointers.set(event.pointerId, this.#surface.pointAt(event))
    const [one, other] = [...this.#pointers.values()]
    const start = this.#surface.transform()
    this.#returnTrack()
    if (one && other) this.#gesture = { type: 'pinch', from: [one, other], start }
    else if (one && start.scale > 1) this.#gesture = { type: 'pan', from: one, start, moved: false }
    else this.#gesture = one ? { type: 'press', from: one } : noGesture
  }

  move(event: PointerEvent): void {
    if (!this.#pointers.has(event.pointerId)) return
    const point = this.#surface.pointAt(event)
    this.#pointers.set(event.pointerId, point)
    if (this.#gesture.type === 'press' && hasMoved(this.#gesture.from, point)) {
      this.#gesture = { type: 'swipe', from: this.#gesture.from, deltaX: 0 }
    }
    const gesture = this.#gesture
    if (gesture.type === 'swipe') {
      gesture.deltaX = point.x - gesture.from.x
      applyTransform(this.#track, translateX(gesture.deltaX))
    } else if (gesture.type === 'pan') {
      const { from, start } = gesture
      gesture.moved ||= hasMoved(from, point)
      const moved = { ...start, x: start.x + point.x - from.x, y: start.y + point.y - from.y }
      if (gesture.moved) this.#surface.setTransform(moved)
    } else if (gesture.type === 'pinch') {
      const [one, other] = [...this.#pointers.values()]
      if (one && other) this.#surface.setTransform(pinchTransform(gesture.start, gesture.from, [one, other]))
    }
  }

  up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return
    const ended = this.#gesture
    const point = this.#surface.pointAt(event)
    this.#gesture = noGesture
    if (this.#startedOnImage && (ended.type === 'press' || (ended.type === 'pan' && !ended.moved))) {
      return this.#tap({ ...point, timeMs: event.timeStamp })
    }
    this.#lastTap = null
    if (ended.type === 'swipe') {
      const step = swipeStep(ended.from, point)
      if (step === 0 || !this.#onStep(step, ended.deltaX))
        animateTransform(this.#track, translateX(ended.deltaX), 'none')
    } else if (ended.type === 'pinch') this.#endPinch()
  }

  cancel(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return
    this.#returnTrack()
    this.#gesture = noGesture
    this.#surface.settle()
  }

  #returnTrack(): void {
    if (this.#gesture.type === 'swipe') animateTransform(this.#track, translateX(this.#gesture.deltaX), 'none')
  }

  #tap(tap: Tap): void {
    const isDouble = isDoubleTap(this.#lastTap, tap)
    this.#lastTap = isDouble ? null : tap
    if (!isDouble) return
    const current = this.#surface.transform()
    const next = current.scale > 1 ? unzoomed : scaleAround(current, this.#surface.maxScale(), tap)
    this.#surface.setTransform(next, 'animated')
    this.#surface.settle()
  }

  #endPinch(): void {
    // At a scale just above 1 the next swipe would pan instead of changing the image.
    if (this.#surface.transform().scale < 1.02) this.#surface.setTransform(unzoomed, 'animated')
    this.#surface.settle()
    // The remaining pointer pans; `moved` prevents it from counting as a tap.
    const [remaining] = this.#pointers.values()
    const start = this.#surface.transform()
    if (remaining && start.scale > 1) this.#gesture = { type: 'pan', from: remaining, start, moved: true }
  }
}

function translateX(pixels: number): string {
  return pixels === 0 ? 'none' : `translateX(${pixels}px)`
}
