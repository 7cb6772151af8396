import { useEffect, useState } from 'react'
import { readStoredDraft, removeStoredDraft, writeStoredDraft } from '#app/admin/forms/stored-drafts.ts'
import { useRootData } from '#app/use-root-data.ts'

/** An alternative text that is not saved. `baseText` is the one that editing started from. */
export interface AltTextDraft {
  readonly text: string
  readonly baseText: string
}

const nameOf = (photoId: string) => `photo/${photoId}/alt`

export function readAltTextDraft(userId: string, photoId: string): AltTextDraft | null {
  const draft = readStoredDraft(userId, nameOf(photoId))
  if (typeof draft !== 'object' || draft === null) return null
  const { text, baseText } = draft as Partial<Record<keyof AltTextDraft, unknown>>
  return typeof text === 'string' && typeof baseText === 'string' ? { text, baseText } : null
}

/** The state of the editor, kept on this device. Only for a component that the server does not render. */
export function useAltTextDraft(photoId: string) {
  const userId = useRootData().person?.userId ?? ''
  const [draft, setState] = useState(() => readAltTextDraft(userId, photoId))
  const setDraft = (next: AltTextDraft | null) => {
    setState(next)
    if (next) writeStoredDraft(userId, nameOf(photoId), next)
    else removeStoredDraft(userId, nameOf(photoId))
  }
  return [draft, setDraft] as const
}

/** Whether the details panel of an image is open: at first, if it has an unsaved alt text. */
export function useDetailsOpen(photoId: string | undefined) {
  const userId = useRootData().person?.userId ?? ''
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (photoId && readAltTextDraft(userId, photoId)) setOpen(true)
  }, [userId, photoId])
  return [open, setOpen] as const
}
