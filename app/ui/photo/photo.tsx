import { use, useId } from 'react'
import { encodingsOf, fallbackOf, srcsetOf } from '#portfolio/derivative/derivatives.ts'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Proportion } from '#portfolio/derivative/proportions.ts'
import { InlineCss } from '#app/ui/inline-css.tsx'
import { SaveDataContext } from './save-data.ts'
import { rememberShownFile, showEarlierFile } from './shown-files.ts'
import { cssNumber, sizesAttribute, type SizesEntry } from './sizes-attribute.ts'
import styles from './photo.module.css'

/** A box of a fixed proportion that the photo fills where `media` is true; the first that is true counts. */
export interface PhotoBox {
  readonly proportion: Proportion
  readonly media?: string
  /** How wide the crop is displayed. */
  readonly sizes: readonly SizesEntry[]
}

interface PhotoProps {
  photo: PhotoView
  /** How wide the image is displayed. */
  sizes: readonly SizesEntry[]
  /** For the first visible image: loads immediately with high priority. */
  eager?: boolean
  /** For an image likely to be shown next: loads immediately with low priority. */
  preload?: boolean
  /** Fills the parent and keeps the focal point visible. Otherwise the image keeps its aspect ratio. */
  crop?: boolean
  /** The crops to use once they are made; until then, and for all other boxes, the whole photo is cut by CSS. */
  boxes?: readonly PhotoBox[]
  /** Whether HDR screens get HDR. */
  hdr?: boolean
  /** Replaces the photo's own alternative text. */
  alt?: string
}

const hdrScreens = '(dynamic-range:high)'

/** A photo in the best encoding and width, over a placeholder of the same size. */
export function Photo({
  photo,
  sizes: entries,
  eager = false,
  preload = false,
  crop = false,
  boxes = [],
  hdr: allowHdr = true,
  alt = photo.alt,
}: PhotoProps) {
  const id = useId()
  const saveData = use(SaveDataContext)
  const sizes = sizesAttribute(entries, saveData)
  const hdr = allowHdr && !saveData ? photo.hdr : undefined
  const encodings = encodingsOf(photo)
  // Browsers with AVIF then never get to the sources of the whole photo.
  const alwaysCropped = boxes.some(({ media, proportion }) => !media && photo.crops[proportion])
  const isCentred = photo.focalX === 0.5 && photo.focalY === 0.5
  const focalPointCss = `#${id} img{object-position:${percent(photo.focalX)} ${percent(photo.focalY)}}`
  return (
    <span className={crop ? styles.cropped : styles.uncropped} id={id}>
      {crop && !isCentred ? <InlineCss css={focalPointCss} /> : null}
      {photo.ready ? (
        <>
          <Placeholder photo={photo} crop={crop} />
          <picture>
            {boxes.map((box) => {
              const made = photo.crops[box.proportion]
              const srcSet = made && srcsetOf({ ...photo, widths: made.widths }, encodings[0], made.name)
              const hdrSrcSet = hdr?.crops[box.proportion]
              const boxSizes = sizesAttribute(box.sizes, saveData)
              return [
                hdrSrcSet && (
                  <source
                    key={hdrSrcSet}
                    media={box.media ? `${hdrScreens} and ${box.media}` : hdrScreens}
                    srcSet={hdrSrcSet}
                    sizes={boxSizes}
                  />
                ),
                srcSet && <source key={srcSet} type="image/avif" media={box.media} srcSet={srcSet} sizes={boxSizes} />,
              ]
            })}
            {hdr && !alwaysCropped && <source media={hdrScreens} srcSet={hdr.srcSet} sizes={sizes} />}
            {(alwaysCropped ? [] : encodings.slice(0, -1)).map((encoding) => (
              <source
                key={encoding.format}
                type={`image/${encoding.format}`}
                srcSet={srcsetOf(photo, encoding)}
                sizes={sizes}
              />
            ))}
            <img
              key={photo.originalId}
              ref={connect}
              {...fallbackOf(photo)}
              sizes={sizes}
              width={photo.width}
              height={photo.height}
              alt={alt}
              // In the browser, `connect` changes it.
              loading={import.meta.env.SSR && (eager || preload) ? 'eager' : 'lazy'}
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
 * Loads eager images, fades in an image that is still loading over the file that showed the photo before, and stops the
 * requests of a removed one.
 */
function connect(image: HTMLImageElement | null) {
  if (!image) return
  // React sets `src` before the image is in its <picture>: an image that is not lazy then loads the fallback in WebKit.
  if (image.getAttribute('fetchpriority') !== 'auto') image.loading = 'eager'
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
    // Firefox loads the fallback when it takes a removed <picture> apart. React also calls this for hidden images.
    queueMicrotask(() => {
      if (!image.isConnected) image.srcset = image.src = ''
    })
  }
}

function percent(fraction: number): string {
  return `${cssNumber(fraction * 100)}%`
}
