import { useSyncExternalStore } from 'react'
import { accessibleName, type PhotoView } from '#portfolio/photo/photo.ts'
import { Photo } from '#app/ui/photo/photo.tsx'
import { cssNumber, minAspectRatio, phoneBreakpointPx, type SizesEntry } from '#app/ui/photo/sizes-attribute.ts'
import { loadedThumbnailUrl } from './shared-element-transition.ts'

interface SlideProps {
  image: PhotoView | undefined
  /** 0 for the current image, -1 and 1 for its preloaded neighbours. */
  offset: -1 | 0 | 1
  /** 0-based. */
  index: number
  projectName: string
  scale: number
}

export function Slide({ image, offset, index, projectName, scale }: SlideProps) {
  if (!image) return null
  const { width, height } = image
  const isCurrent = offset === 0
  return (
    <figure className="viewer-slide" data-offset={offset} aria-hidden={!isCurrent || undefined}>
      <div className="viewer-image">
        <svg className="viewer-sizer" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden />
        <Thumbnail key={image.id} id={image.id} />
        <Photo
          photo={image}
          alt={accessibleName(image, index + 1, projectName)}
          sizes={slideSizes(image, scale)}
          eager={isCurrent}
          preload={!isCurrent}
          crop
        />
      </div>
    </figure>
  )
}

/** The file that the gallery has already loaded, shown until the larger one loads. */
function Thumbnail({ id }: { id: string }) {
  const url = useSyncExternalStore(
    subscribeToNothing,
    () => loadedThumbnailUrl(id),
    () => null,
  )
  if (!url) return null
  return <img className="viewer-thumbnail" src={url} alt="" decoding="sync" draggable={false} />
}

const subscribeToNothing = () => () => {}

/** Must match `viewer.css`. Assumes a caption of at most three lines; a longer one leaves less height. */
function slideSizes({ width, height }: PhotoView, scale: number): SizesEntry[] {
  const ratio = width / height
  // The image fits into `maxWidth` and the viewport's height minus `reservedHeight`. `heightToWidth` approximates the
  // ratio of that height to `maxWidth`, each as a fraction of the viewport.
  const fit = (reservedHeight: number, heightToWidth: number, media = '', maxWidth = '100vw') => {
    const heightLimited = [media, minAspectRatio(ratio * heightToWidth)].filter(Boolean).join(' and ')
    return [
      { media: heightLimited, width: `(100svh - ${reservedHeight}px)*${cssNumber(ratio * scale)}` },
      { media, width: `${maxWidth}*${cssNumber(scale)}` },
    ]
  }
  const short = '(max-height:500px)'
  const onPhone = fit(196, 0.77)
  return [
    ...fit(0, 1.35, `${short} and (min-width:500px) and (min-aspect-ratio:7/4)`, '74vw'),
    ...fit(48, 0.88, short),
    ...(scale > 1 ? [] : onPhone.map((entry) => ({ ...entry, below: phoneBreakpointPx }))),
    ...onPhone.map((entry) => ({ ...entry, below: 769 })),
    ...fit(144, 0.84),
  ]
}
