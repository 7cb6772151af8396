import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface PositionFieldProps {
  position: number
  min?: number
  max?: number
  error?: string | undefined
  save: (typed: string) => Promise<unknown>
}

/** Edits a position; saves on Enter and on blur. After a refusal it shows the old value again. */
export function PositionField({ position, min, max, error, save }: PositionFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const ready = useHydrated()
  const [typed, setTyped] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)

  const commit = async () => {
    if (typed === null || saving) return
    if (typed === String(position)) return setTyped(null)
    setSaving(true)
    await save(typed)
    setSaving(false)
    setTyped(null)
    // The item has moved, together with the focused input.
    if (document.activeElement === input.current) input.current?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      void commit()
    }
    if (event.key === 'Escape' && !saving) setTyped(null)
  }
  return (
    <div className="tool-position">
      <label htmlFor={id}>Position</label>
      <input
        ref={input}
        id={id}
        type="number"
        step={1}
        min={min}
        max={max}
        value={typed ?? String(position)}
        disabled={!ready}
        readOnly={saving}
        aria-busy={saving || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void commit()}
        onKeyDown={onKeyDown}
        // Otherwise scrolling over the focused input would change the number.
        onWheel={(event) => event.currentTarget.blur()}
      />
      {error ? (
        <p id={`${id}-error`} role="alert" className="tool-error">
          {error}
        </p>
      ) : null}
    </div>
  )
}
