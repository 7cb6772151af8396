import type { SavedText } from '#portfolio/studio/studio.ts'

/** For the link `History of {name}` to `/history/{key}`. */
export interface TextHistoryLink {
  readonly key: string
  readonly name: string
}

/** One text of an editor. Each text is saved separately. */
export interface TextPart {
  /** Posted to the action as `field`; also the key of this text in a refusal's `fields`. */
  readonly field: string
  readonly label: string
  /** The start of the message for a text that is too long, such as `The project name`. */
  readonly noun: string
  /** Code points. */
  readonly limit: number
  readonly saved: SavedText
  readonly history?: TextHistoryLink
  /** `heading` is one line that remains the page's heading while it is edited. Default: `line`. */
  readonly kind?: 'line' | 'heading' | 'paragraphs'
  readonly inputType?: 'email' | 'tel'
  /** If set, the text is chosen from these values and labels instead of typed. */
  readonly options?: readonly (readonly [value: string, label: string])[]
  readonly suggestions?: readonly string[]
  readonly hint?: string
}

/** What one Edit button edits: its name, its texts and the action they are posted to. */
export interface Editable {
  /** The accessible name of the button is `Edit {name}`. */
  readonly name: string
  /** The name of the unsaved draft, such as `text/{projectId}/details`. Each account has its own on the device. */
  readonly unsavedDraftName: string
  readonly action: string
  /** Posted with each text. */
  readonly fields: Readonly<Record<string, string>>
  readonly parts: readonly TextPart[]
  readonly failedMessage: string
  readonly savedMessage: string
}

/** Whether an `Editable` is being edited, with callbacks that start and end editing. At most one is edited at a time. */
export interface EditingState {
  readonly editing: boolean
  readonly onEdit: () => void
  readonly onDone: () => void
}

/** A saved text as it is shown to the user. A chosen value may since have been removed from the options. */
export function displayedText({ options }: Pick<TextPart, 'options'>, text: string): string {
  if (!options) return text
  return options.find(([value]) => value === text)?.[1] ?? (text || 'Not given')
}
