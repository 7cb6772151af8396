import { useRef, useState, type PointerEvent, type RefObject } from 'react'
import { href } from 'react-router'
import type { PhotoView, UnfinishedPhoto } from '#portfolio/photo/photo.ts'
import type { Project } from '#portfolio/project/project.ts'
import { beginsWithCover } from '#app/visitor/gallery/begins-with-cover.ts'
import { composeGallery } from '#app/visitor/gallery/compose-gallery.ts'
import { Gallery } from '#app/visitor/gallery/gallery.tsx'
import { useUndoMove } from '#app/admin/reorder/use-undo-move.tsx'
import { useImageOrder } from '#app/admin/reorder/use-image-order.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { BulkActions } from '#app/admin/selection/bulk-actions.tsx'
import { useDescribeSeveral } from '#app/admin/image-details/describe-several.tsx'
import { startDrag } from '#app/admin/reorder/drag.ts'
import { useHideFailure, useHideImages } from './use-hide-images.tsx'
import { ShowHiddenImages } from './show-hidden-images.tsx'
import { ImageTools } from './image-tools.tsx'
import { UndoBar } from '#app/admin/screens/undo-bar.tsx'
import { useConfirmedRemoval } from '#app/admin/remove/use-confirmed-removal.tsx'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useSelection } from '#app/admin/selection/use-selection.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { imagesForm, projectAction } from '#app/admin/forms/project-action.ts'

interface GalleryEditorProps {
  project: Project
  /** Keyed by image id. */
  unfinished: Readonly<Record<string, UnfinishedPhoto>>
  /** The id of the last move, if it can be undone. */
  lastMove: string | null
  onOpen: (index: number) => void
}

export default function GalleryEditor({ project, unfinished, lastMove, onOpen }: GalleryEditorProps) {
  const action = projectAction(project.id)
  const container = useRef<HTMLDivElement>(null)
  const { images, ids, movedMessage, setMovedMessage, failure, clearFailure, ...order } = useImageOrder(action, project)
  const { earlierUndoButton, undoButton, undoMoveFailure } = useUndoMove({
    action,
    lastMove,
    container,
    onUndone() {
      beginChange()
      setMovedMessage('The images are back in their previous order.')
    },
  })
  const [announced, setAnnounced] = useState<string | null>(null)
  const { selected, has, ...selection } = useSelection(ids)
  const { describeButton, descriptionForm } = useDescribeSeveral({ action, project, selected })
  const [hideFailure, setHideFailure] = useHideFailure()
  // The announced message may contain image positions from before the change.
  const beginChange = () => (clearFailure(), removal.clearFailure(), setHideFailure(null), setAnnounced(null))
  const hiding = { action, hideFailure, onHide: beginChange, onHideFailed: setHideFailure, onAnnounce: setAnnounced }
  const { hideButton, showButton, hideMessage } = useHideImages({
    ...hiding,
    images: images.filter(({ id }) => has(id)),
    name: countImages(selected.length),
    source: 'selection',
  })
  // The message about a move contains positions too.
  const onChange = () => (beginChange(), setMovedMessage(null))
  const removal = useImageRemoval({ action, container, images, onChange })
  const move = (moved: readonly string[], position: string) => (beginChange(), order.move(moved, position))
  const drop = (dropped: readonly string[], index: number) => (beginChange(), order.drop(dropped, index))
  return (
    <div ref={container} role="group" aria-label="Images" tabIndex={-1} className="tool-list">
      <AdminStyles />
      <div>
        {images.length > 1 ? (
          <BulkActions
            selected={selected.length}
            count={images.length}
            onAll={selection.all}
            onNone={selection.none}
            onMove={(position) => void move(selected, position)}
            onRemove={() => removal.confirm({ ids: selected, index: 0 })}
            tools={
              <>
                {describeButton}
                {hideButton}
                {showButton}
              </>
            }
          >
            {descriptionForm}
            {hideMessage}
            {earlierUndoButton}
            <BulkFailure message="Failed to update image order" failure={failure} />
            <BulkFailure message="Failed to remove image" failure={removal.failure} />
          </BulkActions>
        ) : null}
        <Gallery
          images={images}
          cells={composeGallery(images, beginsWithCover(project))}
          projectName={project.name}
          markRenders={!project.onlyRenders}
          onOpen={(index) => onOpen(project.images.findIndex((image) => image.id === ids[index]))}
          tools={(image, index) => (
            <ImageTools
              {...hiding}
              photo={image}
              position={index + 1}
              count={images.length}
              isAboveGallery={image.id === idAboveGallery(project)}
              selected={has(image.id)}
              isCover={image.id === project.coverImageId}
              unfinished={unfinished[image.id]}
              moveError={reasonFor(failure, image.id)}
              removeError={reasonFor(removal.failure, image.id)}
              onSelect={(checked, range) => selection.set(image.id, checked, range)}
              onMove={(position) => move([image.id], position)}
              onDragStart={(event) => dragImages(event, has(image.id) ? selected : [image.id], drop)}
              onRemove={() => removal.confirm({ ids: [image.id], index })}
            />
          )}
        />
        <ShowHiddenImages action={action} count={images.filter(({ hidden }) => hidden).length} />
      </div>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      <UndoBar
        movedMessage={movedMessage}
        undoButton={undoButton}
        undoMoveFailure={undoMoveFailure}
        removal={removal}
        verb="removed"
        undoLabel="Undo remove"
      />
      {removal.dialog}
    </div>
  )
}

function dragImages(
  event: PointerEvent<HTMLElement>,
  ids: readonly string[],
  onDrop: (ids: readonly string[], index: number) => Promise<unknown>,
): void {
  const label = ids.length > 1 ? countImages(ids.length) : ''
  startDrag(event, { label, onDrop: (index) => void onDrop(ids, index) })
}

interface ImageRemovalProps {
  action: string
  container: RefObject<HTMLElement | null>
  images: readonly PhotoView[]
  /** Called before images are removed or restored. */
  onChange: () => void
}

function useImageRemoval({ action, container, images, onChange }: ImageRemovalProps) {
  const { submit } = useActionFetcher<{ removalId: string }>(action)
  const { submit: restore } = useActionFetcher(href('/bin'))
  return useConfirmedRemoval({
    container,
    remove(photoIds) {
      onChange()
      return submit(imagesForm('remove-image', photoIds))
    },
    restore({ value: { removalId } }) {
      onChange()
      return restore({ intent: 'restore-images', removalId })
    },
    nameOf: ([first = '', ...others]) =>
      others.length > 0 ? countImages(others.length + 1) : `Image ${images.findIndex(({ id }) => id === first) + 1}`,
    question: (count) =>
      count > 1
        ? `Are you sure you want to delete these ${count} images?`
        : 'Are you sure you want to delete this image?',
    subjectOf: (photoIds) => describeImages(images, photoIds),
    yes: 'Yes, Delete',
    no: 'Cancel',
  })
}

type ImagesFailure = { ids: readonly string[]; reason: string } | null

function BulkFailure({ message, failure }: { message: string; failure: ImagesFailure }) {
  return failure && failure.ids.length > 1 ? <FailureMessage message={message} reason={failure.reason} /> : null
}

function reasonFor(failure: ImagesFailure, id: string): string | undefined {
  return failure?.ids.length === 1 && failure.ids[0] === id ? failure.reason : undefined
}

function countImages(count: number): string {
  return count === 1 ? '1 image' : `${count} images`
}

/** `Image 3: A lamp`, or `Images 1, 4 and 5`. */
function describeImages(images: readonly PhotoView[], ids: readonly string[]): string {
  const chosen = images.flatMap(({ id, alt }, index) => (ids.includes(id) ? [{ alt, position: index + 1 }] : []))
  const [first] = chosen
  if (chosen.length === 1 && first) return `Image ${first.position}${first.alt && `: ${first.alt}`}`
  return `Images ${listFormat.format(chosen.map(({ position }) => String(position)))}`
}

const listFormat = new Intl.ListFormat('en-GB')

/** The image that visitors see only above the gallery, as the cover. */
function idAboveGallery({ coverPhoto, images }: Project): string | undefined {
  const first = images.find(({ hidden }) => !hidden)
  return first?.id === coverPhoto?.id ? first?.id : undefined
}
