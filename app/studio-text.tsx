import { lazy, useState, type ReactNode } from 'react'
import type { EditingState } from '#app/admin/edit-text/editable.ts'
import type { SavedText, StudioText as StudioTextKey } from '#portfolio/studio/studio.ts'

const EditableStudioText = lazy(() => import('#app/admin/screens/studio/editable-studio-text.tsx'))
const UnsavedDraftMessage = lazy(() => import('#app/admin/edit-text/unsaved-draft-message.tsx'))

export type TextEditing = (name: string) => EditingState

/** Keeps track of which text of the page is being edited: at most one at a time. */
export function useTextEditing(): TextEditing {
  const [edited, setEdited] = useState<string | null>(null)
  return (name) => ({
    editing: edited === name,
    onEdit: () => setEdited(name),
    // Editing of another text may have started while this one was being saved.
    onDone: () => setEdited((current) => (current === name ? null : current)),
  })
}

interface StudioTextProps {
  field: StudioTextKey
  /** The text with its version, for admins only. */
  saved: SavedText | undefined
  editing: TextEditing
  options?: readonly (readonly [value: string, label: string])[]
  /** The text as visitors see it. */
  children: ReactNode
}

export function StudioText({ field, saved, editing, options, children }: StudioTextProps) {
  const state = editing(field)
  if (saved) {
    return (
      <EditableStudioText field={field} saved={saved} {...state} {...(options && { options })}>
        {children}
      </EditableStudioText>
    )
  }
  return (
    <>
      {children}
      {state.editing ? <UnsavedDraftMessage draftName={`text/studio/${field}`} /> : null}
    </>
  )
}
