/** How a picture lies on its stage: so many times as large as it fits, its centre so far from the stage's, in pixels. */
export interface View {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Two fingers, or where they were. */
export type Pair = readonly [Point, Point]

/** All of the picture is in sight. */
export const whole: View = { scale: 1, x: 0, y: 0 }

/** A picture whose file has hardly more to show is enlarged all the same, for weak eyes. */
const leastGain = 1.1
const withoutGain = 2

/** How many times a picture of this width is enlarged until each pixel of its largest file is one of the screen. */
export function closestOf(filePixels: number, shownWidth: number, density: number): number {
  const exact = filePixels / (shownWidth * density)
  return exact >= leastGain && Number.isFinite(exact) ? exact : withoutGain
}

/** The nearest view that leaves no empty edge where the picture could fill it, and is neither too small nor too large. */
export function bounded(view: View, picture: Size, stage: Size, closest: number): View {
  const scale = between(view.scale, 1, closest)
  // What does not reach beyond the stage stays in its middle.
  const spareX = Math.max(0, (picture.width * scale - stage.width) / 2)
  const spareY = Math.max(0, (picture.height * scale - stage.height) / 2)
  return { scale, x: between(view.x, -spareX, spareX), y: between(view.y, -spareY, spareY) }
}

/** Enlarged to this scale, with the same spot of the picture under the point (counted from the stage's middle). */
export function scaledAt(view: View, scale: number, { x, y }: Point): View {
  const factor = scale / view.scale
  return { scale, x: x - (x - view.x) * factor, y: y - (y - view.y) * factor }
}

/** What two fingers have made of a view: the spots that were under them have gone with them. */
export function pinched(view: View, from: Pair, to: Pair): View {
  const factor = apart(to) / Math.max(1, apart(from))
  const [before, after] = [middle(from), middle(to)]
  return {
    scale: view.scale * factor,
    x: after.x - (before.x - view.x) * factor,
    y: after.y - (before.y - view.y) * factor,
  }
}

/** How much a turn of the wheel enlarges. Fingers on a trackpad that pinch come as a wheel with `ctrlKey`. */
export function wheelFactor(event: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>): number {
  const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : linePixels)
  return Math.exp(-between(pixels, -300, 300) * (event.ctrlKey ? 0.01 : 0.0025))
}

const linePixels = 20

function apart([one, other]: Pair): number {
  return Math.hypot(other.x - one.x, other.y - one.y)
}

function middle([one, other]: Pair): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

function between(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
