const durationMs = 320

/** Sets the transform `to`, animated from `from` unless the user prefers reduced motion. */
export function animateTransform(element: HTMLElement, from: string, to: string): void {
  applyTransform(element, to)
  if (from === to || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const frames = [{ transform: from }, { transform: to }]
  element.animate(frames, { duration: durationMs, easing: 'cubic-bezier(0.22, 0.7, 0.24, 1)' })
}

/** Sets the transform and cancels running animations except CSS transitions. */
export function applyTransform(element: HTMLElement, transform: string): void {
  for (const animation of element.getAnimations()) {
    if (!(animation instanceof CSSTransition)) animation.cancel()
  }
  if (transform === 'none') element.style.removeProperty('transform')
  else element.style.setProperty('transform', transform)
}
