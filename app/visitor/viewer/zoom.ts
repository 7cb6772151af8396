/** Scale relative to the fitted size, and the offset of the image's centre from the viewport's, in pixels. */
export interface ZoomTransform {
  readonly scale: number
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** In pixels, relative to the centre of the viewport. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The positions of two pointers. */
export type PointPair = readonly [Point, Point]

export const unzoomed: ZoomTransform = { scale: 1, x: 0, y: 0 }

/**
 * If the file allows less than this scale, zooming shows hardly more detail; `fallbackScale` still helps people with
 * low vision.
 */
const minUsefulScale = 1.1
const fallbackScale = 2

/** The scale at which one pixel of the largest file is one screen pixel; `fallbackScale` below `minUsefulScale`. */
export function maxScaleFor(filePixels: number, displayedWidth: number, pixelRatio: number): number {
  const exact = filePixels / (displayedWidth * pixelRatio)
  return exact >= minUsefulScale && Number.isFinite(exact) ? exact : fallbackScale
}

/** Clamps the scale to 1 … `maxScale`, and the offset so that a large enough image covers the viewport. */
export function clampTransform(transform: ZoomTransform, image: Size, viewport: Size, maxScale: number): ZoomTransform {
  const scale = clamp(transform.scale, 1, maxScale)
  // An image smaller than the viewport stays centred.
  const maxX = Math.max(0, (image.width * scale - viewport.width) / 2)
  const maxY = Math.max(0, (image.height * scale - viewport.height) / 2)
  return { scale, x: clamp(transform.x, -maxX, maxX), y: clamp(transform.y, -maxY, maxY) }
}

/** Changes the scale and keeps the image point at `point` in place. */
export function scaleAround(transform: ZoomTransform, scale: number, point: Point): ZoomTransform {
  const { x, y } = point
  const factor = scale / transform.scale
  return { scale, x: x - (x - transform.x) * factor, y: y - (y - transform.y) * factor }
}

/**
 * The transform after two pointers have moved. The image points under them move with them; at `maxScale`, the point
 * between them does.
 */
export function pinchTransform(
  transform: ZoomTransform,
  from: PointPair,
  to: PointPair,
  maxScale: number,
): ZoomTransform {
  const [before, after] = [midpoint(from), midpoint(to)]
  const scale = (transform.scale * distance(to)) / Math.max(1, distance(from))
  const scaled = scaleAround(transform, Math.min(scale, maxScale), before)
  return { ...scaled, x: scaled.x + after.x - before.x, y: scaled.y + after.y - before.y }
}

/** The scale factor of a wheel event. A pinch on a trackpad arrives as a wheel event with `ctrlKey`. */
export function wheelScaleFactor(event: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>): number {
  const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : pixelsPerLine)
  return Math.exp(-clamp(pixels, -300, 300) * (event.ctrlKey ? 0.01 : 0.0025))
}

const pixelsPerLine = 20

function distance([one, other]: PointPair): number {
  return Math.hypot(other.x - one.x, other.y - one.y)
}

function midpoint([one, other]: PointPair): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}
