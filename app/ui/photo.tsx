import { useId } from 'react'
import { addressOf, kindsOf, plainestOf, srcsetOf, type Kind, type Photograph } from '#portfolio/photo/photo.ts'
import { Rules } from './rules.tsx'
import styles from './photo.module.css'

interface PhotoProps {
  photo: Photograph
  /** The width at which it is shown, as in `<img sizes>`. */
  sizes: string
  /** For the first picture in sight: fetched at once and before others. */
  eager?: boolean
  /** For pictures that are about to be in sight: fetched now, after what is in sight. */
  soon?: boolean
  /** Fills the box around it; the focal point stays in sight. Otherwise the picture keeps its proportions. */
  crop?: boolean
  /** Instead of the photograph's own alt text. */
  alt?: string
}

/** A photograph in the best format and width, over its own colours, without a jump when it arrives. */
export function Photo({ photo, sizes, eager = false, soon = false, crop = false, alt = photo.alt }: PhotoProps) {
  const id = useId()
  const centred = photo.focalX === 0.5 && photo.focalY === 0.5
  const focus = `#${id} img{object-position:${percent(photo.focalX)} ${percent(photo.focalY)}}`
  return (
    <span className={crop ? styles.filling : styles.whole} id={id}>
      {crop && !centred ? <Rules css={focus} /> : null}
      {photo.ready ? (
        <>
          <Ground photo={photo} crop={crop} />
          <picture>
            {kindsOf(photo)
              .slice(0, -1)
              .map((kind) => (
                <source
                  key={kind.format + kind.gamut}
                  {...conditionsOf(kind)}
                  srcSet={srcsetOf(photo, kind)}
                  sizes={sizes}
                />
              ))}
            <img
              key={photo.id}
              ref={fadeIn}
              src={addressOf(photo)}
              srcSet={srcsetOf(photo, plainestOf(photo))}
              sizes={sizes}
              width={photo.width}
              height={photo.height}
              alt={alt}
              loading={eager || soon ? 'eager' : 'lazy'}
              fetchPriority={eager ? 'high' : soon ? 'low' : 'auto'}
              decoding={eager ? 'sync' : 'async'}
              draggable={false}
            />
          </picture>
        </>
      ) : (
        <Ground photo={photo} crop={crop} alt={alt} />
      )}
    </span>
  )
}

/** For which browsers, and which screens, this kind is. */
function conditionsOf({ format, gamut }: Kind) {
  return { type: typeOf[format], media: gamut === 'p3' ? '(color-gamut: p3)' : undefined }
}

const typeOf = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const

/** What is seen before the picture: its shape, its dominant colour, and over it the picture itself, blurred. */
function Ground({ photo, crop, alt = '' }: { photo: Photograph; crop: boolean; alt?: string }) {
  const { width, height, colour, placeholder } = photo
  const spoken = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true }
  return (
    <svg
      className={styles.ground}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={cutOf(photo, crop)}
      {...spoken}
    >
      <rect width={width} height={height} fill={colour} />
      {placeholder ? <image href={placeholder} width={width} height={height} preserveAspectRatio="none" /> : null}
    </svg>
  )
}

// As near to the focal point as SVG can say it.
function cutOf({ focalX, focalY }: Photograph, crop: boolean): string {
  const third = (at: number) => (at < 1 / 3 ? 'Min' : at > 2 / 3 ? 'Max' : 'Mid')
  return crop ? `x${third(focalX)}Y${third(focalY)} slice` : 'none'
}

/** Pictures that are already there when the page wakes up stay as they are. */
function fadeIn(image: HTMLImageElement | null): void {
  if (!image || image.complete) return
  image.dataset.waiting = ''
  const show = () => delete image.dataset.waiting
  image.addEventListener('load', show, { once: true })
  image.addEventListener('error', show, { once: true })
}

function percent(fraction: number): string {
  return `${Number((Math.min(Math.max(fraction, 0), 1) * 100).toFixed(1))}%`
}
