import type { ReactNode } from 'react'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { FilePicker } from '#app/admin/uploads/choose-files/file-picker.tsx'
import { MissingFiles } from '#app/admin/uploads/missing-files.tsx'
import { UploadHintList } from '#app/admin/uploads/upload-hint-list.tsx'
import { QueueList } from '#app/admin/uploads/queue-list.tsx'
import type { useUploadQueue } from '#app/admin/uploads/use-upload-queue.ts'

interface ChosenFilesProps {
  label: string
  hint?: ReactNode
  multiple?: boolean
  upload: ReturnType<typeof useUploadQueue>
  busy: boolean
  readOnly: boolean
  onPick: (files: readonly File[]) => void
}

export function ChosenFiles({ label, hint, multiple, upload, busy, readOnly, onPick }: ChosenFilesProps) {
  const { queue, items, missing, duplicates, hints } = upload
  return (
    <div>
      <FilePicker label={label} multiple={multiple} busy={busy} onPick={onPick} />
      {hint ? <p className="tool-hint">{hint}</p> : null}
      <MissingFiles queue={queue} missing={missing} />
      <QueueList queue={queue} items={items} readOnly={readOnly} replaceable />
      <UploadHintList hints={hints} />
      {multiple ? (
        <StatusMessage>{duplicates.length > 0 ? `Already chosen: ${duplicates.join(', ')}.` : null}</StatusMessage>
      ) : null}
    </div>
  )
}
