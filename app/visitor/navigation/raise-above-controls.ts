import { useEffect, type RefObject } from 'react'
import { addScrollListener } from './scroll-position.ts'

const stepPx = 8
const maxRisePx = 240
const controls = 'main :is(a, button, input, textarea, select, summary), footer a'

/** Raises a fixed button as far as necessary, so that it covers no control except large ones. */
export function useRaiseAboveControls(button: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const { current } = button
    if (!current || !isShown) return
    let frame = 0
    const raise = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => current.style.setProperty('translate', `0 ${-findRise(current)}px`))
    }
    // An editor that opens changes the height of the page.
    const resizes = new ResizeObserver(raise)
    resizes.observe(document.body)
    const stop = addScrollListener(raise)
    return () => {
      stop()
      resizes.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [button, isShown])
}

/** How many pixels the button must rise from its position in the style sheet; 0 if every position covers a control. */
function findRise(button: HTMLElement): number {
  const { left, right, height } = button.getBoundingClientRect()
  // The computed `top` does not include the transforms of the transitions.
  const top = parseFloat(getComputedStyle(button).top)
  // What is beneath the navbar is covered anyway.
  const navbarBottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const boxes = [...document.querySelectorAll<HTMLElement>(controls)]
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.left < right && box.right > left && box.top < top + height && box.bottom > navbarBottom)
    .filter(({ control }) => control.checkVisibility({ visibilityProperty: true }) && !isLarge(control, height))
    .map(({ box }) => box)
  const maxRise = Math.min(maxRisePx, top - navbarBottom)
  for (let rise = 0; rise <= maxRise;) {
    const covered = boxes.filter((box) => box.top < top - rise + height && box.bottom > top - rise)
    if (covered.length === 0) return rise
    const above = top + height - Math.min(...covered.map((box) => box.top))
    rise = Math.ceil(above / stepPx) * stepPx
  }
  return 0
}

/** Whether the control is so large that the button hides little of it, such as a picture that opens the viewer. */
function isLarge(control: HTMLElement, height: number): boolean {
  return !control.matches('input, textarea, select') && control.offsetHeight >= 3 * height
}
