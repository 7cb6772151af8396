import { useId } from 'react'
import { acceptedTypes } from '#portfolio/photo/photo.ts'
import { useReady } from './ready.ts'

interface PickerProps {
  label: string
  multiple?: boolean
  /** What was chosen before is still on its way: choosing waits, but keeps the focus. */
  busy?: boolean
  onPick: (files: readonly File[]) => void
}

/** Opens the machine's own dialog for choosing pictures. */
export function Picker({ label, multiple = false, busy = false, onPick }: PickerProps) {
  const id = useId()
  const ready = useReady()
  return (
    <div className="tool-picker">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={acceptedTypes.join(',')}
        multiple={multiple}
        disabled={!ready}
        aria-disabled={busy || undefined}
        onClick={(event) => busy && event.preventDefault()}
        onChange={({ currentTarget }) => {
          if (!busy) onPick([...(currentTarget.files ?? [])])
          // Choosing the same file once more is a choice, too.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
