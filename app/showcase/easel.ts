import { glide, place } from './glide.ts'
import { bounded, closestOf, scaledAt, whole, type Point, type View } from './zoom.ts'

/** Holds the picture that is shown, and knows how it lies. */
export interface Easel {
  readonly view: () => View
  /** How many times the picture may be enlarged: to one pixel of its largest file for one of the screen. */
  readonly closest: () => number
  /** A place on the screen, counted from the middle of the stage. */
  readonly pointAt: (place: { clientX: number; clientY: number }) => Point
  /** Lays the picture so, within its bounds. */
  readonly lay: (view: View, how?: 'now' | 'gliding') => void
  /** Enlarged so many times more, about a point. */
  readonly scaleBy: (factor: number, about: Point, how?: 'now' | 'gliding') => void
  /** Nothing moves it any more: now the file that this size needs is worth fetching. */
  readonly rest: () => void
  /** Another picture stands there. */
  readonly change: () => void
}

/** `filePixels` is the width of the largest file of the picture that is shown. */
export function makeEasel(stage: HTMLElement, filePixels: () => number, onRest: (view: View) => void): Easel {
  let view = whole
  let held: HTMLElement | null = null
  const picture = () => stage.querySelector<HTMLElement>('[data-offset="0"] > *')
  const sizeOf = (element: HTMLElement) => ({ width: element.offsetWidth, height: element.offsetHeight })
  const closest = () => closestOf(filePixels(), picture()?.offsetWidth ?? 0, window.devicePixelRatio)

  const easel: Easel = {
    view: () => view,
    closest,
    pointAt: ({ clientX, clientY }) => {
      const { left, top, width, height } = stage.getBoundingClientRect()
      return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
    },
    lay: (wanted, how = 'now') => {
      held = picture()
      if (!held) return
      const before = view
      view = bounded(wanted, sizeOf(held), sizeOf(stage), closest())
      if (how === 'now') place(held, transformOf(view))
      else glide(held, transformOf(before), transformOf(view))
    },
    scaleBy: (factor, about, how) => {
      const scale = Math.min(Math.max(view.scale * factor, 1), closest())
      easel.lay(scaledAt(view, scale, about), how)
    },
    rest: () => onRest(view),
    change: () => {
      if (held) place(held, 'none')
      held = null
      view = whole
      onRest(view)
    },
  }
  return easel
}

function transformOf({ scale, x, y }: View): string {
  return scale === 1 && x === 0 && y === 0 ? 'none' : `translate(${x}px, ${y}px) scale(${scale})`
}
