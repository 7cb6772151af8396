import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useReady } from './ready.ts'

interface BulkBarProps {
  /** How many are selected, of so many. */
  selected: number
  count: number
  busy: boolean
  onAll: () => void
  onNone: () => void
  /** `1`, `last`, or what was typed. */
  onMove: (position: string) => void
  onRemove: () => void
  /** What went wrong, the last time. */
  children: ReactNode
}

/** What can be done with several images at once. */
export function BulkBar({ selected, count, busy, onAll, onNone, onMove, onRemove, children }: BulkBarProps) {
  const ready = useReady()
  const some = selected > 0
  const unmovable = busy || selected === count
  // What has nothing to do stays in reach of the keyboard: the focus would be lost.
  const tool = (says: string, act: () => void, { name = says, look = '', idle = busy } = {}) => (
    <button
      type="button"
      className={`tool-link ${look}`}
      aria-label={name}
      disabled={!ready}
      aria-disabled={idle || undefined}
      onClick={() => !idle && act()}
    >
      {says}
    </button>
  )
  return (
    <div className="tool-bulk" role="group" aria-label="Several images" data-some={some || undefined}>
      <p aria-live="polite">{some ? `${selected} of ${count} selected` : 'Select'}</p>
      {tool('All', onAll, { name: 'Select all', idle: selected === count })}
      {tool('None', onNone, { name: 'Select none', idle: !some })}
      {some ? (
        <>
          {tool('Move to first', () => onMove('1'), { idle: unmovable })}
          {tool('Move to last', () => onMove('last'), { idle: unmovable })}
          <MoveTo most={count - selected + 1} idle={unmovable} onMove={onMove} />
          {tool(selected === 1 ? 'Remove 1 image' : `Remove ${selected} images`, onRemove, { look: 'tool-danger' })}
        </>
      ) : null}
      {children}
    </div>
  )
}

function MoveTo({ most, idle, onMove }: { most: number; idle: boolean; onMove: (position: string) => void }) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const move = (event: FormEvent) => {
    event.preventDefault()
    if (idle || typed === '') return
    onMove(typed)
    setTyped('')
  }
  return (
    <form className="tool-position" noValidate onSubmit={move}>
      <label htmlFor={id}>To</label>
      <input
        id={id}
        aria-label="Move to position"
        type="number"
        min={1}
        max={most}
        step={1}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onWheel={({ currentTarget }) => currentTarget.blur()}
      />
      <button
        type="submit"
        className="tool-link"
        aria-label="Move to this position"
        aria-disabled={idle || typed === '' || undefined}
      >
        Move
      </button>
    </form>
  )
}
