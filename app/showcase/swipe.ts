import { useLayoutEffect, useRef, type PointerEvent, type RefObject, type TouchEvent } from 'react'

/** A horizontal movement of more than so many pixels changes the image. */
export const swipePixels = 50
/** So far a finger may tremble before it is decided which way it goes. */
const undecidedPixels = 8
const settleMs = 320
/** Between two images, as in `viewer.module.css`. */
const gap = 24

interface Point {
  readonly x: number
  readonly y: number
}

/** Where a movement goes: `null` while nobody can tell. */
export function directionOf(from: Point, to: Point): 'across' | 'along' | null {
  const across = Math.abs(to.x - from.x)
  const along = Math.abs(to.y - from.y)
  if (Math.max(across, along) < undecidedPixels) return null
  return across > along ? 'across' : 'along'
}

/** What a finished movement asks for: the next image (1), the previous one (-1) or none (0). */
export function stepOf(across: number): -1 | 0 | 1 {
  if (Math.abs(across) <= swipePixels) return 0
  return across < 0 ? 1 : -1
}

/**
 * Handlers that let the track follow a finger (or a pressed mouse) and ask for a step when it is let go.
 * Two fingers, and one that goes up or down, are left to the browser.
 */
export function useSwipe(
  track: RefObject<HTMLElement | null>,
  at: number,
  count: number,
  onStep: (step: -1 | 1) => void,
) {
  const drag = useRef<{ from: Point; across: number; direction: 'across' | 'along' | null } | null>(null)
  const last = useRef({ at, across: 0 })

  useLayoutEffect(() => {
    const before = last.current
    if (before.at === at) return
    // The new image comes from where the finger left it; with an arrow, from the edge.
    settle(track.current, before.across + strideOf(track.current) * sideOf(before.at, at, count))
    last.current = { at, across: 0 }
  }, [at, count, track])

  const begin = (from: Point) => {
    drag.current = { from, across: 0, direction: null }
  }
  const move = (to: Point) => {
    const now = drag.current
    if (!now) return
    now.direction ??= directionOf(now.from, to)
    if (now.direction !== 'across') return
    now.across = to.x - now.from.x
    track.current?.style.setProperty('transform', `translateX(${now.across}px)`)
  }
  const end = (cancelled: boolean) => {
    const across = drag.current?.across ?? 0
    drag.current = null
    const step = cancelled || count < 2 ? 0 : stepOf(across)
    if (step === 0) return settle(track.current, across)
    last.current.across = across
    onStep(step)
  }
  return handlersOf(begin, move, end, () => drag.current !== null)
}

function handlersOf(
  begin: (from: Point) => void,
  move: (to: Point) => void,
  end: (cancelled: boolean) => void,
  dragging: () => boolean,
) {
  return {
    onTouchStart: (event: TouchEvent) => {
      const touch = event.touches[0]
      if (event.touches.length === 1 && touch && !isZoomed()) begin(pointOf(touch))
      else if (dragging()) end(true)
    },
    onTouchMove: (event: TouchEvent) => {
      const touch = event.touches[0]
      if (touch) move(pointOf(touch))
    },
    onTouchEnd: () => dragging() && end(false),
    onTouchCancel: () => dragging() && end(true),
    // Touches come as touches above: there the number of fingers is known.
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'touch' || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      begin(pointOf(event))
    },
    onPointerMove: (event: PointerEvent) => event.pointerType !== 'touch' && move(pointOf(event)),
    onPointerUp: (event: PointerEvent) => event.pointerType !== 'touch' && dragging() && end(false),
    onPointerCancel: (event: PointerEvent) => event.pointerType !== 'touch' && dragging() && end(true),
  }
}

/** With the picture enlarged, a finger moves over the picture instead. */
function isZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01
}

function pointOf(event: { clientX: number; clientY: number }): Point {
  return { x: event.clientX, y: event.clientY }
}

/** From one image to the next. */
function strideOf(element: HTMLElement | null): number {
  return (element?.clientWidth ?? 0) + gap
}

/** The side that the new image comes from; past either end it goes on in the same direction. */
function sideOf(before: number, at: number, count: number): -1 | 1 {
  const forward = (at - before + count) % count
  return forward <= count / 2 && !(count === 2 && at < before) ? 1 : -1
}

function settle(track: HTMLElement | null, from: number): void {
  if (!track) return
  track.style.removeProperty('transform')
  if (from === 0 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const frames = [{ transform: `translateX(${from}px)` }, { transform: 'none' }]
  track.animate(frames, { duration: settleMs, easing: 'cubic-bezier(0.22, 0.7, 0.24, 1)' })
}
