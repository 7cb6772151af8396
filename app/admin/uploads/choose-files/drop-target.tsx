import { useState, type DragEvent, type ReactNode } from 'react'

/** Accepts files dropped on one area of a page. Keyboard users have a file picker beside it. */
export function DropTarget({ onFiles, children }: { onFiles: (files: readonly File[]) => void; children: ReactNode }) {
  const [active, setActive] = useState(false)
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    // Otherwise the browser would open the dropped file.
    event.preventDefault()
    setActive(true)
  }
  return (
    <div
      className="tool-drop-target"
      data-active={active || undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setActive(false)}
      onDrop={(event) => {
        event.preventDefault()
        setActive(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
    </div>
  )
}
