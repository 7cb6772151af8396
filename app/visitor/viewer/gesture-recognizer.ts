import type { ZoomSurface } from './zoom-surface.ts'
import { animateTransform, applyTransform } from './animate-transform.ts'
import { closesViewer, hasMoved, isDoubleTap, isDownward, swipeStep, type Tap } from './gesture-thresholds.ts'
import { pinchTransform, scaleAround, unzoomed, type PointPair, type Point, type ZoomTransform } from './zoom.ts'

type Gesture =
  | { readonly type: 'none' }
  | { readonly type: 'press'; readonly from: Point }
  /** `offset` is how far the track has moved, in pixels. */
  | { readonly type: 'swipe'; readonly from: Point; readonly isDown: boolean; offset: Point }
  | { readonly type: 'pan'; readonly from: Point; readonly start: ZoomTransform; moved: boolean }
  | { readonly type: 'pinch'; readonly from: PointPair; readonly start: ZoomTransform }

type Swipe = Extract<Gesture, { type: 'swipe' }>

const noGesture: Gesture = { type: 'none' }

interface SwipeCallbacks {
  /** `deltaX` is the track's offset at the end of the swipe. Returns whether there is another image. */
  readonly onStep: (step: -1 | 1, deltaX: number) => boolean
  /** Called with the distance in pixels while a finger pulls the image down, and with 0 when the image returns. */
  readonly onPull: (deltaY: number) => void
  readonly onClose: () => void
}

interface PointerStart {
  /** A pointer that starts outside the image also swipes and pans, but its taps do not zoom. */
  readonly onImage: boolean
  /** Whether a swipe down can close the viewer: not with a mouse, and not on a long caption, which scrolls instead. */
  readonly canClose: boolean
}

/**
 * Recognises pointer gestures: one pointer swipes between images, closes the viewer by a swipe down or pans a zoomed
 * image, two pointers pinch, and a double tap zooms to the maximum scale or back.
 */
export class GestureRecognizer {
  readonly #track: HTMLElement
  readonly #surface: ZoomSurface
  readonly #callbacks: SwipeCallbacks
  readonly #pointers = new Map<number, Point>()
  #gesture: Gesture = noGesture
  #lastTap: Tap | null = null
  #start: PointerStart = { onImage: true, canClose: false }

  constructor(track: HTMLElement, surface: ZoomSurface, callbacks: SwipeCallbacks) {
    this.#track = track
    this.#surface = surface
    this.#callbacks = callbacks
  }

  /** Whether the current gesture is a movement, which cannot become a tap. */
  get isMoving(): boolean {
    const { type } = this.#gesture
    return type === 'swipe' || type === 'pinch' || (type === 'pan' && this.#gesture.moved)
  }

  down(event: PointerEvent, start: PointerStart): void {
    if (event.button !== 0 || this.#pointers.size > 1) return
    this.#start = start
    this.#pointers.set(event.pointerId, this.#surface.pointAt(event))
    const [one, other] = [...this.#pointers.values()]
    const transform = this.#surface.transform()
    this.#returnTrack()
    if (one && other) this.#gesture = { type: 'pinch', from: [one, other], start: transform }
    else if (one && transform.scale > 1) this.#gesture = { type: 'pan', from: one, start: transform, moved: false }
    else this.#gesture = one ? { type: 'press', from: one } : noGesture
  }

  move(event: PointerEvent): void {
    if (!this.#pointers.has(event.pointerId)) return
    const point = this.#surface.pointAt(event)
    this.#pointers.set(event.pointerId, point)
    if (this.#gesture.type === 'press' && hasMoved(this.#gesture.from, point)) {
      const { from } = this.#gesture
      const isDown = this.#start.canClose && isDownward(from, point)
      this.#gesture = { type: 'swipe', from, isDown, offset: { x: 0, y: 0 } }
    }
    const gesture = this.#gesture
    if (gesture.type === 'swipe') {
      const [x, y] = [point.x - gesture.from.x, point.y - gesture.from.y]
      gesture.offset = gesture.isDown ? { x: 0, y: Math.max(0, y) } : { x, y: 0 }
      applyTransform(this.#track, translate(gesture.offset))
      if (gesture.isDown) this.#callbacks.onPull(gesture.offset.y)
    } else if (gesture.type === 'pan') {
      const { from, start } = gesture
      gesture.moved ||= hasMoved(from, point)
      const moved = { ...start, x: start.x + point.x - from.x, y: start.y + point.y - from.y }
      if (gesture.moved) this.#surface.setTransform(moved)
    } else if (gesture.type === 'pinch') {
      const [one, other] = [...this.#pointers.values()]
      const maxScale = this.#surface.maxScale()
      if (one && other) this.#surface.setTransform(pinchTransform(gesture.start, gesture.from, [one, other], maxScale))
    }
  }

  up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return
    const ended = this.#gesture
    const point = this.#surface.pointAt(event)
    this.#gesture = noGesture
    if (this.#start.onImage && (ended.type === 'press' || (ended.type === 'pan' && !ended.moved))) {
      return this.#tap({ ...point, timeMs: event.timeStamp })
    }
    this.#lastTap = null
    if (ended.type === 'swipe') this.#endSwipe(ended, point)
    else if (ended.type === 'pinch') this.#endPinch()
  }

  cancel(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return
    this.#returnTrack()
    this.#gesture = noGesture
    this.#surface.settle()
  }

  #endSwipe({ from, isDown, offset }: Swipe, to: Point): void {
    if (isDown && closesViewer(from, to)) return this.#callbacks.onClose()
    const step = swipeStep(from, to)
    if (isDown) this.#callbacks.onPull(0)
    if (step === 0 || !this.#callbacks.onStep(step, offset.x)) animateTransform(this.#track, translate(offset), 'none')
  }

  #returnTrack(): void {
    if (this.#gesture.type !== 'swipe') return
    animateTransform(this.#track, translate(this.#gesture.offset), 'none')
    this.#callbacks.onPull(0)
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

function translate({ x, y }: Point): string {
  return x === 0 && y === 0 ? 'none' : `translate(${x}px, ${y}px)`
}
