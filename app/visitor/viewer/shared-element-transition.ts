const durationMs = 320
const easing = 'cubic-bezier(0.22, 0.7, 0.24, 1)'

// Does not use view transitions, because they block input and let the wheel scroll the page behind the viewer.

/** Animates the image from its thumbnail, if the thumbnail is visible. */
export function growFromThumbnail(imageId: string, image: HTMLElement | null): void {
  const small = findThumbnail(imageId)?.getBoundingClientRect()
  const large = image?.getBoundingClientRect()
  if (!image || !small || !large || !canAnimate(small, large)) return
  image.animate([{ transform: transformBetween(large, small) }, { transform: 'none' }], {
    duration: durationMs,
    easing,
  })
}

/** Animates a copy of the image to its thumbnail, or scrolls to it if it is out of view. Returns the thumbnail. */
export function shrinkToThumbnail(imageId: string, image: HTMLElement | null): HTMLElement | null {
  const thumbnail = findThumbnail(imageId)
  const source = image?.querySelector<HTMLImageElement>('picture img')
  const large = image?.getBoundingClientRect()
  const small = thumbnail?.getBoundingClientRect()
  // In a microtask, because React Router restores the scroll position first.
  if (small && !isInViewport(small)) queueMicrotask(() => thumbnail?.scrollIntoView({ block: 'center' }))
  if (!source?.complete || !small || !large || !canAnimate(small, large)) return thumbnail
  const copy = new Image()
  copy.src = source.currentSrc
  copy.alt = ''
  const { left, top, width, height } = large
  const box = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`
  copy.style.cssText = `position: fixed; z-index: 99; max-width: none; pointer-events: none; ${box}`
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

function isInViewport({ top, bottom }: DOMRect): boolean {
  return bottom > 0 && top < window.innerHeight
}

/** Also false if the aspect ratios differ by more than 2 %: then the thumbnail is cropped, as for compared images. */
function canAnimate(small: DOMRect, large: DOMRect): boolean {
  const ratio = (small.width / small.height) * (large.height / large.width)
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  return isInViewport(small) && ratio > 0.98 && ratio < 1.02 && !prefersReducedMotion
}

/** The transform that maps one box to another of the same aspect ratio. */
function transformBetween(from: DOMRect, to: DOMRect): string {
  const x = to.left + to.width / 2 - (from.left + from.width / 2)
  const y = to.top + to.height / 2 - (from.top + from.height / 2)
  return `translate(${x}px, ${y}px) scale(${to.width / from.width})`
}
