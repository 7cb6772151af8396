import { useRef, useState } from 'react'
import { spokenName, type Photograph } from '#portfolio/photo/photo.ts'
import { useHeldPage } from '#app/ui/held.ts'
import { useModal } from '#app/ui/modal.ts'
import { Photo } from '#app/ui/photo.tsx'
import { growFrom } from './grow.ts'
import { twoDigits } from './project-card.tsx'
import { useSwipe } from './swipe.ts'
import styles from './viewer.module.css'

interface ViewerProps {
  images: readonly Photograph[]
  /** 0-based place of the image that is shown. */
  index: number
  projectName: string
  onShow: (index: number) => void
  onClose: () => void
}

/** One image at a time, as large as the screen allows. It is open as long as it is drawn. */
export function Viewer({ images, index, projectName, onShow, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const count = images.length
  const [at, go] = usePlace(index, count, onShow)
  const shown = images[at]
  useHeldPage(true)
  useModal(dialog, onClose, (opener) => growFrom(opener, track.current))
  const swipe = useSwipe(track, at, count, (step) => go(at + step))
  if (!shown) return null

  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(0),
    End: () => go(count - 1),
  }
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={`Images of ${projectName}`}
      onKeyDown={(event) => {
        const move = keys[event.key]
        if (!move || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        move()
      }}
    >
      <div className={styles.stage} {...swipe}>
        <div ref={track} className={styles.track}>
          {slidesAround(at, count).map(({ offset, place }) => (
            <Slide
              key={count > 2 ? images[place]?.id : offset}
              image={images[place]}
              offset={offset}
              place={place}
              projectName={projectName}
            />
          ))}
        </div>
      </div>
      <div className={styles.foot}>
        <p className={styles.counter} aria-live="polite">
          <span aria-hidden>
            {twoDigits(at + 1)} / {twoDigits(count)}
          </span>
          <span className={styles.spoken}>{`Image ${at + 1} of ${count}`}</span>
        </p>
        <p className={styles.caption}>{shown.alt}</p>
      </div>
      <Control name="Close" place={styles.close} path="m7 7 18 18M25 7 7 25" onClick={onClose} />
      {count > 1 ? (
        <>
          <Control name="Previous image" place={styles.previous} path="M22 4 10 16l12 12" onClick={() => go(at - 1)} />
          <Control name="Next image" place={styles.next} path="m10 4 12 12-12 12" onClick={() => go(at + 1)} />
        </>
      ) : null}
    </dialog>
  )
}

interface SlideProps {
  image: Photograph | undefined
  offset: -1 | 0 | 1
  place: number
  projectName: string
}

function Slide({ image, offset, place, projectName }: SlideProps) {
  if (!image) return null
  return (
    <figure className={styles.slide} data-offset={offset} aria-hidden={offset !== 0 || undefined}>
      <Fitted image={image} alt={spokenName(image, place + 1, projectName)} inSight={offset === 0} />
    </figure>
  )
}

function Fitted({ image, alt, inSight }: { image: Photograph; alt: string; inSight: boolean }) {
  const { width, height } = image
  const sizes = `min(100vw, calc((100vh - 112px) * ${(width / height).toFixed(4)}))`
  return (
    <div className={styles.fitted}>
      <svg className={styles.size} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden />
      <Photo photo={image} alt={alt} sizes={sizes} eager={inSight} soon={!inSight} crop />
    </div>
  )
}

interface ControlProps {
  name: string
  place: string | undefined
  path: string
  onClick: () => void
}

function Control({ name, place, path, onClick }: ControlProps) {
  return (
    <button type="button" className={`${styles.control} ${place}`} aria-label={name} onClick={onClick}>
      <svg viewBox="0 0 32 32" width="32" height="32" fill="none" stroke="currentColor" aria-hidden>
        <path d={path} />
      </svg>
    </button>
  )
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
