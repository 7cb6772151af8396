import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { createZoomSurface, type ZoomSurface } from './zoom-surface.ts'
import { animateTransform } from './animate-transform.ts'
import { GestureRecognizer } from './gesture-recognizer.ts'
import { enteringSide } from './gesture-thresholds.ts'
import { wheelScaleFactor, unzoomed, type ZoomTransform } from './zoom.ts'

/** The gap between slides. Must match `viewer.css`. */
const slideGapPixels = 24
/** Wheel gestures end after this pause. */
const wheelSettleMs = 160

interface CurrentImage {
  readonly id: string
  readonly index: number
  readonly count: number
  /** The width of its largest file, in pixels. */
  readonly filePixels: number
  readonly onStep: (step: -1 | 1) => void
  readonly onClose: () => void
}

/**
 * Handles swiping, closing, panning and zooming by touch anywhere in the viewer, and by mouse or wheel in its viewport.
 * Returns the scale after the last gesture, and the zoom surface for keyboard control.
 */
export function useGestures(
  viewport: RefObject<HTMLElement | null>,
  track: RefObject<HTMLElement | null>,
  { id, index, count, filePixels, onStep, onClose }: CurrentImage,
) {
  const [settled, setSettled] = useState({ id, scale: unzoomed.scale })
  const surface = useRef<ZoomSurface>(null)
  const last = useRef({ id, index, deltaX: 0 })
  const currentFilePixels = useEffectEvent(() => filePixels)
  const onSettle = useEffectEvent((transform: ZoomTransform) => setSettled({ id, scale: transform.scale }))
  const onSwipe = useEffectEvent((step: -1 | 1, deltaX: number) => {
    if (count < 2) return false
    last.current.deltaX = deltaX
    onStep(step)
    return true
  })
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const previous = last.current
    last.current = { id, index, deltaX: 0 }
    // The index is unchanged if the previously shown image was removed.
    if (previous.id !== id) surface.current?.reset()
    if (previous.index === index || !track.current) return
    // The new image enters from where the swipe ended, or from the edge.
    const from =
      previous.deltaX + (track.current.clientWidth + slideGapPixels) * enteringSide(previous.index, index, count)
    animateTransform(track.current, `translateX(${from}px)`, 'none')
  }, [id, index, count, track])

  useEffect(() => {
    const [viewportElement, trackElement] = [viewport.current, track.current]
    if (!viewportElement || !trackElement) return
    const created = createZoomSurface(
      viewportElement,
      () => currentFilePixels(),
      (transform) => onSettle(transform),
    )
    surface.current = created
    const recognizer = new GestureRecognizer(trackElement, created, {
      onStep: (step, deltaX) => onSwipe(step, deltaX),
      onPull: (deltaY) => showPull(viewportElement, deltaY),
      onClose: () => close(),
    })
    return addListeners(viewportElement, created, recognizer)
  }, [viewport, track])

  return { scale: settled.id === id ? settled.scale : unzoomed.scale, surface }
}

/** Adds native listeners: React's wheel and touchmove listeners are passive and cannot prevent the default action. */
function addListeners(viewport: HTMLElement, surface: ZoomSurface, recognizer: GestureRecognizer): () => void {
  const dialog = viewport.closest('dialog') ?? viewport
  const abort = new AbortController()
  const { signal } = abort
  let settleTimer: ReturnType<typeof setTimeout> | undefined
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    surface.scaleBy(wheelScaleFactor(event), surface.pointAt(event))
    clearTimeout(settleTimer)
    settleTimer = setTimeout(surface.settle, wheelSettleMs)
  }
  const onPointerDown = (event: PointerEvent) => {
    if (isPageZoomed()) return
    const onImage = isWithin(viewport, event)
    if (event.pointerType === 'mouse' && onImage) viewport.setPointerCapture(event.pointerId)
    // Outside the viewport, a mouse clicks buttons, and two fingers zoom the page so that the caption can be read.
    const canClose = event.pointerType !== 'mouse' && !isOnScrollableCaption(event)
    if (onImage || (event.pointerType !== 'mouse' && event.isPrimary)) recognizer.down(event, { onImage, canClose })
  }
  const onTouchMove = (event: TouchEvent) => {
    // Outside the viewport, a finger may move slightly when tapping a button, and a long caption scrolls.
    const handled =
      isWithin(viewport, event) || (recognizer.isMoving && event.touches.length === 1 && !isOnScrollableCaption(event))
    if (handled && !isPageZoomed()) event.preventDefault()
  }
  const updateTouchAction = () => {
    viewport.style.setProperty('touch-action', isPageZoomed() ? 'auto' : 'none')
  }
  updateTouchAction()
  window.visualViewport?.addEventListener('resize', updateTouchAction, { signal })
  window.addEventListener('resize', () => surface.setTransform(surface.transform()), { signal })
  // Otherwise Chrome treats a swipe as a fling and drops taps during the next 400 ms.
  dialog.addEventListener('touchmove', onTouchMove, { signal, passive: false })
  viewport.addEventListener('wheel', onWheel, { signal, passive: false })
  // On the dialog, because thumbs also touch below and beside the image.
  dialog.addEventListener('pointerdown', onPointerDown, { signal })
  dialog.addEventListener('pointermove', (event) => recognizer.move(event), { signal })
  dialog.addEventListener('pointerup', (event) => recognizer.up(event), { signal })
  dialog.addEventListener('pointercancel', (event) => recognizer.cancel(event), { signal })
  return () => {
    clearTimeout(settleTimer)
    abort.abort()
  }
}

/** The page shows through while the image is pulled down. */
function showPull(viewport: HTMLElement, deltaY: number): void {
  const share = Math.min(deltaY / viewport.clientHeight, 1)
  viewport.closest('dialog')?.style.setProperty('--pulled', `${share}`)
}

/** While the page itself is zoomed, the browser handles gestures. */
function isPageZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01
}

function isWithin(element: HTMLElement, { target }: Event): boolean {
  return target instanceof Node && element.contains(target)
}

function isOnScrollableCaption({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-scrollable]') !== null
}
