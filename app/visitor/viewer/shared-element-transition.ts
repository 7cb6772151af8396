const durationMs = 320
const easing = 'cubic-bezier(0.22, 0.7, 0.24, 1)'

// Does not use view transitions, because they block input and let the wheel scroll the page behind the viewer.

/** Animates the image from its thumbnail, if the thumbnail is visible. */
export function growFromThumbnail(imageId: string, image: HTMLElement | null): void {
  const small = visibleThumbnail(imageId)?.getBoundingClientRect()
  const large = image?.getBoundingClientRect()
  if (!image || !small || !large?.width || !isSameShape(small, large) || prefersReducedMotion()) return
  image.animate([{ transform: transformBetween(large, small) }, { transform: 'none' }], {
    duration: durationMs,
    easing,
  })
}

/** Animates a copy of the image to its thumbnail; returns the thumbnail, if it is visible. */
export function shrinkToThumbnail(imageId: string, image: HTMLElement | null): HTMLElement | null {
  const thumbnail = visibleThumbnail(imageId)
  const source = image?.querySelector<HTMLImageElement>('picture img')
  const large = image?.getBoundingClientRect()
  const small = thumbnail?.getBoundingClientRect()
  if (!source?.complete || !large || !small || !isSameShape(small, large) || prefersReducedMotion()) return thumbnail
  const copy = new Image()
  copy.src = source.currentSrc
  copy.alt = ''
  const { left, top, width, height } = large
  const fixed = { position: 'fixed', zIndex: '99', pointerEvents: 'none', maxWidth: 'none' }
  Object.assign(copy.style, fixed, inPixels({ left, top, width, height }))
  document.body.append(copy)
  const animation = copy.animate([{ transform: 'none' }, { transform: transformBetween(large, small) }], {
    duration: durationMs,
    easing,
    fill: 'forwards',
  })
  void animation.finished.finally(() => copy.remove())
  return thumbnail
}

/** The URL of the image's file in the gallery, if it is loaded. */
export function loadedThumbnailUrl(imageId: string): string | null {
  const img = findThumbnail(imageId)?.querySelector('img')
  return img?.complete && img.naturalWidth > 0 ? img.currentSrc : null
}

function findThumbnail(imageId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-image="${CSS.escape(imageId)}"]`)
}

function visibleThumbnail(imageId: string): HTMLElement | null {
  const thumbnail = findThumbnail(imageId)
  const box = thumbnail?.getBoundingClientRect()
  return box && box.bottom > 0 && box.top < window.innerHeight ? thumbnail : null
}

/** Whether the aspect ratios agree to within 2 %: not if the thumbnail is cropped, as for compared images. */
function isSameShape(small: DOMRect, large: DOMRect): boolean {
  const ratio = (small.width / small.height) * (large.height / large.width)
  return ratio > 0.98 && ratio < 1.02
}

/** The transform that maps one box to another of the same aspect ratio. */
function transformBetween(from: DOMRect, to: DOMRect): string {
  const x = to.left + to.width / 2 - (from.left + from.width / 2)
  const y = to.top + to.height / 2 - (from.top + from.height / 2)
  return `translate(${x}px, ${y}px) scale(${to.width / from.width})`
}

function inPixels(box: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(box).map(([side, length]) => [side, `${length}px`]))
}

function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
