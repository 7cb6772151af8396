import { unzoomed } from './zoom.ts'
import type { ZoomSurface } from './zoom-surface.ts'

const centre = { x: 0, y: 0 }
const zoomKeyFactor = 1.5
const panKeyPixels = 120

/** Zooms, or pans a zoomed image. Returns whether the key was handled. */
export function handleZoomKey(key: string, surface: ZoomSurface | null): boolean {
  if (!surface) return false
  const current = surface.transform()
  const pan = (x: number, y: number) => () =>
    surface.setTransform({ ...current, x: current.x + x * panKeyPixels, y: current.y + y * panKeyPixels }, 'animated')
  const zoom = (factor: number) => () => surface.scaleBy(factor, centre, 'animated')
  const panKeys = { ArrowLeft: pan(1, 0), ArrowRight: pan(-1, 0), ArrowUp: pan(0, 1), ArrowDown: pan(0, -1) }
  const handlers: Record<string, () => void> = {
    '+': zoom(zoomKeyFactor),
    '=': zoom(zoomKeyFactor),
    '-': zoom(1 / zoomKeyFactor),
    '0': () => surface.setTransform(unzoomed, 'animated'),
    ...(current.scale > 1 && panKeys),
  }
  const handler = handlers[key]
  if (!handler) return false
  handler()
  surface.settle()
  return true
}

/** Shows another image. Returns whether the key was handled. */
export function handlePagingKey(key: string, index: number, count: number, goTo: (index: number) => void): boolean {
  const targets: Record<string, number> = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }
  const target = targets[key]
  if (target === undefined) return false
  goTo(target)
  return true
}
