import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { refused, type Refusal } from '#portfolio/result.ts'
import { tooLongMessage } from '#app/admin/forms/text-length.ts'
import { useUnsavedChanges } from '#app/admin/forms/unsaved-changes.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import type { Editable, TextPart } from './editable.ts'
import { findUnsavedText, savedTexts, storeUnsavedText, type DraftKey, type UnsavedText } from './unsaved-texts.ts'

export interface TextEditorProps {
  editable: Editable
  draftKey: DraftKey
  /** The texts that editing starts from: the saved texts or an unsaved draft. */
  initial: UnsavedText
  onSaved: () => void
  onCancel: () => void
}

const noText = { text: '', version: 0 }

/** The state of an editor. Typed texts are stored as an unsaved draft; each text is saved separately. */
export function useTextEditor({ editable, draftKey, initial, onSaved, onCancel }: TextEditorProps) {
  const { action, fields, parts } = editable
  const { submit, submitting } = useActionFetcher<{ version: number }>(action)
  const [texts, setTexts] = useState(initial)
  const [refusal, setRefusal] = useState<{ readonly field: string; readonly reason: Refusal } | null>(null)
  const { revalidate } = useRevalidator()
  const isChanged = ({ field, saved }: TextPart) => texts[field]?.text !== saved.text
  useUnsavedChanges(findUnsavedText(draftKey) !== null && parts.some(isChanged))

  const edit = (field: string, text: string) => {
    const next = { ...texts, [field]: { ...(texts[field] ?? noText), text } }
    setTexts(next)
    storeUnsavedText(draftKey, next)
  }
  const save = async () => {
    if (submitting) return
    const tooLong = findTooLong(parts, texts)
    setRefusal(tooLong)
    if (tooLong) return
    const changed = parts.filter(isChanged)
    let saved = texts
    for (const { field } of changed.length > 0 ? changed : parts) {
      const { text, version } = texts[field] ?? noText
      const newer = refusal?.field === field ? refusal.reason.conflict?.version : undefined
      const result = await submit({ ...fields, field, text, version: String(newer ?? version) })
      if (!result.ok) return setRefusal({ field, reason: result })
      const next = result.value.version
      saved = { ...saved, [field]: { text, version: next } }
      setTexts((current) => ({ ...current, [field]: { ...(current[field] ?? noText), version: next } }))
    }
    finish(saved)
  }
  /** Ends editing, unless a text was edited while the texts were being saved. */
  const finish = (saved: UnsavedText) => {
    const draft = findUnsavedText(draftKey)
    if (draft && !hasSameTexts(draft, saved)) return storeUnsavedText(draftKey, withVersionsOf(draft, saved))
    storeUnsavedText(draftKey, null)
    onSaved()
  }
  const cancel = () => {
    const draft = findUnsavedText(draftKey)
    if (draft && hasSameTexts(draft, savedTexts(parts))) storeUnsavedText(draftKey, null)
    onCancel()
  }
  const keepTheirs = () => {
    void revalidate()
    onCancel()
  }
  return { texts, refusal, submitting, edit, save, cancel, keepTheirs }
}

function findTooLong(parts: readonly TextPart[], texts: UnsavedText) {
  for (const part of parts) {
    const { field } = part
    const message = tooLongMessage(part, texts[field]?.text ?? '')
    if (message !== null) return { field, reason: refused('wrong-value', message, { fields: { [field]: message } }) }
  }
  return null
}

function hasSameTexts(one: UnsavedText, other: UnsavedText): boolean {
  return Object.keys(other).every((field) => one[field]?.text === other[field]?.text)
}

function withVersionsOf(draft: UnsavedText, saved: UnsavedText): UnsavedText {
  const entries = Object.entries(saved).map(([field, savedText]) => [
    field,
    { ...savedText, text: draft[field]?.text ?? savedText.text },
  ])
  return Object.fromEntries(entries) as UnsavedText
}
