import { useEffect, useEffectEvent, useState } from 'react'

interface DropZoneProps {
  /** Shown while files are dragged over the page. */
  message: string
  /** `transfer` also has dropped folders. */
  onFiles: (files: readonly File[], transfer: DataTransfer) => void
}

/** Accepts files dropped anywhere on the page, or pasted. Render it once per page. */
export function DropZone({ message, onFiles }: DropZoneProps) {
  const [active, setActive] = useState(false)
  const accept = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])]
    if (!data || files.length === 0) return
    event.preventDefault()
    onFiles(files, data)
  })

  useEffect(() => {
    const controller = new AbortController()
    const options = { signal: controller.signal }
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event) || isOverFileInput(event)) return setActive(false)
      // Otherwise the browser would navigate to the dropped file.
      event.preventDefault()
      setActive(true)
    }
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setActive(false)
    const onDrop = (event: DragEvent) => {
      setActive(false)
      if (hasFiles(event) && !isOverFileInput(event)) accept(event, event.dataTransfer)
    }
    window.addEventListener('dragenter', onDrag, options)
    window.addEventListener('dragover', onDrag, options)
    window.addEventListener('dragleave', onLeave, options)
    window.addEventListener('drop', onDrop, options)
    window.addEventListener('paste', (event) => accept(event, event.clipboardData), options)
    return () => controller.abort()
  }, [])

  return active ? (
    <div className="tool-drop-zone" aria-hidden>
      <p>{message}</p>
    </div>
  ) : null
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

/** File inputs handle drops themselves. */
function isOverFileInput(event: DragEvent): boolean {
  return event.target instanceof HTMLInputElement && event.target.type === 'file'
}
