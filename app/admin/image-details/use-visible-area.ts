import { useLayoutEffect, type RefObject } from 'react'

/**
 * Sets `--visible-bottom` and `--visible-height` of the sheet: the part of the window above the on-screen keyboard. The
 * keyboard makes only the visual viewport smaller, and CSS has no unit for that.
 */
export function useVisibleArea(sheet: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = sheet.current
    const viewport = window.visualViewport
    if (!element || !viewport) return
    const update = () => {
      // A zoomed-in user sees only a part of the sheet, which must not shrink.
      if (viewport.scale > 1.01) return
      element.style.setProperty('--visible-bottom', `${viewport.offsetTop + viewport.height}px`)
      element.style.setProperty('--visible-height', `${viewport.height}px`)
    }
    const onResize = () => {
      update()
      if (element.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' })
    }
    update()
    viewport.addEventListener('resize', onResize)
    // Safari moves the visual viewport when a field gets focus.
    viewport.addEventListener('scroll', update)
    return () => {
      viewport.removeEventListener('resize', onResize)
      viewport.removeEventListener('scroll', update)
    }
  }, [sheet])
}
