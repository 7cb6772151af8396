import { useRef, useState, type ReactNode } from 'react'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { FilePicker } from '#app/admin/uploads/choose-files/file-picker.tsx'
import { canUpload } from '#app/admin/uploads/queue-item.ts'
import { QueueList } from '#app/admin/uploads/queue-list.tsx'
import { UploadHintList } from '#app/admin/uploads/upload-hint-list.tsx'
import { useUploadAll } from '#app/admin/uploads/use-upload-all.ts'
import { useUploadQueue } from '#app/admin/uploads/use-upload-queue.ts'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'

interface ReplaceImageProps {
  action: string
  photo: PhotoView
  /** The `originalId` of the photo to replace, which may not be shown yet. */
  originalId: string
  /** For accessible names: `image 3`. */
  name: string
  onAnnounce: (message: string) => void
  children: ReactNode
}

/** Replaces the photo of an image once a file is chosen. The image keeps its position, texts, focal point and URL. */
export function ReplaceImage({ action, photo, originalId, name, onAnnounce, children }: ReplaceImageProps) {
  const { queue, items, hints } = useUploadQueue(`${action} ${photo.id}`)
  const { submit } = useActionFetcher<{ id: string; originalId: string }>(action)
  // Sent with the file, so that the server does not replace a photo that someone else has uploaded in the meantime.
  const replacedOriginalId = useRef('')
  const undoable = useUndoReplacement(action, photo, name, onAnnounce)
  const { busy, failed, run } = useUploadAll(queue, async (_, uploadId) => {
    const fields = { photoId: photo.id, originalId: replacedOriginalId.current, uploadId }
    const result = await submit({ intent: 'replace-image', ...fields })
    if (result.ok) undoable.replaced(result.value.originalId)
    return result
  })
  const picker = useRef<HTMLDivElement>(null)
  const findPicker = () => picker.current?.querySelector('input')
  useReturnFocus(findPicker, items.length > 0)
  useReturnFocus(findPicker, undoable.button !== null)
  const pick = ([file]: readonly File[]) => {
    if (!file) return
    replacedOriginalId.current = originalId
    undoable.clear()
    queue.clear()
    queue.add([file])
    onAnnounce('Uploading Image...')
    void run()
  }
  return (
    <>
      <div ref={picker} className="tool-replace">
        <FilePicker label="Replace" name={`Replace ${name}`} busy={busy} onPick={pick} />
      </div>
      {children}
      {items.length > 0 ? (
        <div className="tool-replacement">
          <QueueList queue={queue} items={items} described={false} />
          {failed ? <FailureMessage message="Failed to replace image" /> : null}
          {failed && items.some(canUpload) ? (
            <button type="button" className="tool-link" onClick={() => void run()}>
              Try Again
            </button>
          ) : null}
        </div>
      ) : null}
      {undoable.button}
      <UploadHintList hints={hints} />
    </>
  )
}

function useUndoReplacement(action: string, photo: PhotoView, name: string, onAnnounce: (message: string) => void) {
  const { submit, submitting } = useActionFetcher(action)
  const [originalId, setOriginalId] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  const set = (id: string | null) => {
    setOriginalId(id)
    setFailure(null)
  }
  const undo = async () => {
    if (originalId === null || submitting) return
    const result = await submit({ intent: 'undo-replacement', photoId: photo.id, originalId })
    if (!result.ok) return setFailure(result.message)
    set(null)
    onAnnounce(`${title} shows the previous picture again.`)
  }
  return {
    clear: () => set(null),
    replaced(id: string): void {
      set(id)
      onAnnounce(`${title} was replaced.`)
    },
    button:
      originalId === null ? null : (
        <div className="tool-replacement">
          <p>{title} was replaced.</p>
          <button
            type="button"
            className="tool-link"
            aria-label={`Undo: ${name}`}
            aria-disabled={submitting || undefined}
            onClick={() => void undo()}
          >
            Undo
          </button>
          {failure === null ? null : <FailureMessage message="Failed to update project data" reason={failure} />}
        </div>
      ),
  }
}
