import type { PointerEvent } from 'react'
import type { PhotoView, UnfinishedPhoto } from '#portfolio/photo/photo.ts'
import { useDetails } from '#app/admin/image-details/use-details.ts'
import { ImageDetails, ImageDetailsButton } from '#app/admin/image-details/image-details.tsx'
import { PositionField } from '#app/admin/reorder/position-field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { RemoveButton } from '#app/admin/remove/remove-button.tsx'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { MoveControls } from '#app/admin/reorder/move-controls.tsx'
import { PhotoFailure } from '#app/admin/replace-photo/photo-failure.tsx'
import { useHideImages, type GalleryHiding } from './use-hide-images.tsx'
import { ImageLayoutField } from './image-layout.tsx'
import { CoverToggle } from './cover-toggle.tsx'
import { ReplaceImage } from '#app/admin/replace-photo/replace-image.tsx'

interface ImageToolsProps extends GalleryHiding {
  action: string
  photo: PhotoView
  /** The 1-based position among `count` images. */
  position: number
  count: number
  selected: boolean
  /** Whether this image was chosen as the cover. */
  isCover: boolean
  /** Whether visitors see this image only above the gallery, as the cover. */
  isAboveGallery: boolean
  /** The photo of this image while it is being prepared, or if it failed. */
  unfinished: UnfinishedPhoto | undefined
  moveError: string | undefined
  removeError: string | undefined
  onSelect: (on: boolean, range: boolean) => void
  onMove: (position: string) => Promise<unknown>
  onDragStart: (event: PointerEvent<HTMLElement>) => void
  onRemove: () => void
}

export function ImageTools({ photo, position, count, unfinished, moveError, removeError, ...tools }: ImageToolsProps) {
  const details = useDetails(photo.id)
  const ready = useHydrated()
  const name = `image ${position}`
  const hiding = { ...tools, images: [photo], name, source: photo.id }
  const { hideButton, showButton, hideMessage } = useHideImages(hiding)
  const isPending = unfinished?.failure === null
  const label = photo.hidden ? (isPending ? 'Hidden, being prepared' : 'Hidden') : isPending ? 'Being prepared' : null
  return (
    <>
      <div className="tool-row" role="group" aria-label={`Tools of ${name}`}>
        {/* The click target of the checkbox, larger than the checkbox itself. */}
        <label className="tool-select">
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            disabled={!ready}
            checked={tools.selected}
            // The native event of a checkbox change is a click event, which has `shiftKey`.
            onChange={({ currentTarget, nativeEvent }) =>
              tools.onSelect(currentTarget.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
            }
          />
        </label>
        <PositionField position={position} min={1} max={count} save={tools.onMove} />
        <MoveControls
          name={name}
          position={position}
          count={count}
          onEarlier={() => void tools.onMove(String(position - 1))}
          onLater={() => void tools.onMove(String(position + 1))}
          onDragStart={tools.onDragStart}
        />
        <ImageDetailsButton name={name} details={details} altMissing={photo.alt === ''} />
        <ReplaceImage
          action={tools.action}
          photo={photo}
          originalId={unfinished?.originalId ?? photo.originalId}
          name={name}
          onAnnounce={tools.onAnnounce}
        >
          {photo.hidden ? showButton : hideButton}
          <RemoveButton name={`Remove ${name}`} symbol="×" onRemove={tools.onRemove} />
        </ReplaceImage>
        {label ? <p className="tool-draft">{label}</p> : null}
        {typeof unfinished?.failure !== 'string' ? null : (
          <PhotoFailure
            action={tools.action}
            photo={photo}
            originalId={unfinished.originalId}
            name={name}
            reason={unfinished.failure}
            failedMessage="Failed to update project data"
            onAnnounce={tools.onAnnounce}
          />
        )}
        {hideMessage}
        {moveError === undefined ? null : <FailureMessage message="Failed to update image order" reason={moveError} />}
        {removeError === undefined ? null : <FailureMessage message="Failed to remove image" reason={removeError} />}
      </div>
      {details.open ? (
        <ImageDetails
          details={details}
          action={tools.action}
          photo={photo}
          name={name}
          isGalleryImage
          tools={
            <>
              {tools.isAboveGallery ? null : (
                <ImageLayoutField action={tools.action} photo={photo} name={name} isLast={position === count} />
              )}
              {photo.hidden ? null : <CoverToggle action={tools.action} photoId={photo.id} chosen={tools.isCover} />}
            </>
          }
        />
      ) : null}
    </>
  )
}
