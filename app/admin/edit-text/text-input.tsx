import { useEffect, useId, useRef, type ChangeEvent, type KeyboardEvent, type RefObject } from 'react'
import { isLongName } from '#app/visitor/projects/long-name.ts'
import type { TextPart } from './editable.ts'

interface TextInputProps {
  part: TextPart
  /** Whether the input is focused when it appears. */
  focused: boolean
  text: string
  error: string | undefined
  /** Whether the conflicting saved text is shown beside it. */
  hasConflict: boolean
  onEdit: (text: string) => void
}

type Input = HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement

export function TextInput({ part, focused, text, error, hasConflict, onEdit }: TextInputProps) {
  const input = useRef<Input>(null)
  const id = useId()
  useFocusAtEnd(input, focused)
  const descriptions = [error && `${id}-error`, part.hint && `${id}-hint`].filter(Boolean).join(' ')
  const inputProps = {
    ref: input,
    id,
    value: text,
    dir: 'auto',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': descriptions || undefined,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onEdit(target.value),
  }
  const label = (
    <label htmlFor={id} className="tool-label">
      {hasConflict ? `${part.label}, yours` : part.label}
    </label>
  )
  return (
    <div className="tool-field">
      {part.kind === 'heading' ? (
        // The name remains the page's heading while it is edited.
        <h1 className="tool-field tool-heading">
          {label}
          <NameInput text={text} inputProps={inputProps} onEdit={onEdit} />
        </h1>
      ) : (
        <>
          {label}
          <PlainInput part={part} inputProps={inputProps} />
        </>
      )}
      {part.hint ? (
        <p id={`${id}-hint`} className="tool-hint">
          {part.hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="tool-error">
          {error}
        </p>
      ) : null}
    </div>
  )
}

interface InputProps {
  id: string
  ref: RefObject<Input | null>
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void
}

/** One line of text that wraps like the heading. The pseudo-element of the `<span>` has its height. */
function NameInput({ text, inputProps, onEdit }: Pick<TextInputProps, 'text' | 'onEdit'> & { inputProps: InputProps }) {
  return (
    <span className="tool-name" data-long={isLongName(text)} data-text={text}>
      <textarea
        {...inputProps}
        rows={1}
        className="tool-name-input"
        onChange={({ target }) => onEdit(target.value.replaceAll('\n', ' '))}
        onKeyDown={(event) => {
          // Enter also ends the composition of an input method.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
    </span>
  )
}

function PlainInput({ part, inputProps }: { part: TextPart; inputProps: InputProps }) {
  if (part.options) {
    return (
      <select {...inputProps} className="tool-line-input">
        <option value="">Not given</option>
        {part.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  }
  if (part.kind !== 'paragraphs') {
    const list = part.suggestions && `${inputProps.id}-list`
    return (
      <>
        <input
          {...inputProps}
          type={part.inputType ?? 'text'}
          list={list}
          autoComplete="off"
          className="tool-line-input"
        />
        {list ? (
          <datalist id={list}>
            {part.suggestions.map((text) => (
              <option key={text}>{text}</option>
            ))}
          </datalist>
        ) : null}
      </>
    )
  }
  return (
    <textarea
      {...inputProps}
      rows={part.limit > 2_000 ? 12 : 6}
      className="tool-paragraphs-input"
      onKeyDown={(event: KeyboardEvent<HTMLTextAreaElement>) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}

function useFocusAtEnd(input: RefObject<Input | null>, focused: boolean): void {
  useEffect(() => {
    if (!focused) return
    const element = input.current
    element?.focus()
    // Inputs of the type `email` have no selection.
    if (element && element.selectionStart !== null && 'setSelectionRange' in element)
      element.setSelectionRange(element.value.length, element.value.length)
  }, [input, focused])
}
