import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { makeEasel, type Easel } from './easel.ts'
import { glide } from './glide.ts'
import { Hand } from './hand.ts'
import { sideOf } from './swipe.ts'
import { wheelFactor, whole, type View } from './zoom.ts'

/** Between two images, as in `viewer.module.css`. */
const gap = 24
/** So long after the last turn of a wheel the picture is taken to be at rest. */
const restMs = 160

interface Shown {
  readonly id: string
  /** Which of how many images. */
  readonly at: number
  readonly count: number
  /** The width of its largest file, in pixels. */
  readonly filePixels: number
  readonly onStep: (step: -1 | 1) => void
}

/**
 * Fingers anywhere in the viewer, mouse and wheel on its stage: swiping, panning and zooming.
 * Gives how many times the picture is enlarged (once it is at rest), and the easel for the keys.
 */
export function useTouch(
  stage: RefObject<HTMLElement | null>,
  track: RefObject<HTMLElement | null>,
  { id, at, count, filePixels, onStep }: Shown,
) {
  const [rested, setRested] = useState({ id, scale: whole.scale })
  const easel = useRef<Easel>(null)
  const last = useRef({ id, at, across: 0 })
  const pixelsNow = useEffectEvent(() => filePixels)
  const rests = useEffectEvent((view: View) => setRested({ id, scale: view.scale }))
  const steps = useEffectEvent((step: -1 | 1, across: number) => {
    if (count < 2) return false
    last.current.across = across
    onStep(step)
    return true
  })

  useLayoutEffect(() => {
    const before = last.current
    last.current = { id, at, across: 0 }
    // Also when its place is the same: the image that was there may have been removed.
    if (before.id !== id) easel.current?.change()
    if (before.at === at || !track.current) return
    // The new image comes from where the finger left it; with an arrow, from the edge.
    const from = before.across + (track.current.clientWidth + gap) * sideOf(before.at, at, count)
    glide(track.current, `translateX(${from}px)`, 'none')
  }, [id, at, count, track])

  useEffect(() => {
    const [board, strip] = [stage.current, track.current]
    if (!board || !strip) return
    const held = makeEasel(
      board,
      () => pixelsNow(),
      (view) => rests(view),
    )
    easel.current = held
    return listen(board, held, new Hand(strip, held, (step, across) => steps(step, across)))
  }, [stage, track])

  return { scale: rested.id === id ? rested.scale : whole.scale, easel }
}

/** Native listeners, because only those may keep a wheel to themselves. */
function listen(stage: HTMLElement, easel: Easel, hand: Hand): () => void {
  const room = stage.closest('dialog') ?? stage
  const ends = new AbortController()
  const { signal } = ends
  let resting: ReturnType<typeof setTimeout> | undefined
  const turn = (event: WheelEvent) => {
    event.preventDefault()
    easel.scaleBy(wheelFactor(event), easel.pointAt(event))
    clearTimeout(resting)
    resting = setTimeout(easel.rest, restMs)
  }
  const down = (event: PointerEvent) => {
    if (isPageEnlarged()) return
    const onPicture = isOn(stage, event)
    if (event.pointerType === 'mouse' && onPicture) stage.setPointerCapture(event.pointerId)
    // A mouse has the buttons beside the picture, and two fingers there enlarge the page: for weak eyes, the words.
    if (onPicture || (event.pointerType !== 'mouse' && event.isPrimary)) hand.down(event, onPicture)
  }
  const keep = (event: TouchEvent) => {
    // A button takes a tap of a finger that trembles, and words that are too long are scrolled.
    const taken = isOn(stage, event) || (hand.moves && event.touches.length === 1 && !isOnScrolledWords(event))
    if (taken && !isPageEnlarged()) event.preventDefault()
  }
  const yieldToBrowser = () => {
    stage.style.setProperty('touch-action', isPageEnlarged() ? 'auto' : 'none')
  }
  yieldToBrowser()
  window.visualViewport?.addEventListener('resize', yieldToBrowser, { signal })
  window.addEventListener('resize', () => easel.lay(easel.view()), { signal })
  // Or the browser takes a swipe for a throw, and a tap within the next half second for the hand that stops it.
  room.addEventListener('touchmove', keep, { signal, passive: false })
  stage.addEventListener('wheel', turn, { signal, passive: false })
  // Thumbs lie below the picture, and beside it.
  room.addEventListener('pointerdown', down, { signal })
  room.addEventListener('pointermove', (event) => hand.move(event), { signal })
  room.addEventListener('pointerup', (event) => hand.up(event), { signal })
  room.addEventListener('pointercancel', (event) => hand.cancel(event), { signal })
  return () => {
    clearTimeout(resting)
    ends.abort()
  }
}

/** A page that the browser itself has enlarged is the browser's to move. */
function isPageEnlarged(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01
}

function isOn(stage: HTMLElement, { target }: Event): boolean {
  return target instanceof Node && stage.contains(target)
}

function isOnScrolledWords({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-scrolls]') !== null
}
