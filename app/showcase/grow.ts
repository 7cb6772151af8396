const growMs = 340

/** Lets the picture in `track` grow from where it hangs on the page. */
export function growFrom(opener: Element | null, track: Element | null): void {
  const small = opener?.querySelector('img')?.getBoundingClientRect()
  const picture = track?.querySelector('[data-offset="0"] > *')
  const large = picture?.getBoundingClientRect()
  if (!small?.width || !picture || !large?.width) return
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const scale = small.width / large.width
  const x = small.left + small.width / 2 - (large.left + large.width / 2)
  const y = small.top + small.height / 2 - (large.top + large.height / 2)
  picture.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: 'none' }], {
    duration: growMs,
    easing: 'cubic-bezier(0.22, 0.7, 0.24, 1)',
  })
}
