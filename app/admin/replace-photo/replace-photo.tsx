import { useRef, type ReactNode } from 'react'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { Button } from '#app/ui/button.tsx'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { useDetails } from '#app/admin/image-details/use-details.ts'
import { ImageDetails, ImageDetailsButton } from '#app/admin/image-details/image-details.tsx'
import { DropTarget } from '#app/admin/uploads/choose-files/drop-target.tsx'
import { FilePicker } from '#app/admin/uploads/choose-files/file-picker.tsx'
import { canUpload } from '#app/admin/uploads/queue-item.ts'
import { MissingFiles } from '#app/admin/uploads/missing-files.tsx'
import { UploadHintList } from '#app/admin/uploads/upload-hint-list.tsx'
import { QueueList } from '#app/admin/uploads/queue-list.tsx'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useUploadAll } from '#app/admin/uploads/use-upload-all.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { useRootData } from '#app/use-root-data.ts'
import { useStoredFiles } from '#app/admin/uploads/use-stored-files.ts'
import { useUploadQueue } from '#app/admin/uploads/use-upload-queue.ts'
import { usePendingAltText } from '#app/admin/uploads/use-pending-alt-text.ts'

interface ReplacePhotoProps {
  action: string
  /** Posted with the upload. */
  fields: Readonly<Record<string, string>>
  photo: PhotoView | null
  /** For accessible names: `cover photo`. */
  name: string
  label: string
  /** The accessible name of the file picker, if the label is not specific enough. */
  pickerName?: string
  failedMessage: string
  /** Shown while there is no photo: says what belongs there. */
  emptyNote?: ReactNode
  /** Says what is wrong with the photo. */
  state?: ReactNode
  /** The displayed photo, onto which a file can be dropped. */
  frame?: ReactNode
  details?: ReactNode
  /** Whether photos in this place have an alt text. */
  described?: boolean
}

/** Replaces a photo as soon as a file is chosen; also edits its alt text and focal point. */
export function ReplacePhoto({ action, fields, photo, name, label, described = true, ...props }: ReplacePhotoProps) {
  const scope = `${action} ${Object.values(fields).join(' ')}`
  const { queue, items, hints, missing } = useUploadQueue(scope)
  useStoredFiles(queue, useRootData().person?.userId ?? '', scope)
  const { submit } = useActionFetcher<{ id: string }>(action)
  const details = useDetails(photo?.id)
  const { busy, failed, attachedCount, run } = useUploadAll(queue, async ({ alt }, uploadId) => {
    const result = await submit({ ...fields, uploadId, alt })
    // The upload starts at once, so the alt text is usually written later. The setup, which has frames, asks for none.
    if (result.ok && !alt && !props.frame) details.show()
    return result
  })
  const altTexts = usePendingAltText(queue, items, action)
  const section = useRef<HTMLElement>(null)
  // The Try Again button and the queue item can disappear; the file picker stays.
  const findPicker = () => section.current?.querySelector<HTMLElement>('input[type=file]')
  useReturnFocus(findPicker, busy)
  useReturnFocus(findPicker, altTexts.failed)
  const pick = (files: readonly File[]) => {
    if (files.length === 0) return
    queue.clear()
    queue.add(files)
    queue.setMissing([])
    void run()
  }
  const uploadFailed = failed && items.some(({ stage }) => stage !== 'attached')
  const canRetry = uploadFailed && items.some(canUpload)
  const tryAgain = () => {
    if (canRetry) void run()
    altTexts.retry()
  }
  return (
    <section ref={section} className="tool-cover" aria-label={capitalise(name)}>
      <AdminStyles />
      {props.frame ? (
        <DropTarget onFiles={(files) => !busy && pick(files.slice(0, 1))}>{props.frame}</DropTarget>
      ) : null}
      {photo ? null : props.emptyNote}
      {props.state}
      <MissingFiles queue={queue} missing={missing} />
      <QueueList queue={queue} items={items} described={described} onAltTextEdited={altTexts.save} />
      {described ? <UploadHintList hints={hints} /> : null}
      {uploadFailed ? <FailureMessage message={props.failedMessage} /> : null}
      {altTexts.failed ? <FailureMessage message="Failed to update project data" /> : null}
      <StatusMessage>
        {busy ? 'Uploading Image...' : attachedCount > 0 ? `The ${name} was replaced.` : null}
      </StatusMessage>
      <div className="tool-row">
        <FilePicker label={label} {...(props.pickerName && { name: props.pickerName })} busy={busy} onPick={pick} />
        {canRetry || altTexts.failed ? (
          <Button variant="secondary" onClick={tryAgain}>
            Try Again
          </Button>
        ) : null}
        {photo ? <ImageDetailsButton name={name} details={details} altMissing={photo.alt === ''} /> : null}
      </div>
      {photo && details.open ? (
        <ImageDetails
          key={photo.id}
          details={details}
          action={action}
          photo={photo}
          name={name}
          tools={props.details}
        />
      ) : null}
    </section>
  )
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
