import { useId, type ReactNode } from 'react'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { Photo } from '#app/ui/photo/photo.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { DetailsPanel } from './details-panel.tsx'
import type { Details } from './use-details.ts'
import { useSaveFocalPoint } from './use-save-focal-point.ts'
import { ImageKind } from './image-kind.tsx'
import { ImageTextEditor } from './image-text-editor.tsx'
import { useOfferedTexts } from './offered-texts.tsx'
import { FocalPointPicker } from './focal-point-picker.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'

interface ImageDetailsButtonProps {
  name: string
  details: Details
  altMissing: boolean
}

export function ImageDetailsButton({ name, details, altMissing }: ImageDetailsButtonProps) {
  const ready = useHydrated()
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="tool-link"
        data-alt-missing={altMissing || undefined}
        aria-label={`Describe ${name}`}
        aria-describedby={details.isUnsaved ? id : undefined}
        aria-expanded={details.open}
        disabled={!ready}
        onClick={({ currentTarget }) => {
          // Safari does not focus a clicked button, and the sheet restores focus to the element that had it.
          currentTarget.focus()
          details.toggle()
        }}
      >
        Describe
      </button>
      {details.isUnsaved ? (
        <span id={id} className="tool-label">
          Unsaved text
        </span>
      ) : null}
    </>
  )
}

const previewSizes = [{ below: 700, width: '100vw - 40px' }, { width: '640px' }]

interface ImageDetailsProps {
  details: Details
  action: string
  photo: PhotoView
  /** For accessible names: `image 3`. */
  name: string
  /** Whether this is an image of a gallery: its caption, credit and kind can be edited too. */
  isGalleryImage?: boolean
  tools?: ReactNode
}

/** The focal point picker overlays the image of the gallery, or else an uncropped one. */
export function ImageDetails({ details, action, photo, name, isGalleryImage = false, tools }: ImageDetailsProps) {
  const isTextMissing = photo.alt === '' || (isGalleryImage && photo.credit === '')
  const offered = useOfferedTexts(photo.originalId, isTextMissing)
  const texts = { action, photo, name }
  const { focalPoint, setFocalPoint, result } = useSaveFocalPoint(action, photo)
  const hasPreview = !isGalleryImage || details.isSheet
  return (
    <DetailsPanel details={details} name={name}>
      <div
        ref={(frame) => frame?.style.setProperty('--ratio', String(photo.width / photo.height))}
        className={hasPreview ? 'tool-uncropped' : 'tool-details-place'}
      >
        {hasPreview ? <Photo photo={photo} sizes={previewSizes} alt="" /> : null}
        <FocalPointPicker
          name={name}
          width={photo.width}
          height={photo.height}
          focalPoint={focalPoint}
          onChange={setFocalPoint}
        />
      </div>
      <p className="tool-hint">
        Tap or click the image, or use the arrow keys, to choose the point that stays visible when it is cropped.
      </p>
      <StatusMessage>{result?.ok ? 'Focal point saved.' : null}</StatusMessage>
      {result?.ok === false ? <FailureMessage message="Failed to update project data" reason={result.message} /> : null}
      {isGalleryImage ? <ImageTextEditor {...texts} field="caption" offered="" /> : null}
      <ImageTextEditor {...texts} field="alt" offered={offered.caption} />
      {isGalleryImage ? <ImageTextEditor {...texts} field="credit" offered={offered.credit} /> : null}
      {isGalleryImage ? <ImageKind {...texts} /> : null}
      {tools}
    </DetailsPanel>
  )
}
