const flightMs = 320
const easing = 'cubic-bezier(0.22, 0.7, 0.24, 1)'

// Not a view transition: while one runs, the page is deaf, and the wheel scrolls what lies behind the viewer.

/** Lets the large picture grow from its thumbnail, if that is in sight. */
export function takeOff(imageId: string, picture: HTMLElement | null): void {
  const small = thumbnailInSight(imageId)?.getBoundingClientRect()
  const large = picture?.getBoundingClientRect()
  if (!picture || !small || !large?.width || isCalm()) return
  picture.animate([{ transform: between(large, small) }, { transform: 'none' }], { duration: flightMs, easing })
}

/** Lets the large picture, which is about to go, shrink to its thumbnail; answers that, if it is in sight. */
export function land(imageId: string, picture: HTMLElement | null): HTMLElement | null {
  const thumbnail = thumbnailInSight(imageId)
  const shown = picture?.querySelector<HTMLImageElement>('picture img')
  const large = picture?.getBoundingClientRect()
  const small = thumbnail?.getBoundingClientRect()
  if (!shown?.complete || !large || !small || isCalm()) return thumbnail
  const flying = new Image()
  flying.src = shown.currentSrc
  flying.alt = ''
  const { left, top, width, height } = large
  const still = { position: 'fixed', zIndex: '99', pointerEvents: 'none', maxWidth: 'none' }
  Object.assign(flying.style, still, pixels({ left, top, width, height }))
  document.body.append(flying)
  const landing = flying.animate([{ transform: 'none' }, { transform: between(large, small) }], {
    duration: flightMs,
    easing,
    fill: 'forwards',
  })
  void landing.finished.finally(() => flying.remove())
  return thumbnail
}

/** The file that the gallery has loaded of this image, and shows already. */
export function loadedThumbnail(imageId: string): string | null {
  const picture = thumbnailOf(imageId)?.querySelector('img')
  return picture?.complete && picture.naturalWidth > 0 ? picture.currentSrc : null
}

function thumbnailOf(imageId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-image="${CSS.escape(imageId)}"]`)
}

function thumbnailInSight(imageId: string): HTMLElement | null {
  const thumbnail = thumbnailOf(imageId)
  const box = thumbnail?.getBoundingClientRect()
  return box && box.bottom > 0 && box.top < window.innerHeight ? thumbnail : null
}

/** What lays one box over another of the same proportions. */
function between(from: DOMRect, to: DOMRect): string {
  const x = to.left + to.width / 2 - (from.left + from.width / 2)
  const y = to.top + to.height / 2 - (from.top + from.height / 2)
  return `translate(${x}px, ${y}px) scale(${to.width / from.width})`
}

function pixels(box: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(box).map(([side, length]) => [side, `${length}px`]))
}

function isCalm(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
