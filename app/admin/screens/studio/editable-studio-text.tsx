import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { SavedText } from '#portfolio/studio/studio.ts'
import { studioTextLimits, type StudioText } from '#portfolio/studio/text-limits.ts'
import EditableText from '#app/admin/edit-text/editable-text.tsx'
import type { EditingState, TextPart } from '#app/admin/edit-text/editable.ts'

interface EditableStudioTextProps extends EditingState {
  field: StudioText
  saved: SavedText
  options?: TextPart['options']
  children: ReactNode
}

interface TextDescription extends Pick<TextPart, 'label' | 'noun' | 'kind' | 'inputType' | 'hint'> {
  /** The Edit button is named `Edit {name}`. */
  readonly name: string
  /** What belongs there, shown while the text is empty. */
  readonly emptyNote: string
}

const descriptions: Readonly<Record<StudioText, TextDescription>> = {
  designerName: {
    name: 'designer name',
    label: 'Designer’s name',
    noun: 'The designer’s name',
    emptyNote: 'Your name appears here, above the biography.',
  },
  studioName: {
    name: 'studio name',
    label: 'Studio’s name',
    noun: 'The studio’s name',
    emptyNote: 'The name of the studio appears here, at the top of every page and in search results.',
  },
  city: { name: 'city', label: 'City', noun: 'The city', emptyNote: 'The city of the studio appears here.' },
  phone: {
    name: 'phone',
    label: 'Phone',
    noun: 'The phone number',
    inputType: 'tel',
    emptyNote: 'Your phone number appears here, if you want to be called.',
  },
  email: {
    name: 'e-mail',
    label: 'E-mail',
    noun: 'The e-mail address',
    inputType: 'email',
    emptyNote: 'Your e-mail address appears here. The form works without it.',
  },
  landingWords: {
    name: 'landing words',
    label: 'Words under the heading',
    noun: 'The landing words',
    emptyNote: 'A sentence about what you do can appear here.',
  },
  biography: {
    name: 'biography',
    label: 'Biography',
    noun: 'The biography',
    kind: 'paragraphs',
    hint: 'An empty line begins a new paragraph.',
    emptyNote: 'Who you are, where you come from and how you work appear here: a few paragraphs.',
  },
  searchDescription: {
    name: 'search description',
    label: 'Search description',
    noun: 'The search description',
    hint: 'Shown below your name in search results and link previews. The first 160 characters count.',
    emptyNote: 'One sentence about the studio for search results. Without it, they show a general one.',
  },
  country: {
    name: 'country',
    label: 'Country',
    noun: 'The country',
    emptyNote: 'Search engines show it with your address.',
  },
  timeZone: { name: 'time zone', label: 'Time zone', noun: 'The time zone', emptyNote: 'The clock of the studio.' },
  privacyParagraph: {
    name: 'privacy paragraph',
    label: 'Your own paragraph',
    noun: 'The privacy paragraph',
    kind: 'paragraphs',
    emptyNote: 'The notice writes itself from what this site does. Add what else you do, such as who keeps your books.',
  },
}

/** A text of the studio with an Edit button. */
export default function EditableStudioText({ field, saved, options, children, ...props }: EditableStudioTextProps) {
  const { name, emptyNote, ...part } = descriptions[field]
  return (
    <EditableText
      {...props}
      editable={{
        name,
        draftName: `text/studio/${field}`,
        action: href('/studio'),
        fields: { intent: 'save-text' },
        parts: [{ ...part, field, saved, limit: studioTextLimits[field], ...(options && { options }) }],
        failedMessage: 'Failed to update the studio',
        savedMessage: 'Saved. Visitors see it now.',
      }}
    >
      {saved.text === '' ? <p className="tool-empty-note">{emptyNote}</p> : children}
    </EditableText>
  )
}
