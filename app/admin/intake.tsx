import { useEffect, useEffectEvent, useState } from 'react'

interface IntakeProps {
  /** What a drop anywhere on the page does. */
  says: string
  onFiles: (files: readonly File[]) => void
}

/** Takes pictures that are dropped anywhere on the page, or pasted. One per page. */
export function Intake({ says, onFiles }: IntakeProps) {
  const [over, setOver] = useState(false)
  const take = useEffectEvent((event: Event, carried: DataTransfer | null) => {
    const files = [...(carried?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  })

  useEffect(() => {
    const left = new AbortController()
    const listen = { signal: left.signal }
    const onDrag = (event: DragEvent) => {
      if (!carriesFiles(event) || hasItsOwn(event)) return setOver(false)
      // Without this the browser would leave the page and show the file.
      event.preventDefault()
      setOver(true)
    }
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const onDrop = (event: DragEvent) => {
      setOver(false)
      if (carriesFiles(event) && !hasItsOwn(event)) take(event, event.dataTransfer)
    }
    window.addEventListener('dragenter', onDrag, listen)
    window.addEventListener('dragover', onDrag, listen)
    window.addEventListener('dragleave', onLeave, listen)
    window.addEventListener('drop', onDrop, listen)
    window.addEventListener('paste', (event) => take(event, event.clipboardData), listen)
    return () => left.abort()
  }, [])

  return over ? (
    <div className="tool-intake" aria-hidden>
      <p>{says}</p>
    </div>
  ) : null
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

/** A picker takes drops by itself. */
function hasItsOwn(event: DragEvent): boolean {
  return event.target instanceof HTMLInputElement && event.target.type === 'file'
}
