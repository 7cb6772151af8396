const glideMs = 320

/** Moves the element to where it belongs (`to`), from where it was; at once for people who want no motion. */
export function glide(element: HTMLElement, from: string, to: string): void {
  place(element, to)
  if (from === to || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const frames = [{ transform: from }, { transform: to }]
  element.animate(frames, { duration: glideMs, easing: 'cubic-bezier(0.22, 0.7, 0.24, 1)' })
}

/** Puts the element there, and ends whatever still moved it. */
export function place(element: HTMLElement, transform: string): void {
  for (const animation of element.getAnimations()) {
    if (!(animation instanceof CSSTransition)) animation.cancel()
  }
  if (transform === 'none') element.style.removeProperty('transform')
  else element.style.setProperty('transform', transform)
}
