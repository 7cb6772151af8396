import { useRef, useState, type ReactNode } from 'react'
import { href } from 'react-router'
import type { UnfinishedPhoto } from '#portfolio/photo/photo.ts'
import { textKey } from '#portfolio/history/history.ts'
import { valueLimits, type ValueText, type EditableValue } from '#portfolio/value/value.ts'
import EditableText from '#app/admin/edit-text/editable-text.tsx'
import type { Editable } from '#app/admin/edit-text/editable.ts'
import UnsavedTextsOfRemoved from '#app/admin/edit-text/unsaved-texts-of-removed.tsx'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import UnsavedChangesDialog from '#app/admin/forms/unsaved-changes-dialog.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { startDrag } from '#app/admin/reorder/drag.ts'
import { MoveControls } from '#app/admin/reorder/move-controls.tsx'
import { moveToIndex } from '#app/admin/reorder/move-to-index.ts'
import { useOptimisticOrder } from '#app/admin/reorder/use-optimistic-order.ts'
import { RemoveButton } from '#app/admin/remove/remove-button.tsx'
import { useUndoableRemoval } from '#app/admin/remove/use-undoable-removal.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { ValueList } from '#app/visitor/studio/value-list.tsx'
import { ValuePicture } from './value-picture.tsx'

interface ValuesEditorProps {
  values: readonly EditableValue[]
  /** Keyed by photo id. */
  unfinished: Readonly<Record<string, UnfinishedPhoto>>
}

export default function ValuesEditor({ values, unfinished }: ValuesEditorProps) {
  const container = useRef<HTMLDivElement>(null)
  const { submit } = useActionFetcher<{ id: string }>(href('/studio'))
  const { submit: submitChange } = useActionFetcher(href('/studio'))
  const { items, reorder } = useOptimisticOrder(values)
  const [edited, setEdited] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [movedMessage, setMovedMessage] = useState<string | null>(null)
  const ready = useHydrated()
  const removal = useUndoableRemoval({
    container,
    remove(valueId) {
      setFailure(null)
      return submitChange({ intent: 'remove-value', valueId })
    },
    restore: (valueId) => submitChange({ intent: 'restore-value', valueId }),
  })

  const clearFailures = () => {
    setFailure(null)
    removal.clearFailure()
  }
  const add = async () => {
    clearFailures()
    const result = await submit({ intent: 'add-value' })
    if (result.ok) setEdited(result.value.id)
    else setFailure(result.message)
  }
  /** `index` is the index of the value to insert before; the number of values inserts at the end. */
  const moveTo = async (id: string, index: number) => {
    const ids = items.map((value) => value.id)
    const order = moveToIndex(ids, [id], index)
    if (order.every((valueId, at) => valueId === ids[at])) return
    clearFailures()
    setMovedMessage(null)
    const position = order.indexOf(id) + 1
    const input = { intent: 'move-value', valueId: id, position: String(position) }
    const result = await reorder(order, () => submitChange(input))
    if (result.ok) setMovedMessage(`Value ${ids.indexOf(id) + 1} was moved to position ${position} of ${ids.length}.`)
    else setFailure(result.message)
  }
  return (
    <div ref={container} role="group" aria-label="Values" tabIndex={-1} className="tool-list tool-values">
      <AdminStyles />
      {items.length === 0 ? (
        <EmptyNote />
      ) : (
        <ValueList
          values={items}
          editText={(value, index, texts) => (
            <EditableText
              editable={editableOf(value, index + 1)}
              editing={edited === value.id}
              onEdit={() => setEdited(value.id)}
              onDone={() => setEdited((current) => (current === value.id ? null : current))}
              tools={
                <>
                  <MoveControls
                    name={`value ${index + 1}`}
                    position={index + 1}
                    count={items.length}
                    onEarlier={() => void moveTo(value.id, index - 1)}
                    onLater={() => void moveTo(value.id, index + 2)}
                    onDragStart={(event) => startDrag(event, { onDrop: (target) => void moveTo(value.id, target) })}
                  />
                  <RemoveButton
                    name={`Remove value ${index + 1}`}
                    symbol="×"
                    onRemove={() => void removal.remove(value.id, `Value ${index + 1}`, index)}
                  />
                </>
              }
            >
              {value.title && value.text ? texts : <IncompleteValue>{texts}</IncompleteValue>}
            </EditableText>
          )}
          pictureTools={(value, index) => <ValuePicture value={value} number={index + 1} unfinished={unfinished} />}
        />
      )}
      {failure === null ? null : <FailureMessage message="Failed to update the studio" reason={failure} />}
      {removal.message}
      <p className="visually-hidden" role="status">
        {movedMessage}
      </p>
      <UnsavedTextsOfRemoved prefix="text/value/" except={values.map(({ id }) => `text/value/${id}`)} noun="value" />
      <div className="tool-row tool-add-value">
        <Button
          variant="secondary"
          disabled={!ready || items.length >= valueLimits.values}
          onClick={({ detail }) => void (detail < 2 && add())}
        >
          Add value
        </Button>
      </div>
      <UnsavedChangesDialog />
    </div>
  )
}

function EmptyNote() {
  return (
    <p className="tool-empty-note">
      What you stand for belongs here: one section for each value, with a drawing or a picture. Until there is one,
      visitors do not see a link to this page.
    </p>
  )
}

function IncompleteValue({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <p className="tool-empty-note">A value has a title and a text. Visitors see it as soon as it has a title.</p>
    </>
  )
}

function editableOf({ id, saved }: EditableValue, number: number): Editable {
  const history = (field: ValueText) => ({
    key: textKey({ kind: 'value', id, field }),
    name: `${field} of value ${number}`,
  })
  return {
    name: `value ${number}`,
    unsavedDraftName: `text/value/${id}`,
    action: href('/studio'),
    fields: { intent: 'save-value', valueId: id },
    parts: [
      {
        field: 'title',
        label: 'Title',
        noun: 'The title',
        limit: valueLimits.title,
        saved: saved.title,
        history: history('title'),
      },
      {
        field: 'text',
        label: 'Text',
        noun: 'The text',
        limit: valueLimits.text,
        saved: saved.text,
        history: history('text'),
        kind: 'paragraphs',
      },
    ],
    failedMessage: 'Failed to update the studio',
    savedMessage: 'Saved. Visitors see it now.',
  }
}
