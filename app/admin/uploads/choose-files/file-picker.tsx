import { useId } from 'react'
import { acceptedTypes } from '#portfolio/photo/accepted-formats.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface FilePickerProps {
  label: string
  /** The accessible name, if the label is not specific enough. It must begin with the label. */
  name?: string
  multiple?: boolean
  /** Whether it picks all files in a folder, whatever their types. */
  folders?: boolean
  /** While earlier files are being uploaded, the picker opens no file dialog but stays focusable. */
  busy?: boolean
  onPick: (files: readonly File[]) => void
}

export function FilePicker({ label, name, multiple = false, folders = false, busy = false, onPick }: FilePickerProps) {
  const id = useId()
  const ready = useHydrated()
  return (
    <div className="tool-picker">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        aria-label={name}
        {...(folders ? { webkitdirectory: '' } : { accept: acceptedTypes.join(','), multiple })}
        disabled={!ready}
        aria-disabled={busy || undefined}
        onClick={(event) => busy && event.preventDefault()}
        onChange={({ currentTarget }) => {
          if (!busy) onPick([...(currentTarget.files ?? [])])
          // Otherwise choosing the same file again would not fire a change event.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
