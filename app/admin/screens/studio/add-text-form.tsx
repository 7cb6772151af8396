import { useId, useState, type ComponentProps, type FormEvent } from 'react'
import { href } from 'react-router'
import type { Refusal } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface AddTextFormProps extends Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'placeholder' | 'maxLength' | 'dir'
> {
  label: string
  buttonLabel: string
  intent: string
  /** The name of the form field, also in refusals. */
  field: string
}

export function AddTextForm({ label, buttonLabel, intent, field, ...input }: AddTextFormProps) {
  const { submit, submitting } = useActionFetcher<{ id: string }>(href('/studio'))
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const id = useId()
  const ready = useHydrated()
  const error = refusal?.fields?.[field]
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (submitting) return
    setRefusal(null)
    const result = await submit({ intent, [field]: text })
    if (result.ok) setText('')
    else setRefusal(result)
  }
  return (
    <form className="tool-field" noValidate onSubmit={(event) => void add(event)}>
      <label htmlFor={id} className="tool-label">
        {label}
      </label>
      <input
        {...input}
        id={id}
        autoComplete="off"
        className="tool-line-input"
        readOnly={submitting}
        disabled={!ready}
        value={text}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {error ? (
        <p id={`${id}-error`} role="alert" className="tool-error">
          {error}
        </p>
      ) : null}
      {refusal && !error ? <FailureMessage message="Failed to update the studio" reason={refusal} /> : null}
      <div className="tool-row">
        <Button type="submit" variant="secondary" aria-busy={submitting || undefined}>
          {buttonLabel}
        </Button>
      </div>
    </form>
  )
}
