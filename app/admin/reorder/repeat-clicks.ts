/** A shorter distance between two clicks is unintended. */
const samePlacePixels = 8

let endPrevious = () => {}

/**
 * Call after a click has moved `button`. Until the pointer moves, the wheel turns or a key is pressed, clicks at the
 * same place activate this button instead of the element that is there now. Otherwise a second click would move the
 * neighbour back or activate another control.
 */
export function repeatClicks(button: HTMLElement, { detail, clientX, clientY }: MouseEvent): void {
  // A click by keyboard, or by `button.click()` below.
  if (detail === 0) return
  endPrevious()
  const ended = new AbortController()
  const end = () => {
    ended.abort()
    delete button.dataset['repeats']
  }
  endPrevious = end
  button.dataset['repeats'] = ''
  const onPointer = (event: MouseEvent) => {
    if (event.type === 'click' && event.detail === 0) return
    const distance = Math.hypot(event.clientX - clientX, event.clientY - clientY)
    if (distance > samePlacePixels || !button.isConnected) return end()
    if (event.type === 'pointermove') return
    // Pressing another element would focus or drag it.
    event.preventDefault()
    event.stopPropagation()
    if (event.type === 'click') button.click()
  }
  const options = { capture: true, signal: ended.signal }
  for (const type of ['pointermove', 'pointerdown', 'mousedown', 'click'] as const)
    window.addEventListener(type, onPointer, options)
  for (const type of ['wheel', 'keydown'] as const) window.addEventListener(type, end, options)
}
