import { useCallback, useId, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useScrollLock } from '#app/ui/dialog/scroll-lock.ts'
import { useModal } from '#app/ui/dialog/use-modal.ts'
import { focusBeforeResize } from './phone-screen.ts'
import type { Details } from './use-details.ts'
import { useVisibleArea } from './use-visible-area.ts'

interface DetailsPanelProps {
  details: Details
  /** For accessible names: `image 3`. */
  name: string
  children: ReactNode
}

/**
 * Shows the details of an image in place; on phones as a sheet at the bottom of the screen. If the width of the window
 * changes, the same elements move into the sheet or out of it, and keep their state and focus.
 */
export function DetailsPanel({ details: { isSheet, close, markUsed }, name, children }: DetailsPanelProps) {
  const [host] = useState(createHost)
  const restoreFocus = useCallback(() => {
    const focused = focusBeforeResize()
    if (focused instanceof HTMLElement && host.contains(focused)) focused.focus()
  }, [host])
  const attachHost = useCallback(
    (place: HTMLElement | null) => {
      place?.append(host)
      restoreFocus()
    },
    [host, restoreFocus],
  )
  const place = <div ref={attachHost} className="tool-details-place" />
  return (
    <>
      {isSheet ? (
        <Sheet title={`Describe ${name}`} onOpened={restoreFocus} onClose={close}>
          {place}
        </Sheet>
      ) : (
        place
      )}
      {createPortal(
        <div className="tool-image-details" onFocus={markUsed}>
          {children}
        </div>,
        host,
      )}
    </>
  )
}

function createHost(): HTMLElement {
  return Object.assign(document.createElement('div'), { className: 'tool-details-place' })
}

interface SheetProps {
  title: string
  onOpened: () => void
  onClose: () => void
  children: ReactNode
}

function Sheet({ title, onOpened, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useScrollLock(true)
  useVisibleArea(dialog)
  useModal(dialog, onClose, { onOpened })
  return (
    <dialog
      ref={dialog}
      className="tool-sheet"
      aria-labelledby={id}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="tool-sheet-bar">
        <p id={id}>{title}</p>
        <button type="button" className="tool-link" onClick={onClose}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  )
}
