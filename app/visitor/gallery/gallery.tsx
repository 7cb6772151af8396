import { useId, type MouseEvent, type ReactNode } from 'react'
import { accessibleName, type PhotoView } from '#portfolio/photo/photo.ts'
import { Photo } from '#app/ui/photo/photo.tsx'
import { InlineCss } from '#app/ui/inline-css.tsx'
import { imageParam } from '#app/visitor/viewer/viewer-url.ts'
import type { GalleryCell } from './compose-gallery.ts'
import { ComparisonSlider } from './comparison-slider.tsx'
import { comparisonCss, galleryCss, galleryImageSizes } from './gallery-layout.ts'
import { Caption, CaptionsCheckbox } from './captions.tsx'
import styles from './gallery.module.css'

interface GalleryProps {
  images: readonly PhotoView[]
  /** The index of the first image that is shown; the images keep their numbers. */
  firstIndex?: number
  /** The cells of the images that are shown. */
  cells: readonly GalleryCell[]
  projectName: string
  /** Whether each render is marked as one, below the image. */
  markRenders: boolean
  onOpen: (index: number) => void
  tools?: (image: PhotoView, index: number) => ReactNode
}

/** Each image opens the viewer, with or without JavaScript. Only compared images are cropped. */
export function Gallery({ images: all, firstIndex = 0, cells, projectName, markRenders, onOpen, tools }: GalleryProps) {
  const id = useId()
  const form = useId()
  const images = all.slice(firstIndex)
  // Admins see compared images beside each other, because each has tools.
  const isStacked = !tools
  if (images.length === 0) return null
  return (
    <>
      <InlineCss css={galleryCss(id, images, cells) + (isStacked ? comparisonCss(id, cells) : '')} />
      <form id={form} />
      {images.some(({ caption }) => caption) ? <CaptionsCheckbox /> : null}
      <ul id={id} className={styles.gallery}>
        {cells.map((cell, index) => {
          const image = images[index]
          const compared = isStacked ? cell.compared?.as : undefined
          return image ? (
            <li key={image.id} className={styles.image} data-compared={compared}>
              <button
                type="submit"
                form={form}
                name={imageParam}
                value={image.id}
                data-image={image.id}
                className={styles.openButton}
                onClick={(event) => openViewer(event, () => onOpen(firstIndex + index))}
              >
                <Photo
                  photo={image}
                  alt={accessibleName(image, firstIndex + index + 1, projectName)}
                  sizes={galleryImageSizes(image, cell, isStacked)}
                  crop={compared === 'after'}
                />
              </button>
              {compared === 'after' ? <ComparisonSlider /> : null}
              {markRenders && image.kind === 'render' ? <p className={styles.kind}>Render</p> : null}
              <Caption text={image.caption} />
              {tools?.(image, index)}
            </li>
          ) : null
        })}
      </ul>
    </>
  )
}

function openViewer(event: MouseEvent<HTMLElement>, open: () => void): void {
  event.preventDefault()
  // Safari does not focus a clicked button, and the viewer restores focus to the element that had it.
  event.currentTarget.focus()
  open()
}
