import { useRef } from 'react'
import { Button } from '#app/ui/button.tsx'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { DropZone } from '#app/admin/uploads/drop-zone.tsx'
import { UploadProgress } from '#app/admin/uploads/upload-progress.tsx'
import { canUpload } from '#app/admin/uploads/queue-item.ts'
import { FilePicker } from '#app/admin/uploads/file-picker.tsx'
import { QueueList } from '#app/admin/uploads/queue-list.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import type { AttachPhoto } from '#app/admin/uploads/upload-all.ts'
import { useUploadAll } from '#app/admin/uploads/use-upload-all.ts'
import { acceptedTypesHint } from '#app/admin/uploads/file-messages.ts'
import { useUploadQueue } from '#app/admin/uploads/use-upload-queue.ts'
import { usePendingAltText } from '#app/admin/uploads/use-pending-alt-text.ts'

/** Uploads images and adds them to the end of the gallery. */
export function AddImages({ action }: { action: string }) {
  const { queue, items, duplicates, paused } = useUploadQueue(action)
  const { submit } = useActionFetcher<{ id: string }>(action)
  const attach: AttachPhoto = ({ alt }, uploadId, batch) => {
    const input = new FormData()
    for (const [name, value] of Object.entries({ intent: 'add-image', uploadId, alt })) input.set(name, value)
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
  const disabled = busy || items.length === 0

  const tryAgain = () => {
    // The Try Again button is about to be removed; this one stays.
    button.current?.focus()
    if (canRetry) void run()
    altTexts.retry()
  }
  return (
    <section className="tool-add-images" aria-label="Add images">
      <DropZone message="Drop the pictures to choose them." onFiles={queue.add} />
      <QueueList queue={queue} items={items} replaceable onAltTextEdited={altTexts.save} />
      {failed && items.length > 0 ? <FailureMessage message="Failed to upload images" /> : null}
      {altTexts.failed ? <FailureMessage message="Failed to update project data" /> : null}
      {canRetry || altTexts.failed ? (
        <Button variant="secondary" onClick={tryAgain}>
          Try Again
        </Button>
      ) : null}
      <StatusMessage>{busy ? 'Uploading Image...' : addedMessage(attachedCount)}</StatusMessage>
      <StatusMessage>{duplicates.length > 0 ? `Chosen already: ${duplicates.join(', ')}.` : null}</StatusMessage>
      {busy ? <UploadProgress queue={queue} items={items} paused={paused} /> : null}
      <div className="tool-row">
        <FilePicker label="Choose Images" multiple busy={busy} onPick={queue.add} />
        <Button
          ref={button}
          disabled={!ready}
          aria-disabled={disabled || undefined}
          onClick={() => !disabled && void run()}
        >
          Add Images
        </Button>
      </div>
      <p className="tool-hint">{acceptedTypesHint} Drop them anywhere on the page, or paste them.</p>
    </section>
  )
}

function addedMessage(count: number): string | null {
  if (count === 0) return null
  return count === 1 ? '1 image was added.' : `${count} images were added.`
}
