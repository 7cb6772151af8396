import type { Easel } from './easel.ts'
import { glide, place } from './glide.ts'
import { hasMoved, isDouble, stepOf, type Tap } from './swipe.ts'
import { pinched, scaledAt, whole, type Pair, type Point, type View } from './zoom.ts'

/** What the fingers in the viewer are doing; a pressed mouse is a finger. */
type Doing =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'touching'; readonly from: Point }
  | { readonly kind: 'swiping'; readonly from: Point; across: number }
  | { readonly kind: 'panning'; readonly from: Point; readonly view: View; moved: boolean }
  | { readonly kind: 'pinching'; readonly from: Pair; readonly view: View }

const nothing: Doing = { kind: 'nothing' }

/** Told how far the track was from its place when it was let go; answers whether there is another image. */
type Steps = (step: -1 | 1, across: number) => boolean

/**
 * Reads fingers: one moves the track and asks for another image when it is let go, or moves an enlarged picture;
 * two enlarge; a double tap shows the picture pixel by pixel, or whole again.
 */
export class Hand {
  readonly #track: HTMLElement
  readonly #easel: Easel
  readonly #onStep: Steps
  readonly #fingers = new Map<number, Point>()
  #doing: Doing = nothing
  #tapped: Tap | null = null
  #onPicture = true

  constructor(track: HTMLElement, easel: Easel, onStep: Steps) {
    this.#track = track
    this.#easel = easel
    this.#onStep = onStep
  }

  /** Whether a finger goes somewhere: then it is no tap on whatever lies under it. */
  get moves(): boolean {
    const { kind } = this.#doing
    return kind === 'swiping' || kind === 'pinching' || (kind === 'panning' && this.#doing.moved)
  }

  /** A finger that came down beside the picture moves and swipes like any other, but its taps are not for the picture. */
  down(event: PointerEvent, onPicture: boolean): void {
    if (event.button !== 0 || this.#fingers.size > 1) return
    this.#onPicture = onPicture
    this.#fingers.set(event.pointerId, this.#easel.pointAt(event))
    const [one, other] = [...this.#fingers.values()]
    const view = this.#easel.view()
    this.#putBack()
    if (one && other) this.#doing = { kind: 'pinching', from: [one, other], view }
    else if (one && view.scale > 1) this.#doing = { kind: 'panning', from: one, view, moved: false }
    else this.#doing = one ? { kind: 'touching', from: one } : nothing
  }

  move(event: PointerEvent): void {
    if (!this.#fingers.has(event.pointerId)) return
    const point = this.#easel.pointAt(event)
    this.#fingers.set(event.pointerId, point)
    if (this.#doing.kind === 'touching' && hasMoved(this.#doing.from, point)) {
      this.#doing = { kind: 'swiping', from: this.#doing.from, across: 0 }
    }
    const doing = this.#doing
    if (doing.kind === 'swiping') {
      doing.across = point.x - doing.from.x
      place(this.#track, across(doing.across))
    } else if (doing.kind === 'panning') {
      const { from, view } = doing
      doing.moved ||= hasMoved(from, point)
      if (doing.moved) this.#easel.lay({ ...view, x: view.x + point.x - from.x, y: view.y + point.y - from.y })
    } else if (doing.kind === 'pinching') {
      const [one, other] = [...this.#fingers.values()]
      if (one && other) this.#easel.lay(pinched(doing.view, doing.from, [one, other]))
    }
  }

  up(event: PointerEvent): void {
    if (!this.#fingers.delete(event.pointerId)) return
    const done = this.#doing
    const point = this.#easel.pointAt(event)
    this.#doing = nothing
    if (this.#onPicture && (done.kind === 'touching' || (done.kind === 'panning' && !done.moved))) {
      return this.#tap({ ...point, at: event.timeStamp })
    }
    this.#tapped = null
    if (done.kind === 'swiping') {
      const step = stepOf(done.from, point)
      if (step === 0 || !this.#onStep(step, done.across)) glide(this.#track, across(done.across), 'none')
    } else if (done.kind === 'pinching') this.#unpinch()
  }

  cancel(event: PointerEvent): void {
    if (!this.#fingers.delete(event.pointerId)) return
    this.#putBack()
    this.#doing = nothing
    this.#easel.rest()
  }

  #putBack(): void {
    if (this.#doing.kind === 'swiping') glide(this.#track, across(this.#doing.across), 'none')
  }

  #tap(tap: Tap): void {
    const double = isDouble(this.#tapped, tap)
    this.#tapped = double ? null : tap
    if (!double) return
    const view = this.#easel.view()
    this.#easel.lay(view.scale > 1 ? whole : scaledAt(view, this.#easel.closest(), tap), 'gliding')
    this.#easel.rest()
  }

  #unpinch(): void {
    // What is as good as whole becomes whole, or the next finger would move it instead of changing the image.
    if (this.#easel.view().scale < 1.02) this.#easel.lay(whole, 'gliding')
    this.#easel.rest()
    // The finger that is left goes on moving the picture, but asks for nothing else.
    const [left] = this.#fingers.values()
    const view = this.#easel.view()
    if (left && view.scale > 1) this.#doing = { kind: 'panning', from: left, view, moved: true }
  }
}

function across(pixels: number): string {
  return pixels === 0 ? 'none' : `translateX(${pixels}px)`
}
