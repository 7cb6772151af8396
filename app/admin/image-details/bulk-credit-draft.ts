import { useState } from 'react'
import { discardUnsavedDraft, readUnsavedDraft, writeUnsavedDraft } from '#app/admin/forms/unsaved-drafts.ts'
import { useRootData } from '#app/use-root-data.ts'

/** An unsaved credit for several images, and the project's saved credits that the user has seen while editing. */
interface BulkCreditDraft {
  readonly text: string
  readonly baseCredits: readonly string[]
}

/** The unsaved credit for several images, stored on this device. Not for server-rendered components. */
export function useBulkCreditDraft(projectId: string) {
  const userId = useRootData().person?.userId ?? ''
  const name = `images/${projectId}/credit`
  const [draft, setState] = useState(() => parseDraft(readUnsavedDraft(userId, name)))
  const setDraft = (next: BulkCreditDraft | null) => {
    setState(next)
    if (next) writeUnsavedDraft(userId, name, next)
    else discardUnsavedDraft(userId, name)
  }
  return [draft, setDraft] as const
}

function parseDraft(draft: unknown): BulkCreditDraft | null {
  if (typeof draft !== 'object' || draft === null) return null
  const { text, baseCredits } = draft as Partial<Record<keyof BulkCreditDraft, unknown>>
  return typeof text === 'string' && Array.isArray(baseCredits) ? { text, baseCredits: baseCredits.map(String) } : null
}
