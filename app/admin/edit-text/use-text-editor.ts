import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { refused, type Refusal } from '#portfolio/result.ts'
import { tooLongMessage } from '#app/admin/forms/text-length.ts'
import { useUnsavedChanges } from '#app/admin/forms/unsaved-changes.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import type { Editable, TextPart } from './editable.ts'
import {
  findUnsavedTexts,
  savedTextsByField,
  storeUnsavedTexts,
  type DraftKey,
  type TextsByField,
} from './unsaved-texts.ts'

export interface TextEditorProps {
  editable: Editable
  draftKey: DraftKey
  /** The texts that editing starts from: the saved texts or an unsaved draft. */
  initial: TextsByField
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
  useUnsavedChanges(findUnsavedTexts(draftKey) !== null && parts.some(isChanged))

  const edit = (field: string, text: string) => {
    const next = { ...texts, [field]: { ...(texts[field] ?? noText), text } }
    setTexts(next)
    storeUnsavedTexts(draftKey, next)
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
      if (!result.ok) {
        const draft = findUnsavedTexts(draftKey)
        if (draft) storeUnsavedTexts(draftKey, withVersionsOf(draft, saved))
        return setRefusal({ field, reason: result })
      }
      const next = result.value.version
      saved = { ...saved, [field]: { text, version: next } }
      setTexts((current) => ({ ...current, [field]: { ...(current[field] ?? noText), version: next } }))
    }
    finish(saved)
  }
  /** Ends editing, unless a text was edited while the texts were being saved. */
  const finish = (saved: TextsByField) => {
    const draft = findUnsavedTexts(draftKey)
    if (draft && !hasSameTexts(draft, saved)) return storeUnsavedTexts(draftKey, withVersionsOf(draft, saved))
    storeUnsavedTexts(draftKey, null)
    onSaved()
  }
  const cancel = () => {
    const draft = findUnsavedTexts(draftKey)
    if (draft && hasSameTexts(draft, savedTextsByField(parts))) storeUnsavedTexts(draftKey, null)
    onCancel()
  }
  const keepTheirs = () => {
    void revalidate()
    onCancel()
  }
  return { texts, refusal, submitting, edit, save, cancel, keepTheirs }
}

function findTooLong(parts: readonly TextPart[], texts: TextsByField) {
  for (const part of parts) {
    const { field } = part
    const message = tooLongMessage(part, texts[field]?.text ?? '')
    if (message !== null) return { field, reason: refused('wrong-value', message, { fields: { [field]: message } }) }
  }
  return null
}

function hasSameTexts(one: TextsByField, other: TextsByField): boolean {
  return Object.keys(other).every((field) => one[field]?.text === other[field]?.text)
}

function withVersionsOf(draft: TextsByField, saved: TextsByField): TextsByField {
  const entries = Object.entries(saved).map(([field, savedText]) => [
    field,
    { ...savedText, text: draft[field]?.text ?? savedText.text },
  ])
  return Object.fromEntries(entries) as TextsByField
}
