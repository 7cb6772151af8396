import { useEffect, useId, useRef, type RefObject } from 'react'
import type { ProjectText } from '#portfolio/project/project.ts'
import { isLongName } from '#app/visitor/projects/long-name.ts'

const labels: Record<ProjectText, string> = { name: 'Project Name', details: 'Project Details' }

interface TextInputProps {
  field: ProjectText
  text: string
  error: string | undefined
  /** Whether the conflicting saved text is shown beside it. */
  hasConflict: boolean
  onEdit: (text: string) => void
}

/** The input or textarea of the text that is being edited. */
export function TextInput({ field, text, error, hasConflict, onEdit }: TextInputProps) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const id = useId()
  useFocusAtEnd(input)
  const inputProps = {
    ref: input,
    id,
    value: text,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  const label = (
    <label htmlFor={id} className="tool-label">
      {hasConflict ? `${labels[field]}, yours` : labels[field]}
    </label>
  )
  return (
    <div className="tool-field">
      {field === 'name' ? (
        // The name remains the page's heading while it is edited.
        <h1 className="tool-field tool-heading">
          {label}
          <input
            {...inputProps}
            type="text"
            dir="auto"
            className="tool-name-input"
            data-long={isLongName(text)}
            onChange={(event) => onEdit(event.target.value)}
          />
        </h1>
      ) : (
        <>
          {label}
          <textarea
            {...inputProps}
            rows={12}
            dir="auto"
            className="tool-details-input"
            onChange={(event) => onEdit(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
            }}
          />
        </>
      )}
      {error ? (
        <p id={`${id}-error`} className="tool-error">
          {error}
        </p>
      ) : null}
    </div>
  )
}

function useFocusAtEnd(input: RefObject<HTMLInputElement | HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const end = input.current?.value.length ?? 0
    input.current?.focus()
    input.current?.setSelectionRange(end, end)
  }, [input])
}
