import { useSyncExternalStore } from 'react'
import { spokenName, type Photograph } from '#portfolio/photo/photo.ts'
import { Photo } from '#app/ui/photo.tsx'
import { factor, sizesOf } from '#app/ui/sizes.ts'
import { loadedThumbnail } from './flight.ts'
import styles from './viewer.module.css'

interface SlideProps {
  image: Photograph | undefined
  /** 0: the one that is shown; its neighbours are fetched before they are asked for. */
  offset: -1 | 0 | 1
  /** 0-based. */
  place: number
  projectName: string
  /** How many times it is enlarged. */
  scale: number
}

/** One image on the track of the viewer, as large as the stage allows. */
export function Slide({ image, offset, place, projectName, scale }: SlideProps) {
  if (!image) return null
  const { width, height } = image
  const inSight = offset === 0
  return (
    <figure className={styles.slide} data-offset={offset} aria-hidden={!inSight || undefined}>
      <div className={styles.fitted}>
        <svg className={styles.size} viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden />
        <Thumbnail key={image.id} id={image.id} />
        <Photo
          photo={image}
          alt={spokenName(image, place + 1, projectName)}
          sizes={sizesAt(image, scale)}
          eager={inSight}
          soon={!inSight}
          crop
        />
      </div>
    </figure>
  )
}

/** The file that the gallery has loaded already: there at once, under the sharper one that is on its way. */
function Thumbnail({ id }: { id: string }) {
  const loaded = useSyncExternalStore(
    neverChanges,
    () => loadedThumbnail(id),
    () => null,
  )
  if (!loaded) return null
  return <img className={styles.thumbnail} src={loaded} alt="" decoding="sync" draggable={false} />
}

const neverChanges = () => () => {}

/** What `viewer.module.css` leaves to the stage; a caption of more lines than two leaves less. */
function sizesAt({ width, height }: Photograph, scale: number): string {
  const fitted = (bands: number, side = '0px') =>
    `min(100vw - ${side}, (100svh - ${bands}px)*${factor(width / height)})*${factor(scale)}`
  const lowAndWide = '(max-height:500px) and (min-width:500px) and (min-aspect-ratio:7/4)'
  return [
    `${lowAndWide} calc(${fitted(0, 'clamp(176px,26vw,240px)')})`,
    `(max-height:500px) calc(${fitted(48)})`,
    sizesOf([{ below: 769, drawn: fitted(196) }, { drawn: fitted(128) }]),
  ].join(',')
}
