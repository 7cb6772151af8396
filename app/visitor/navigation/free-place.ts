import { useEffect, type RefObject } from 'react'
import { onScroll } from './scroll-position.ts'

const stepPx = 8
const maxRisePx = 240

/** Raises a fixed button as far as necessary, so that it covers no field and no control. */
export function useFreePlace(button: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const { current } = button
    if (!current || !isShown) return
    let frame = 0
    const place = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => current.style.setProperty('translate', `0 ${-findRise(current)}px`))
    }
    // An editor that opens changes the height of the page.
    const resizes = new ResizeObserver(place)
    resizes.observe(document.body)
    const stop = onScroll(place)
    return () => {
      stop()
      resizes.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [button, isShown])
}

/** The lowest free place, in pixels above the one of the style sheet; 0 if there is none. */
function findRise(button: HTMLElement): number {
  const { left, width: size } = button.getBoundingClientRect()
  // Without the transforms of its transitions.
  const top = parseFloat(getComputedStyle(button).top)
  const isFree = (rise: number) =>
    [0, 0.5, 1].every((y) => [0, 0.5, 1].every((x) => !isControlAt(button, left + x * size, top - rise + y * size)))
  for (let rise = 0; rise <= Math.min(maxRisePx, top); rise += stepPx) if (isFree(rise)) return rise
  return 0
}

/** A picture that opens something is so large that a button on it hides little. */
function isControlAt(button: HTMLElement, x: number, y: number): boolean {
  return document.elementsFromPoint(x, y).some((element) => {
    const control = element.closest<HTMLElement>('a, button, input, textarea, select, summary')
    if (!control || control === button) return false
    return control.matches('input, textarea, select') || control.offsetHeight < 3 * button.offsetHeight
  })
}
