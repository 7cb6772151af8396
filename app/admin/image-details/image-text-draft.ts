import { useState } from 'react'
import { readUnsavedDraft, discardUnsavedDraft, writeUnsavedDraft } from '#app/admin/forms/unsaved-drafts.ts'
import { useRootData } from '#app/use-root-data.ts'

export type ImageTextField = 'alt' | 'caption' | 'credit'

/** An unsaved text. `baseText` is the saved text that it would replace, as the user last saw it. */
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

export function hasImageTextDraft(userId: string, photoId: string | undefined): boolean {
  if (photoId === undefined) return false
  return (['alt', 'caption', 'credit'] as const).some((field) => readImageTextDraft(userId, photoId, field))
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
