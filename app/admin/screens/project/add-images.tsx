import { useRef } from 'react'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { AccessLostMessage } from '#app/admin/forms/access-lost-message.tsx'
import { MissingFiles } from '#app/admin/uploads/missing-files.tsx'
import { useStoredFiles } from '#app/admin/uploads/use-stored-files.ts'
import { Button } from '#app/ui/button.tsx'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { useDropPictures } from '#app/admin/uploads/choose-files/use-drop-pictures.tsx'
import { UploadHintList } from '#app/admin/uploads/upload-hint-list.tsx'
import { UploadProgress } from '#app/admin/uploads/upload-progress.tsx'
import { canUpload } from '#app/admin/uploads/queue-item.ts'
import { FilePicker } from '#app/admin/uploads/choose-files/file-picker.tsx'
import { QueueList } from '#app/admin/uploads/queue-list.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import type { AttachPhoto } from '#app/admin/uploads/upload-all.ts'
import { useUploadAll } from '#app/admin/uploads/use-upload-all.ts'
import { readingFolder } from '#app/admin/uploads/choose-files/file-messages.ts'
import { PictureHint } from '#app/admin/uploads/choose-files/picture-hint.tsx'
import { useUploadQueue } from '#app/admin/uploads/use-upload-queue.ts'
import { describeKnownFiles } from './known-files.ts'
import { usePendingAltText } from '#app/admin/uploads/use-pending-alt-text.ts'
import { projectAction } from '#app/admin/forms/project-action.ts'

interface AddImagesProps {
  projectId: string
  /** The account that chose the files. */
  userId: string
  /** Whether the session has ended or the admin role was revoked. Chosen files then stay on the page. */
  accessLost: boolean
  /** The sizes of the gallery's originals in bytes, in order. */
  imageBytes: readonly number[]
}

export default function AddImages({ projectId, userId, accessLost, imageBytes }: AddImagesProps) {
  const action = projectAction(projectId)
  const { queue, items, duplicates, hints, missing, paused } = useUploadQueue(action)
  useStoredFiles(queue, userId, `project/${projectId}/images`)
  const { dropZone, choose, isReading } = useDropPictures(queue.add)
  const { submit } = useActionFetcher<{ id: string }>(action)
  // A ref, because `run` reads the choice before the next render. Retries keep it.
  const hidden = useRef(false)
  const attach: AttachPhoto = ({ alt }, uploadId, batch) => {
    const input = new FormData()
    for (const [name, value] of Object.entries({ intent: 'add-image', uploadId, alt })) input.set(name, value)
    if (hidden.current) input.set('hidden', 'yes')
    for (const id of batch) input.append('batch', id)
    return submit(input)
  }
  const { busy, failed, attachedCount, run } = useUploadAll(queue, attach)
  const altTexts = usePendingAltText(queue, items, action)
  const button = useRef<HTMLButtonElement>(null)
  const ready = useHydrated()
  useReturnFocus(() => button.current, busy)
  useReturnFocus(() => button.current, altTexts.failed)
  const canRetry = failed && items.some(canUpload)
  const disabled = busy || accessLost || items.length === 0

  const add = (asHidden: boolean) => {
    if (disabled) return
    hidden.current = asHidden
    void run()
  }
  const tryAgain = () => {
    // The Try Again button is about to be removed; the Add Images button stays.
    button.current?.focus()
    if (canRetry) void run()
    altTexts.retry()
  }
  if (accessLost && items.length + missing.length === 0) return null
  return (
    <section className="tool-add-images" aria-label="Add images">
      <AdminStyles />
      {dropZone}
      <MissingFiles queue={queue} missing={missing} />
      <QueueList queue={queue} items={items} replaceable onAltTextEdited={altTexts.save} />
      {accessLost ? <AccessLostMessage /> : null}
      {failed && !accessLost && items.some(({ problem }) => problem !== null) ? (
        <FailureMessage message="Failed to upload images" />
      ) : null}
      {altTexts.failed && !accessLost ? <FailureMessage message="Failed to update project data" /> : null}
      {(canRetry || altTexts.failed) && !accessLost ? (
        <Button variant="secondary" onClick={tryAgain}>
          Try Again
        </Button>
      ) : null}
      <StatusMessage>
        {busy ? 'Uploading Image...' : isReading ? readingFolder : addedMessage(attachedCount)}
      </StatusMessage>
      <StatusMessage>
        {[duplicates.length > 0 && `Already chosen: ${duplicates.join(', ')}.`, describeKnownFiles(items, imageBytes)]
          .filter(Boolean)
          .join(' ') || null}
      </StatusMessage>
      <UploadHintList hints={hints} />
      {busy ? <UploadProgress queue={queue} items={items} paused={paused} /> : null}
      <div className="tool-row">
        <FilePicker label="Choose Images" multiple busy={busy} onPick={choose} />
        <Button ref={button} disabled={!ready} aria-disabled={disabled || undefined} onClick={() => add(false)}>
          Add Images
        </Button>
        <Button variant="secondary" disabled={!ready} aria-disabled={disabled || undefined} onClick={() => add(true)}>
          Add hidden
        </Button>
      </div>
      <p className="tool-hint">
        <PictureHint />
      </p>
    </section>
  )
}

function addedMessage(count: number): string | null {
  if (count === 0) return null
  return count === 1 ? '1 image was added.' : `${count} images were added.`
}
