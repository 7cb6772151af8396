import {
  listUnsavedDrafts,
  readUnsavedDraft,
  discardUnsavedDraft,
  writeUnsavedDraft,
} from '#app/admin/forms/unsaved-drafts.ts'
import type { SavedText } from '#portfolio/studio/studio.ts'
import type { TextPart } from './editable.ts'

/** The unsaved texts of one editor by field, each with the saved version that it is based on. */
export type UnsavedText = Readonly<Record<string, SavedText>>

/** Identifies an unsaved draft: each account and editor has its own. */
export interface DraftKey {
  readonly userId: string
  /** The `unsavedDraftName` of the editor. */
  readonly name: string
}

// A log-out in another tab discards the stored drafts. This page keeps its texts here until it is closed.
const inThisTab = new Map<string, UnsavedText>()

export function savedTexts(parts: readonly TextPart[]): UnsavedText {
  return Object.fromEntries(parts.map(({ field, saved }) => [field, saved]))
}

/** Must not be called during hydration, because the server has no unsaved drafts. */
export function findUnsavedText({ userId, name }: DraftKey): UnsavedText | null {
  const stored = () => readUnsavedDraft(userId, name)
  return inThisTab.get(tabKey({ userId, name })) ?? parseDraft(stored())
}

/** Stores the draft on this device; `null` discards it. */
export function storeUnsavedText(draftKey: DraftKey, draft: UnsavedText | null): void {
  const { userId, name } = draftKey
  if (draft) {
    inThisTab.set(tabKey(draftKey), draft)
    writeUnsavedDraft(userId, name, draft)
  } else {
    inThisTab.delete(tabKey(draftKey))
    discardUnsavedDraft(userId, name)
  }
}

/** Finds the draft of this name in this tab: the one of this account or, without a session, of any account. */
export function findDraftOfTab(name: string, userId: string | null): UnsavedText | null {
  if (userId !== null) return inThisTab.get(tabKey({ userId, name })) ?? null
  return [...inThisTab].find(([key]) => key.endsWith(`/${name}`))?.[1] ?? null
}

/** The names that start with `prefix`, of the account's drafts in this tab and on the device. */
export function listUnsavedTexts(userId: string, prefix: string): string[] {
  const ownPrefix = tabKey({ userId, name: '' })
  const inTab = [...inThisTab.keys()]
    .filter((key) => key.startsWith(ownPrefix))
    .map((key) => key.slice(ownPrefix.length))
  return [...new Set([...inTab, ...listUnsavedDrafts(userId)])].filter((name) => name.startsWith(prefix)).sort()
}

/** Returns `null` if another release stored the draft in another shape. */
function parseDraft(stored: unknown): UnsavedText | null {
  const isDraft =
    typeof stored === 'object' &&
    stored !== null &&
    Object.values(stored).every(
      (entry: unknown) => typeof entry === 'object' && entry !== null && 'text' in entry && 'version' in entry,
    )
  return isDraft ? (stored as UnsavedText) : null
}

function tabKey({ userId, name }: DraftKey): string {
  return `${userId}/${name}`
}
