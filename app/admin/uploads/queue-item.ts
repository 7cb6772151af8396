import {
  fileTooLargeMessage,
  isRawFileName,
  limitsOfType,
  rawFileMessage,
  unsupportedFormatMessage,
} from '#portfolio/photo/accepted-formats.ts'

export interface QueueItem {
  readonly key: string
  readonly file: File
  /** The object URL of the preview, `pending`, or `none` if there is none. */
  readonly preview: string | 'pending' | 'none'
  readonly alt: string
  /** The alt text saved on the server, once the photo is attached. */
  readonly savedAlt: string
  /** Whether the alt text input has focus. An attached item stays in the queue until the input loses focus. */
  readonly isEditingAlt: boolean
  readonly stage: 'queued' | 'uploading' | 'uploaded' | 'examining' | 'attaching' | 'attached'
  /** The photo's id, once it is attached. */
  readonly photoId: string | null
  readonly uploadedBytes: number
  /** The id of the complete upload, kept for retries. */
  readonly uploadId: string | null
  /** Whether the server has confirmed that the complete upload is a readable image. */
  readonly isExamined: boolean
  readonly problem: string | null
  /** Whether a retry would fail for the same reason. */
  readonly isPermanentFailure: boolean
  /** Aborted when the file is discarded or replaced, or when the page is left. */
  readonly abort: AbortController
}

let itemCount = 0

export function createQueueItem(file: File): QueueItem {
  const problem = findProblem(file)
  return {
    key: `item-${++itemCount}`,
    file,
    preview: problem === null ? 'pending' : 'none',
    alt: '',
    savedAlt: '',
    isEditingAlt: false,
    photoId: null,
    stage: 'queued',
    uploadedBytes: 0,
    uploadId: null,
    isExamined: false,
    problem,
    isPermanentFailure: problem !== null,
    abort: new AbortController(),
  }
}

export function canUpload({ isPermanentFailure, stage }: QueueItem): boolean {
  return !isPermanentFailure && stage !== 'attached'
}

/** Checks the file before anything is sent. The server checks the content instead of the name and type. */
function findProblem(file: File): string | null {
  if (isRawFileName(file.name)) return rawFileMessage
  if (file.type && !file.type.startsWith('image/')) return unsupportedFormatMessage
  if (file.size === 0) return 'This file is empty.'
  const limits = limitsOfType(file.type)
  return file.size > limits.bytes ? fileTooLargeMessage(limits) : null
}
