import { useEffect, useState } from 'react'
import { readUnsavedDraft, discardUnsavedDraft, writeUnsavedDraft } from '#app/admin/forms/unsaved-drafts.ts'
import { useRootData } from '#app/use-root-data.ts'

export type ImageTextField = 'alt' | 'caption' | 'credit'

/** An unsaved text. `baseText` is the saved text that editing started from. */
export interface ImageTextDraft {
  readonly text: string
  readonly baseText: string
}

const nameOf = (photoId: string, field: ImageTextField) => `photo/${photoId}/${field}`

export function readImageTextDraft(userId: string, photoId: string, field: ImageTextField): ImageTextDraft | null {
  const draft = readUnsavedDraft(userId, nameOf(photoId, field))
  if (typeof draft !== 'object' || draft === null) return null
  const { text, baseText } = draft as Partial<Record<keyof ImageTextDraft, unknown>>
  return typeof text === 'string' && typeof baseText === 'string' ? { text, baseText } : null
}

/** The unsaved draft of a text, stored on this device. Not for server-rendered components. */
export function useImageTextDraft(photoId: string, field: ImageTextField) {
  const userId = useRootData().person?.userId ?? ''
  const [draft, setState] = useState(() => readImageTextDraft(userId, photoId, field))
  const setDraft = (next: ImageTextDraft | null) => {
    setState(next)
    if (next) writeUnsavedDraft(userId, nameOf(photoId, field), next)
    else discardUnsavedDraft(userId, nameOf(photoId, field))
  }
  return [draft, setDraft] as const
}

/** Whether the details panel of an image is open. It opens after hydration if the image has an unsaved text. */
export function useDetailsOpen(photoId: string | undefined) {
  const userId = useRootData().person?.userId ?? ''
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const hasDraft = (field: ImageTextField) => photoId && readImageTextDraft(userId, photoId, field)
    if (hasDraft('alt') || hasDraft('caption') || hasDraft('credit')) setOpen(true)
  }, [userId, photoId])
  return [open, setOpen] as const
}
