import { useId } from 'react'
import { acceptedTypes } from '#portfolio/photo/photo.ts'

interface PickerProps {
  label: string
  multiple?: boolean
  disabled?: boolean
  onPick: (files: readonly File[]) => void
}

/** Opens the machine's own dialog for choosing pictures. */
export function Picker({ label, multiple = false, disabled = false, onPick }: PickerProps) {
  const id = useId()
  return (
    <div className="tool-picker">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={acceptedTypes.join(',')}
        multiple={multiple}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          onPick([...(currentTarget.files ?? [])])
          // Choosing the same file once more is a choice, too.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
