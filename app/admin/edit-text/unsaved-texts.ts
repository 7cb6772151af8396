import {
  listUnsavedDraftNames,
  onAllDraftsDiscarded,
  readUnsavedDraft,
  discardUnsavedDraft,
  writeUnsavedDraft,
} from '#app/admin/forms/unsaved-drafts.ts'
import type { SavedText } from '#portfolio/studio/studio.ts'
import type { TextPart } from './editable.ts'

/** The texts of one editor by field, each with the saved version that it is based on. */
export type TextsByField = Readonly<Record<string, SavedText>>

export interface DraftKey {
  readonly userId: string
  /** The `unsavedDraftName` of the editor. */
  readonly name: string
}

// A log-out in another tab discards the stored drafts. This page keeps its texts here until it is reloaded or closed.
const inThisTab = new Map<string, TextsByField>()

export function savedTextsByField(parts: readonly TextPart[]): TextsByField {
  return Object.fromEntries(parts.map(({ field, saved }) => [field, saved]))
}

/** Returns the draft, or `null`. Must not be called during hydration, because the server has no unsaved drafts. */
export function findUnsavedTexts(draftKey: DraftKey): TextsByField | null {
  return inThisTab.get(tabKey(draftKey)) ?? parseDraft(readUnsavedDraft(draftKey.userId, draftKey.name))
}

/** Stores the draft on this device; `null` discards it. */
export function storeUnsavedTexts(draftKey: DraftKey, draft: TextsByField | null): void {
  const { userId, name } = draftKey
  if (draft) {
    inThisTab.set(tabKey(draftKey), draft)
    onAllDraftsDiscarded(discardUnsavedTextsInTab)
    writeUnsavedDraft(userId, name, draft)
  } else {
    inThisTab.delete(tabKey(draftKey))
    discardUnsavedDraft(userId, name)
  }
}

/** Returns the draft with this name that this tab holds: of this account or, if `userId` is `null`, of any account. */
export function findUnsavedTextsInTab(name: string, userId: string | null): TextsByField | null {
  if (userId !== null) return inThisTab.get(tabKey({ userId, name })) ?? null
  return [...inThisTab].find(([key]) => key.endsWith(`/${name}`))?.[1] ?? null
}

/** The names of the account's drafts that start with `prefix`, in this tab and on the device. */
export function listUnsavedTextNames(userId: string, prefix: string): string[] {
  const ownPrefix = tabKey({ userId, name: '' })
  const inTab = [...inThisTab.keys()]
    .filter((key) => key.startsWith(ownPrefix))
    .map((key) => key.slice(ownPrefix.length))
  return [...new Set([...inTab, ...listUnsavedDraftNames(userId)])].filter((name) => name.startsWith(prefix)).sort()
}

/** Returns `null` if nothing is stored, or if another release stored the draft in another shape. */
function parseDraft(stored: unknown): TextsByField | null {
  const isDraft =
    typeof stored === 'object' &&
    stored !== null &&
    Object.values(stored).every(
      (entry: unknown) => typeof entry === 'object' && entry !== null && 'text' in entry && 'version' in entry,
    )
  return isDraft ? (stored as TextsByField) : null
}

function discardUnsavedTextsInTab(userId: string): void {
  const ownPrefix = tabKey({ userId, name: '' })
  for (const key of inThisTab.keys()) if (key.startsWith(ownPrefix)) inThisTab.delete(key)
}

function tabKey({ userId, name }: DraftKey): string {
  return `${userId}/${name}`
}
