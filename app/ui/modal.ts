import { useEffect, useRef, type RefObject } from 'react'

/**
 * Opens the dialog over everything while it is drawn; gives the focus back to where it was.
 * `onShown` is told what had the focus before.
 * Whatever closes it (Escape, twice Escape, the browser's own gesture) is told to `onClose` once.
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  onClose: () => void,
  onShown?: (opener: Element | null) => void,
): void {
  const tell = useRef({ onClose, onShown })
  useEffect(() => {
    tell.current = { onClose, onShown }
  })

  useEffect(() => {
    const shown = dialog.current
    if (!shown) return
    const opener = document.activeElement
    const onCancel = (event: Event) => {
      event.preventDefault()
      tell.current.onClose()
    }
    // Chrome closes on a second Escape whatever `cancel` says.
    const onForced = () => tell.current.onClose()
    shown.showModal()
    tell.current.onShown?.(opener)
    shown.addEventListener('cancel', onCancel)
    shown.addEventListener('close', onForced)
    return () => {
      shown.removeEventListener('cancel', onCancel)
      shown.removeEventListener('close', onForced)
      shown.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [dialog])
}
