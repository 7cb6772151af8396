import { useId, type MouseEvent, type ReactNode } from 'react'
import { accessibleName, type PhotoView } from '#portfolio/photo/photo.ts'
import { Photo } from '#app/ui/photo/photo.tsx'
import { InlineCss } from '#app/ui/inline-css.tsx'
import { imageParam } from '#app/visitor/viewer/viewer-url.ts'
import { galleryImageSizes, layOutGallery, layoutCss, proportionsCss } from './gallery-breakpoints.ts'
import { Caption, CaptionsCheckbox } from './captions.tsx'
import styles from './gallery.module.css'

interface GalleryProps {
  images: readonly PhotoView[]
  /** Omits the first image; the others keep their numbers. */
  withoutFirst?: boolean
  projectName: string
  /** Whether to say below each render what it is. */
  markRenders: boolean
  onOpen: (index: number) => void
  /** Admin controls for one image. */
  tools?: (image: PhotoView, index: number) => ReactNode
}

/** A project's images in justified rows, uncropped, with captions on demand. Each opens the viewer, with or without JavaScript. */
export function Gallery({ images: all, withoutFirst = false, projectName, markRenders, onOpen, tools }: GalleryProps) {
  const id = useId()
  const form = useId()
  const leftOut = withoutFirst ? 1 : 0
  const images = all.slice(leftOut)
  const layouts = layOutGallery(images)
  if (images.length === 0) return null
  return (
    <>
      <InlineCss css={proportionsCss(id, images) + layoutCss(id, layouts)} />
      <form id={form} />
      {images.some(({ caption }) => caption) ? <CaptionsCheckbox /> : null}
      <ul id={id} className={styles.gallery}>
        {images.map((image, index) => (
          <li key={image.id} className={styles.image}>
            <button
              type="submit"
              form={form}
              name={imageParam}
              value={image.id}
              data-image={image.id}
              className={styles.openButton}
              onClick={(event) => openViewer(event, () => onOpen(leftOut + index))}
            >
              <Photo
                photo={image}
                alt={accessibleName(image, leftOut + index + 1, projectName)}
                sizes={galleryImageSizes(layouts, index)}
              />
            </button>
            {markRenders && image.kind === 'render' ? <p className={styles.kind}>Render</p> : null}
            <Caption text={image.caption} />
            {tools?.(image, index)}
          </li>
        ))}
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
