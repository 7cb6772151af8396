import { useId, useRef, useState, useSyncExternalStore } from 'react'
import type { Photograph } from '#portfolio/photo/photo.ts'
import { useHeldPage } from '#app/ui/held.ts'
import { useModal } from '#app/ui/modal.ts'
import type { Easel } from './easel.ts'
import { land, takeOff } from './flight.ts'
import { imageParam } from './open-image.ts'
import { Slide } from './slide.tsx'
import { useTouch } from './touch.ts'
import { Foot } from './viewer-foot.tsx'
import { whole } from './zoom.ts'
import styles from './viewer.module.css'

interface ViewerProps {
  images: readonly Photograph[]
  /** 0-based place of the image that is shown. */
  index: number
  projectName: string
  onShow: (index: number) => void
  onClose: () => void
}

/**
 * One image at a time, as large as the screen allows. It is open as long as it is drawn.
 * Drawn on the server it lies over the page too; its controls are buttons of a form then, and work without scripts.
 */
export function Viewer({ images, index, projectName, onShow, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const form = useId()
  const fromServer = useFromServer()
  const count = images.length
  const [at, go] = usePlace(index, count, onShow)
  const shown = images[at]
  const filePixels = Math.max(0, ...(shown?.widths ?? []))
  useHeldPage(true)
  const picture = () => stage.current?.querySelector<HTMLElement>('[data-offset="0"] > *') ?? null
  useModal(dialog, onClose, {
    onShown: () => !fromServer && takeOff(shown?.id ?? '', picture()),
    onGo: () => land(shown?.id ?? '', picture()),
  })
  const onStep = (step: -1 | 1) => go(at + step)
  const { scale, easel } = useTouch(stage, track, { id: shown?.id ?? '', at, count, filePixels, onStep })
  if (!shown) return null

  const control = (name: string, place: string | undefined, path: string, to: number) => {
    const value = images[wrapped(to, count)]?.id ?? ''
    return <Control form={form} value={value} name={name} place={place} path={path} onClick={() => go(to)} />
  }
  return (
    <dialog
      ref={dialog}
      open={fromServer || undefined}
      data-rises={!fromServer || undefined}
      className={styles.viewer}
      data-enlarged={scale > 1 || undefined}
      aria-label={`Images of ${projectName}`}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return
        const done = zoomKey(event.key, easel.current) || pageKey(event.key, at, count, go)
        if (done) event.preventDefault()
      }}
    >
      <form id={form} />
      <div ref={stage} className={styles.stage}>
        <div ref={track} className={styles.track}>
          {slidesAround(at, count).map(({ offset, place }) => (
            <Slide
              key={count > 2 ? images[place]?.id : offset}
              image={images[place]}
              offset={offset}
              place={place}
              projectName={projectName}
              scale={offset === 0 ? scale : whole.scale}
            />
          ))}
        </div>
      </div>
      <Control form={form} name="Close" place={styles.close} path="m7 7 18 18M25 7 7 25" onClick={onClose} />
      {count > 1 ? (
        <>
          {control('Previous image', styles.previous, 'M22 4 10 16l12 12', at - 1)}
          {control('Next image', styles.next, 'm10 4 12 12-12 12', at + 1)}
        </>
      ) : null}
      <Foot at={at} count={count} caption={shown.alt} />
    </dialog>
  )
}

interface ControlProps {
  form: string
  /** The image that it leads to; none closes. */
  value?: string
  name: string
  place: string | undefined
  path: string
  onClick: () => void
}

function Control({ form, value, name, place, path, onClick }: ControlProps) {
  return (
    <button
      type="submit"
      form={form}
      name={value === undefined ? undefined : imageParam}
      value={value}
      className={`${styles.control} ${place}`}
      aria-label={name}
      onClick={(event) => {
        event.preventDefault()
        onClick()
      }}
    >
      <svg viewBox="0 0 32 32" width="32" height="32" fill="none" stroke="currentColor" aria-hidden>
        <path d={path} />
      </svg>
    </button>
  )
}

const middle = { x: 0, y: 0 }
const keyFactor = 1.5
/** So far an arrow moves an enlarged picture, in pixels. */
const keyPixels = 120

/** What enlarges, and what moves the enlarged picture. Answers whether the key was one of them. */
function zoomKey(key: string, easel: Easel | null): boolean {
  if (!easel) return false
  const view = easel.view()
  const move = (x: number, y: number) => () =>
    easel.lay({ ...view, x: view.x + x * keyPixels, y: view.y + y * keyPixels }, 'gliding')
  const grow = (factor: number) => () => easel.scaleBy(factor, middle, 'gliding')
  const arrows = { ArrowLeft: move(1, 0), ArrowRight: move(-1, 0), ArrowUp: move(0, 1), ArrowDown: move(0, -1) }
  const keys: Record<string, () => void> = {
    '+': grow(keyFactor),
    '=': grow(keyFactor),
    '-': grow(1 / keyFactor),
    '0': () => easel.lay(whole, 'gliding'),
    ...(view.scale > 1 && arrows),
  }
  const act = keys[key]
  if (!act) return false
  act()
  easel.rest()
  return true
}

function pageKey(key: string, at: number, count: number, go: (to: number) => void): boolean {
  const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }
  const to = places[key]
  if (to === undefined) return false
  go(to)
  return true
}

/** The place that is shown: changed at once, told to the page, which may take a moment and may decide otherwise. */
function usePlace(index: number, count: number, onShow: (index: number) => void) {
  const [place, setPlace] = useState({ given: index, at: index })
  if (place.given !== index) setPlace({ given: index, at: index })
  const go = (to: number) => {
    setPlace({ given: index, at: wrapped(to, count) })
    onShow(wrapped(to, count))
  }
  return [wrapped(place.at, count), go] as const
}

/** The image that is shown and its neighbours, which are fetched before they are asked for. */
function slidesAround(at: number, count: number): { offset: -1 | 0 | 1; place: number }[] {
  if (count < 2) return [{ offset: 0, place: at }]
  return ([-1, 0, 1] as const).map((offset) => ({ offset, place: wrapped(at + offset, count) }))
}

function wrapped(index: number, count: number): number {
  return count === 0 ? 0 : ((index % count) + count) % count
}

/** Whether this came with the page; then it is open before any script runs. */
function useFromServer(): boolean {
  const wakesUp = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
  // As it began: React must not take the attribute away that `showModal` has set.
  return useState(wakesUp)[0]
}

const neverChanges = () => () => {}
