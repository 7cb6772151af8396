import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { setupTexts, type SetupText } from '#portfolio/setup/setup.ts'
import type { SavedText } from '#portfolio/studio/studio.ts'
import { readUnsavedDraft, discardUnsavedDraft, writeUnsavedDraft } from '#app/admin/forms/unsaved-drafts.ts'
import { useRootData } from '#app/use-root-data.ts'

const draftName = 'setup/words'

/** Typed texts, each with the version of the saved text that it replaces. */
type Words = Readonly<Partial<Record<SetupText, SavedText>>>

interface WordsForm {
  readonly section: RefObject<HTMLElement | null>
  /** The texts that the form shows initially. */
  readonly shown: Readonly<Record<SetupText, string>>
  /** The saved texts that the form is based on: from when it was shown or, if newer, from the last refusal. */
  readonly baseTexts: Readonly<Record<SetupText, SavedText>>
  /** Whether `baseTexts` are from a refusal. */
  readonly isRefused: boolean
}

/** Stores texts that differ from `shown` on this device until they are saved, and restores them. */
export function useWordsDraft({ section, shown, baseTexts, isRefused }: WordsForm) {
  const userId = useRootData().person?.userId ?? ''
  const [restored, setRestored] = useState<Words>({})
  const isSaved = useIsSaved()

  const inputOf = (field: SetupText) => section.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)
  const versionOf = (field: SetupText) => ((isRefused ? undefined : restored[field]) ?? baseTexts[field]).version
  const readTyped = (): Words =>
    Object.fromEntries(
      setupTexts.flatMap((field) => {
        const text = inputOf(field)?.value ?? shown[field]
        return text === shown[field] ? [] : [[field, { text, version: versionOf(field) }]]
      }),
    )
  const store = () => {
    const typed = readTyped()
    if (Object.keys(typed).length > 0) writeUnsavedDraft(userId, draftName, typed)
    else discardUnsavedDraft(userId, draftName)
  }
  const restore = useEffectEvent(() => {
    const stored = parseWords(readUnsavedDraft(userId, draftName))
    // Texts typed before hydration.
    const typed = readTyped()
    for (const field of setupTexts) {
      const [text, input] = [typed[field] ? undefined : stored[field]?.text, inputOf(field)]
      if (text !== undefined && input) input.value = text
    }
    const words = { ...stored, ...typed }
    setRestored(words)
    if (Object.keys(typed).length > 0) writeUnsavedDraft(userId, draftName, words)
  })
  useEffect(() => restore(), [])
  useEffect(() => {
    if (isSaved) discardUnsavedDraft(userId, draftName)
  }, [isSaved, userId])
  return { versionOf, onChange: store }
}

/** Whether the texts have been saved: a save navigates to the next screen, a refusal does not navigate. */
function useIsSaved(): boolean {
  const { pathname } = useLocation()
  const { state, formData, location } = useNavigation()
  return state === 'loading' && formData?.get('intent') === 'save-words' && location.pathname !== pathname
}

// Another release may have stored another shape.
function parseWords(draft: unknown): Words {
  const entries = typeof draft === 'object' && draft !== null ? Object.entries(draft as object) : []
  return Object.fromEntries(
    entries.filter(([field, word]) => setupTexts.some((known) => known === field) && isSavedText(word)),
  )
}

function isSavedText(word: unknown): word is SavedText {
  if (typeof word !== 'object' || word === null) return false
  return 'text' in word && typeof word.text === 'string' && 'version' in word && typeof word.version === 'number'
}
