import { useId, useState, type FormEvent } from 'react'
import { href } from 'react-router'
import { oldAddressLimits } from '#portfolio/old-address/old-address.ts'
import type { Refusal } from '#portfolio/result.ts'
import { findUnsavedTexts, storeUnsavedTexts } from '#app/admin/edit-text/unsaved-texts.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useUnsavedChanges } from '#app/admin/forms/unsaved-changes.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { Button } from '#app/ui/button.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useRootData } from '#app/use-root-data.ts'

export function PasteOldAddresses() {
  const draftKey = { userId: useRootData().person?.userId ?? '', name: 'text/old-addresses' }
  const ready = useHydrated()
  const stored = ready ? (findUnsavedTexts(draftKey)?.['list']?.text ?? '') : ''
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const text = typed ?? stored
  useUnsavedChanges(text !== '')
  const edit = (list: string) => {
    setTyped(list)
    setMessage(null)
    // Otherwise a form that is open because of a stored list would disappear when the list is emptied.
    setIsOpen(true)
    storeUnsavedTexts(draftKey, list === '' ? null : { list: { text: list, version: 0 } })
  }
  const onAdded = (count: number) => {
    edit('')
    const added = count === 1 ? '1 old address was added.' : `${count} old addresses were added.`
    setMessage(count === 0 ? 'All of these are already in the list.' : added)
  }
  const isShown = isOpen || stored !== ''
  return (
    <>
      <button
        type="button"
        className="tool-link tool-paste"
        disabled={!ready}
        aria-expanded={isShown}
        onClick={() => setIsOpen(!isShown)}
      >
        Paste a list
      </button>
      {isShown ? <ListForm text={text} onEdit={edit} onAdded={onAdded} /> : null}
      <StatusMessage>{message}</StatusMessage>
    </>
  )
}

interface ListFormProps {
  text: string
  onEdit: (text: string) => void
  onAdded: (count: number) => void
}

function ListForm({ text, onEdit, onAdded }: ListFormProps) {
  const { submit, submitting } = useActionFetcher<{ added: number }>(href('/studio'))
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const id = useId()
  const error = refusal?.fields?.['list']
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (submitting) return
    setRefusal(null)
    const result = await submit({ intent: 'add-old-addresses', list: text })
    if (result.ok) onAdded(result.value.added)
    else setRefusal(result)
  }
  return (
    <form className="tool-field" noValidate onSubmit={(event) => void add(event)}>
      <label htmlFor={id} className="tool-label">
        List of old addresses
      </label>
      <p id={`${id}-hint`} className="tool-hint">
        A line for each, such as /about.html -&gt; /about or /kiln.php?id=3 -&gt; /projects/kiln.
      </p>
      <textarea
        id={id}
        rows={8}
        className="tool-paragraphs-input"
        autoCapitalize="off"
        spellCheck={false}
        dir="ltr"
        maxLength={oldAddressLimits.list}
        readOnly={submitting}
        value={text}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        onChange={({ currentTarget }) => onEdit(currentTarget.value)}
      />
      {error ? (
        <p id={`${id}-error`} role="alert" className="tool-error tool-lines">
          {error}
        </p>
      ) : null}
      {refusal && !error ? <FailureMessage message="Failed to update the studio" reason={refusal} /> : null}
      <div className="tool-row">
        <Button type="submit" variant="secondary" aria-busy={submitting || undefined}>
          Add list
        </Button>
      </div>
    </form>
  )
}
