import type { SavedText } from '#portfolio/studio/studio.ts'

/** One text of an editor, which is saved separately. */
export interface TextPart {
  /** As posted to the action, and as named in its refusals. */
  readonly field: string
  readonly label: string
  /** Begins the message about a text that is too long: `The project name`. */
  readonly noun: string
  /** Code points. */
  readonly limit: number
  readonly saved: SavedText
  /** What its history is called: `History of {name}`; the key of the history is in the URL. */
  readonly history?: { readonly key: string; readonly name: string }
  /** `heading` is one line that remains the page's heading while it is edited. Default: `line`. */
  readonly kind?: 'line' | 'heading' | 'paragraphs'
  readonly inputType?: 'email' | 'tel'
  /** Values and labels to choose from, instead of typing. */
  readonly options?: readonly (readonly [value: string, label: string])[]
  readonly hint?: string
}

/** What one Edit button edits: where it is posted, how it is called, and its texts. */
export interface Editable {
  /** The accessible name of the button is `Edit {name}`. */
  readonly name: string
  /** Drafts are kept on the device under this name, for each account: `text/{projectId}/details`. */
  readonly draftName: string
  readonly action: string
  /** Posted with each text. */
  readonly fields: Readonly<Record<string, string>>
  readonly parts: readonly TextPart[]
  readonly failedMessage: string
  readonly savedMessage: string
}

/** Whether a text is edited, and what begins and ends it: only one text of a page is edited at a time. */
export interface EditingState {
  readonly editing: boolean
  readonly onEdit: () => void
  readonly onDone: () => void
}
