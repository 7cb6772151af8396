import {
  listStoredDrafts,
  readStoredDraft,
  removeStoredDraft,
  writeStoredDraft,
} from '#app/admin/forms/stored-drafts.ts'
import type { SavedText } from '#portfolio/studio/studio.ts'
import type { TextPart } from './editable.ts'

/** The unsaved texts of one editor by field, each with the saved version that it is based on. */
export type TextDraft = Readonly<Record<string, SavedText>>

/** Drafts are separate for each account and editor. */
export interface DraftKey {
  readonly userId: string
  /** The `draftName` of the editor. */
  readonly name: string
}

// A log-out in another tab removes what is stored. The page that is being edited keeps its texts until it is closed.
const inThisTab = new Map<string, TextDraft>()

export function savedTexts(parts: readonly TextPart[]): TextDraft {
  return Object.fromEntries(parts.map(({ field, saved }) => [field, saved]))
}

/** Not during hydration: the server has no drafts. */
export function findTextDraft({ userId, name }: DraftKey): TextDraft | null {
  const stored = () => readStoredDraft(userId, name)
  return inThisTab.get(tabKey({ userId, name })) ?? parseDraft(stored())
}

/** Keeps the draft on this device; `null` discards it. */
export function storeTextDraft(draftKey: DraftKey, draft: TextDraft | null): void {
  const { userId, name } = draftKey
  if (draft) {
    inThisTab.set(tabKey(draftKey), draft)
    writeStoredDraft(userId, name, draft)
  } else {
    inThisTab.delete(tabKey(draftKey))
    removeStoredDraft(userId, name)
  }
}

/** The draft of this text in this tab: that of this account, or without a session that of any account. */
export function findDraftOfTab(name: string, userId: string | null): TextDraft | null {
  if (userId !== null) return inThisTab.get(tabKey({ userId, name })) ?? null
  return [...inThisTab].find(([key]) => key.endsWith(`/${name}`))?.[1] ?? null
}

/** The names of the account's drafts that begin with `prefix`, in this tab and on the device. */
export function listTextDrafts(userId: string, prefix: string): string[] {
  const ownPrefix = tabKey({ userId, name: '' })
  const inTab = [...inThisTab.keys()]
    .filter((key) => key.startsWith(ownPrefix))
    .map((key) => key.slice(ownPrefix.length))
  return [...new Set([...inTab, ...listStoredDrafts(userId)])].filter((name) => name.startsWith(prefix)).sort()
}

/** `null` if another release has stored it in another shape. */
function parseDraft(stored: unknown): TextDraft | null {
  const isDraft =
    typeof stored === 'object' &&
    stored !== null &&
    Object.values(stored).every(
      (one: unknown) => typeof one === 'object' && one !== null && 'text' in one && 'version' in one,
    )
  return isDraft ? (stored as TextDraft) : null
}

function tabKey({ userId, name }: DraftKey): string {
  return `${userId}/${name}`
}
