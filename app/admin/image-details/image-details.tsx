import type { ReactNode } from 'react'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useSaveFocalPoint } from './use-save-focal-point.ts'
import { ImageKind } from './image-kind.tsx'
import { ImageTextEditor } from './image-text-editor.tsx'
import { useOfferedTexts } from './offered-texts.tsx'
import { FocalPointPicker } from './focal-point-picker.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'

interface ImageDetailsButtonProps {
  name: string
  open: boolean
  altMissing: boolean
  onToggle: () => void
}

export function ImageDetailsButton({ name, open, altMissing, onToggle }: ImageDetailsButtonProps) {
  const ready = useHydrated()
  return (
    <button
      type="button"
      className="tool-link"
      data-alt-missing={altMissing || undefined}
      aria-label={`Describe ${name}`}
      aria-expanded={open}
      disabled={!ready}
      onClick={onToggle}
    >
      Describe
    </button>
  )
}

interface ImageDetailsProps {
  action: string
  photo: PhotoView
  /** For accessible names: `image 3`. */
  name: string
  /** Whether this is an image of a gallery: its caption, credit and kind can be edited too. */
  isGalleryImage?: boolean
  /** The uncropped image, if the page shows only a cropped one. The focal point picker overlays it. */
  children?: ReactNode
  tools?: ReactNode
}

export function ImageDetails({ action, photo, name, isGalleryImage = false, children, tools }: ImageDetailsProps) {
  const isTextMissing = photo.alt === '' || (isGalleryImage && photo.credit === '')
  const offered = useOfferedTexts(photo.originalId, isTextMissing)
  const texts = { action, photo, name }
  const { focalPoint, setFocalPoint, result } = useSaveFocalPoint(action, photo)
  const picker = (
    <FocalPointPicker
      name={name}
      width={photo.width}
      height={photo.height}
      focalPoint={focalPoint}
      onChange={setFocalPoint}
    />
  )
  return (
    <div className="tool-image-details">
      {children ? (
        <div className="tool-uncropped">
          {children}
          {picker}
        </div>
      ) : (
        picker
      )}
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
    </div>
  )
}
