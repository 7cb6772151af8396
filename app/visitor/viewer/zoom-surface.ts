import { animateTransform, applyTransform } from './animate-transform.ts'
import { clampTransform, maxScaleFor, scaleAround, unzoomed, type Point, type ZoomTransform } from './zoom.ts'

export interface ZoomSurface {
  readonly transform: () => ZoomTransform
  /** See `maxScaleFor`. */
  readonly maxScale: () => number
  /** Converts a pointer position to a point relative to the centre of the viewport. */
  readonly pointAt: (position: { clientX: number; clientY: number }) => Point
  /** Clamps and applies the transform. */
  readonly setTransform: (transform: ZoomTransform, mode?: 'instant' | 'animated') => void
  readonly scaleBy: (factor: number, around: Point, mode?: 'instant' | 'animated') => void
  /** Reports the end of a gesture, so that the file for the new size is fetched. */
  readonly settle: () => void
  readonly reset: () => void
}

/** `filePixels` returns the width of the largest file of the current image, in pixels. */
export function createZoomSurface(
  viewport: HTMLElement,
  filePixels: () => number,
  onSettle: (transform: ZoomTransform) => void,
): ZoomSurface {
  let transform = unzoomed
  let transformed: HTMLElement | null = null
  const findImage = () => viewport.querySelector<HTMLElement>('[data-offset="0"] > *')
  const sizeOf = (element: HTMLElement) => ({ width: element.offsetWidth, height: element.offsetHeight })
  const maxScale = () => maxScaleFor(filePixels(), findImage()?.offsetWidth ?? 0, window.devicePixelRatio)

  const surface: ZoomSurface = {
    transform: () => transform,
    maxScale,
    pointAt: ({ clientX, clientY }) => {
      const { left, top, width, height } = viewport.getBoundingClientRect()
      return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
    },
    setTransform: (next, mode = 'instant') => {
      transformed = findImage()
      if (!transformed) return
      const previous = transform
      transform = clampTransform(next, sizeOf(transformed), sizeOf(viewport), maxScale())
      if (mode === 'instant') applyTransform(transformed, cssTransform(transform))
      else animateTransform(transformed, cssTransform(previous), cssTransform(transform))
    },
    scaleBy: (factor, around, mode) => {
      const scale = Math.min(Math.max(transform.scale * factor, 1), maxScale())
      surface.setTransform(scaleAround(transform, scale, around), mode)
    },
    settle: () => onSettle(transform),
    reset: () => {
      if (transformed) applyTransform(transformed, 'none')
      transformed = null
      transform = unzoomed
      onSettle(transform)
    },
  }
  return surface
}

function cssTransform({ scale, x, y }: ZoomTransform): string {
  return scale === 1 && x === 0 && y === 0 ? 'none' : `translate(${x}px, ${y}px) scale(${scale})`
}
