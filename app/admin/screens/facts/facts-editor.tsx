import { useEffect, useRef } from 'react'
import type { Project } from '#portfolio/project/project.ts'
import EditableText from '#app/admin/edit-text/editable-text.tsx'
import { listUnsavedTextNames } from '#app/admin/edit-text/unsaved-texts.ts'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useRootData } from '#app/use-root-data.ts'
import { FactLines, FactList, FactRow } from '#app/visitor/projects/fact-list.tsx'
import { AddFact } from './add-fact.tsx'
import {
  draftSuffix,
  editableOf,
  listEmptiedHistories,
  factGroups,
  isFilled,
  linesOf,
  type EditableFacts,
  type FactGroup,
} from './fact-groups.ts'

interface FactsEditorProps {
  project: Project
  facts: EditableFacts
  /** The draft suffix of the text that is being edited on the page. */
  editing: string | null
  onEdit: (suffix: string) => void
  onDone: (suffix: string) => void
}

export default function FactsEditor({ project, facts, editing, onEdit, onDone }: FactsEditorProps) {
  const addButton = useRef<HTMLButtonElement>(null)
  const userId = useRootData().person?.userId ?? ''
  const ready = useHydrated()
  const prefix = `text/${project.id}/`
  const drafts = ready ? listUnsavedTextNames(userId, prefix) : []
  const isShown = (group: FactGroup) =>
    isFilled(group, facts) || editing === draftSuffix(group) || drafts.includes(prefix + draftSuffix(group))
  const shown = factGroups.filter(isShown)
  useFocusWhenGone(addButton, editing, shown)
  return (
    <div className="tool-facts tool-beside">
      <AdminStyles />
      {shown.length > 0 ? (
        <FactList>
          {shown.map((group) => (
            <FactRow key={group.id} name={group.name}>
              <EditableText
                editable={editableOf(project, group, facts)}
                editing={editing === draftSuffix(group)}
                onEdit={() => onEdit(draftSuffix(group))}
                onDone={() => onDone(draftSuffix(group))}
              >
                <FactLines lines={linesOf(group, facts)} />
              </EditableText>
            </FactRow>
          ))}
        </FactList>
      ) : null}
      <AddFact
        button={addButton}
        groups={addableGroups(shown)}
        emptiedHistories={listEmptiedHistories(project.id, shown, facts)}
        disabled={!ready}
        hint={shown.length === 0 ? 'Year, place, client, sector, credits and more, beside the text.' : null}
        onAdd={(group) => onEdit(draftSuffix(group))}
      />
    </div>
  )
}

/** The facts that are not shown yet. Of the unused awards and publications, only the first is offered. */
function addableGroups(shown: readonly FactGroup[]): FactGroup[] {
  const missing = factGroups.filter((group) => !shown.includes(group))
  const freeEntry = missing.find(({ name }) => name === 'press')
  return missing.filter((group) => group.name !== 'press' || group === freeEntry)
}

/** Focuses the button if the edited fact has disappeared because it is empty now. */
function useFocusWhenGone(
  button: { readonly current: HTMLButtonElement | null },
  editing: string | null,
  shown: readonly FactGroup[],
): void {
  const edited = useRef<string | null>(null)
  useEffect(() => {
    const isGone = edited.current !== null && !shown.some((group) => draftSuffix(group) === edited.current)
    if (editing === null && isGone) button.current?.focus()
    edited.current = editing?.startsWith('fact/') ? editing : null
  })
}
