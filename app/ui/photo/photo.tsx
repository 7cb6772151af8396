import { use, useCallback, useId } from 'react'
import { fallbackOf } from '#portfolio/derivative/derivatives.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { InlineCss } from '#app/ui/inline-css.tsx'
import { SaveDataContext } from './save-data.ts'
import { rememberShownFile, showEarlierFile } from './shown-files.ts'
import { pictureSources, preloadPicture, type PhotoFiles } from './picture-sources.ts'
import { cssNumber, sizesAttribute } from './sizes-attribute.ts'
import styles from './photo.module.css'

interface PhotoProps extends PhotoFiles {
  /** For the first visible image: loads immediately with high priority. */
  eager?: boolean
  /** For an image likely to be shown next: loads immediately with low priority. */
  preload?: boolean
  /** Fills the parent and keeps the focal point visible. Otherwise the image keeps its aspect ratio. */
  crop?: boolean
  alt?: string
}

export function Photo({ photo, eager = false, preload = false, crop = false, alt = photo.alt, ...files }: PhotoProps) {
  const id = useId()
  const saveData = use(SaveDataContext)
  const sources = pictureSources({ photo, ...files }, saveData)
  const { src, srcSet } = fallbackOf(photo)
  const connectImage = useCallback((image: HTMLImageElement) => connect(image, { src, srcSet }), [src, srcSet])
  // Only on the server, because a browser inserts the image immediately.
  if (import.meta.env.SSR && eager && photo.ready) preloadPicture(sources)
  const isCentred = photo.focalX === 0.5 && photo.focalY === 0.5
  const focalPointCss = `#${id} img{object-position:${percent(photo.focalX)} ${percent(photo.focalY)}}`
  return (
    <span className={crop ? styles.cropped : styles.uncropped} id={id}>
      {crop && !isCentred ? <InlineCss css={focalPointCss} /> : null}
      {photo.ready ? (
        <>
          <Placeholder photo={photo} crop={crop} />
          <picture>
            {sources.map((source) => (
              <source key={source.srcSet} {...source} />
            ))}
            <img
              key={photo.originalId}
              ref={connectImage}
              // In the browser, `connect` sets these attributes.
              {...(import.meta.env.SSR && { src, srcSet })}
              sizes={sizesAttribute(files.sizes, saveData)}
              width={photo.width}
              height={photo.height}
              alt={alt}
              loading={eager || preload ? 'eager' : 'lazy'}
              suppressHydrationWarning
              fetchPriority={eager ? 'high' : preload ? 'low' : 'auto'}
              decoding={eager ? 'sync' : 'async'}
              draggable={false}
            />
          </picture>
        </>
      ) : (
        <Placeholder photo={photo} crop={crop} alt={alt} />
      )}
    </span>
  )
}

/** A rectangle with the photo's aspect ratio and dominant colour, with a blurred preview on top. */
function Placeholder({ photo, crop, alt = '' }: { photo: PhotoView; crop: boolean; alt?: string }) {
  const { width, height, colour, placeholder } = photo
  const aria = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true }
  return (
    <svg
      className={styles.placeholder}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={aspectRatioAlignment(photo, crop)}
      {...aria}
    >
      <rect width={width} height={height} fill={colour} />
      {placeholder ? <image href={placeholder} width={width} height={height} preserveAspectRatio="none" /> : null}
    </svg>
  )
}

// `preserveAspectRatio` has only three alignments per axis, so the focal point is approximated.
function aspectRatioAlignment({ focalX, focalY }: PhotoView, crop: boolean): string {
  const align = (fraction: number) => (fraction < 1 / 3 ? 'Min' : fraction > 2 / 3 ? 'Max' : 'Mid')
  return crop ? `x${align(focalX)}Y${align(focalY)} slice` : 'none'
}

/**
 * The `ref` of an image. Fades in an image that is still loading, over the file that last showed the photo. Stops the
 * requests of a removed image.
 */
function connect(image: HTMLImageElement, { src, srcSet }: { src: string; srcSet: string }) {
  // React would set `src` before it inserts the image into the <picture>. WebKit would then request the fallback or, if
  // the image starts as lazy, request the chosen file again although it is in memory.
  if ((image.getAttribute('src') ?? '') !== src) Object.assign(image, { srcset: srcSet, src })
  let hideEarlierFile = () => {}
  if (image.complete) rememberShownFile(image)
  else {
    image.dataset.loading = ''
    hideEarlierFile = showEarlierFile(image)
    const fadeIn = () => {
      delete image.dataset.loading
      image.ontransitionend = hideEarlierFile
    }
    image.onerror = fadeIn
    image.onload = () => {
      fadeIn()
      rememberShownFile(image)
    }
  }
  return () => {
    hideEarlierFile()
    // Firefox loads the fallback when it destroys a removed <picture>. React also calls this for images that it hides.
    queueMicrotask(() => {
      if (!image.isConnected) image.srcset = image.src = ''
    })
  }
}

function percent(fraction: number): string {
  return `${cssNumber(fraction * 100)}%`
}
