import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useReady } from './ready.ts'

interface PositionFieldProps {
  position: number
  min?: number
  max?: number
  /** Saves what was typed, as it was typed. Answers with the sentence to show at the input, if any. */
  save: (typed: string) => Promise<string | null>
}

/** A position to be typed over; saved on Enter and on leaving. What is refused gives way to the old value. */
export function PositionField({ position, min, max, save }: PositionFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const ready = useReady()
  const [typed, setTyped] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const commit = async () => {
    if (typed === null || saving) return
    if (typed === String(position)) return setTyped(null)
    setSaving(true)
    setProblem(null)
    const sentence = await save(typed)
    setProblem(sentence)
    setSaving(false)
    setTyped(null)
    // The card or image has moved, and the focus with it.
    if (!sentence && document.activeElement === input.current) input.current?.scrollIntoView({ block: 'nearest' })
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
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void commit()}
        onKeyDown={onKeyDown}
        // Scrolling the page over the field must not turn its number.
        onWheel={(event) => event.currentTarget.blur()}
      />
      {problem ? (
        <p id={`${id}-problem`} role="alert" className="tool-why">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
