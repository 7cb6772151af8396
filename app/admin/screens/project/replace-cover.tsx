import { useRef, useState } from 'react'
import { href } from 'react-router'
import type { Project } from '#portfolio/project/project.ts'
import { Button } from '#app/ui/button.tsx'
import { useReturnFocus } from '#app/ui/use-return-focus.ts'
import { Photo } from '#app/ui/photo/photo.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { ImageDetails, ImageDetailsButton } from '#app/admin/image-details/image-details.tsx'
import { FilePicker } from '#app/admin/uploads/file-picker.tsx'
import { canUpload } from '#app/admin/uploads/queue-item.ts'
import { QueueList } from '#app/admin/uploads/queue-list.tsx'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useUploadAll } from '#app/admin/uploads/use-upload-all.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { useUploadQueue } from '#app/admin/uploads/use-upload-queue.ts'
import { usePendingAltText } from '#app/admin/uploads/use-pending-alt-text.ts'

/** Replaces the cover photo as soon as a file is chosen; also edits its alt text and focal point. */
export default function ReplaceCover({ project }: { project: Project }) {
  const action = href('/projects/:projectId', { projectId: project.id })
  const { queue, items } = useUploadQueue(`${action} cover`)
  const { submit } = useActionFetcher<{ id: string }>(action)
  const [detailsOpen, setDetailsOpen] = useState(false)
  const { busy, failed, attachedCount, run } = useUploadAll(queue, async ({ alt }, uploadId) => {
    const result = await submit({ intent: 'replace-cover', uploadId, alt })
    // The upload starts at once, so the alt text is usually written afterwards.
    if (result.ok && !alt) setDetailsOpen(true)
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
    void run()
  }
  const uploadFailed = failed && items.some(({ stage }) => stage !== 'attached')
  const canRetry = uploadFailed && items.some(canUpload)
  const tryAgain = () => {
    if (canRetry) void run()
    altTexts.retry()
  }
  const cover = project.coverPhoto
  return (
    <section ref={section} className="tool-cover" aria-label="Cover photo">
      <AdminStyles />
      <QueueList queue={queue} items={items} onAltTextEdited={altTexts.save} />
      {uploadFailed ? <FailureMessage message="Failed to upload cover photo" /> : null}
      {altTexts.failed ? <FailureMessage message="Failed to update project data" /> : null}
      <StatusMessage>
        {busy ? 'Uploading Image...' : attachedCount > 0 ? 'The cover photo was replaced.' : null}
      </StatusMessage>
      <div className="tool-row">
        <FilePicker label="Replace cover photo" busy={busy} onPick={pick} />
        {canRetry || altTexts.failed ? (
          <Button variant="secondary" onClick={tryAgain}>
            Try Again
          </Button>
        ) : null}
        {cover ? (
          <ImageDetailsButton
            name="cover photo"
            open={detailsOpen}
            altMissing={cover.alt === ''}
            onToggle={() => setDetailsOpen(!detailsOpen)}
          />
        ) : null}
      </div>
      {cover && detailsOpen ? (
        <ImageDetails key={cover.id} action={action} photo={cover} name="cover photo">
          <Photo photo={cover} sizes="(min-width: 700px) 640px, calc(100vw - 40px)" alt="" />
        </ImageDetails>
      ) : null}
    </section>
  )
}
