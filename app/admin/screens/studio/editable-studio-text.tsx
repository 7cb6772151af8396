import type { ReactNode } from 'react'
import { href } from 'react-router'
import { textKey } from '#portfolio/history/history.ts'
import type { SavedText } from '#portfolio/studio/studio.ts'
import { studioTextLimits, type StudioText } from '#portfolio/studio/text-limits.ts'
import { studioTextNames } from '#app/admin/edit-text/studio-text-names.ts'
import EditableText from '#app/admin/edit-text/editable-text.tsx'
import type { EditingState, TextPart } from '#app/admin/edit-text/editable.ts'

interface EditableStudioTextProps extends EditingState {
  field: StudioText
  saved: SavedText
  options?: TextPart['options']
  children: ReactNode
}

interface TextDescription extends Pick<TextPart, 'label' | 'noun' | 'kind' | 'inputType' | 'hint'> {
  /** What belongs there, shown while the text is empty. */
  readonly emptyNote: string
}

const descriptions: Readonly<Record<StudioText, TextDescription>> = {
  designerName: {
    label: 'Designer’s name',
    noun: 'The designer’s name',
    emptyNote: 'Your name appears here, above the biography.',
  },
  studioName: {
    label: 'Studio’s name',
    noun: 'The studio’s name',
    emptyNote: 'The name of the studio appears here, at the top of every page and in search results.',
  },
  city: { label: 'City', noun: 'The city', emptyNote: 'The city of the studio appears here.' },
  phone: {
    label: 'Phone',
    noun: 'The phone number',
    inputType: 'tel',
    emptyNote: 'Your phone number appears here, if you want to be called.',
  },
  email: {
    label: 'E-mail',
    noun: 'The e-mail address',
    inputType: 'email',
    emptyNote: 'Your e-mail address appears here. The form works without it.',
  },
  landingWords: {
    label: 'Words under the heading',
    noun: 'The landing words',
    emptyNote: 'A sentence about what you do can appear here.',
  },
  biography: {
    label: 'Biography',
    noun: 'The biography',
    kind: 'paragraphs',
    hint: 'An empty line begins a new paragraph.',
    emptyNote: 'Who you are, where you come from and how you work appear here: a few paragraphs.',
  },
  searchDescription: {
    label: 'Search description',
    noun: 'The search description',
    hint: 'Shown below your name in search results and link previews. The first 160 characters count.',
    emptyNote: 'One sentence about the studio for search results. Without it, they show a general one.',
  },
  country: {
    label: 'Country',
    noun: 'The country',
    emptyNote: 'Search engines show it with your address.',
  },
  timeZone: { label: 'Time zone', noun: 'The time zone', emptyNote: 'Dates and times are shown in it.' },
  privacyParagraph: {
    label: 'Your own paragraph',
    noun: 'The privacy paragraph',
    kind: 'paragraphs',
    emptyNote:
      'The notice is generated from what this site does. Add anything else that applies, such as who keeps your books.',
  },
}

export default function EditableStudioText({ field, saved, options, children, ...props }: EditableStudioTextProps) {
  const { emptyNote, ...part } = descriptions[field]
  const name = studioTextNames[field]
  const history = { key: textKey({ kind: 'studio', field }), name }
  return (
    <EditableText
      {...props}
      editable={{
        name,
        unsavedDraftName: `text/studio/${field}`,
        action: href('/studio'),
        fields: { intent: 'save-text' },
        parts: [{ ...part, field, saved, history, limit: studioTextLimits[field], ...(options && { options }) }],
        failedMessage: 'Failed to update the studio',
        savedMessage: 'Saved. Visitors see it now.',
      }}
    >
      {saved.text === '' ? <p className="tool-empty-note">{emptyNote}</p> : children}
    </EditableText>
  )
}
