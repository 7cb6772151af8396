import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface BulkActionsProps {
  /** The number of selected images among `count`. */
  selected: number
  count: number
  onAll: () => void
  onNone: () => void
  /** `position` is `1`, `last` or the typed text. */
  onMove: (position: string) => void
  onRemove: () => void
  tools: ReactNode
  /** The form of a tool, the button that undoes an earlier move, and failure messages. */
  children: ReactNode
}

export function BulkActions({ selected, count, onAll, onNone, onMove, onRemove, tools, children }: BulkActionsProps) {
  const ready = useHydrated()
  const hasSelection = selected > 0
  const cannotMove = selected === count
  // Not `disabled`, because the button would lose focus.
  const tool = (label: string, onClick: () => void, { name = label, className = '', disabled = false } = {}) => (
    <button
      type="button"
      className={`tool-link ${className}`}
      aria-label={name}
      disabled={!ready}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      {label}
    </button>
  )
  return (
    <div
      className="tool-bulk-actions"
      role="group"
      aria-label="Several images"
      data-has-selection={hasSelection || undefined}
    >
      <p aria-live="polite">{hasSelection ? `${selected} of ${count} selected` : 'Select'}</p>
      {tool('All', onAll, { name: 'Select all', disabled: selected === count })}
      {tool('None', onNone, { name: 'Select none', disabled: !hasSelection })}
      {hasSelection ? (
        <>
          {tool('Move to first', () => onMove('1'), { disabled: cannotMove })}
          {tool('Move to last', () => onMove('last'), { disabled: cannotMove })}
          <MoveToPosition max={count - selected + 1} disabled={cannotMove} onMove={onMove} />
          {tools}
          {tool(selected === 1 ? 'Remove 1 image' : `Remove ${selected} images`, onRemove, {
            className: 'tool-danger',
          })}
        </>
      ) : null}
      {children}
    </div>
  )
}

interface MoveToPositionProps {
  max: number
  disabled: boolean
  onMove: (position: string) => void
}

function MoveToPosition({ max, disabled, onMove }: MoveToPositionProps) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (disabled || typed === '') return
    onMove(typed)
    setTyped('')
  }
  return (
    <form className="tool-position" noValidate onSubmit={onSubmit}>
      <label htmlFor={id}>To</label>
      <input
        id={id}
        aria-label="Move to position"
        type="number"
        min={1}
        max={max}
        step={1}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onWheel={({ currentTarget }) => currentTarget.blur()}
      />
      <button
        type="submit"
        className="tool-link"
        aria-label="Move to this position"
        aria-disabled={disabled || typed === '' || undefined}
      >
        Move
      </button>
    </form>
  )
}
