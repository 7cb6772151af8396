import { useEffect, useRef, type RefObject } from 'react'

/**
 * Opens the dialog over everything while it is drawn; gives the focus back to where it was.
 * Whatever closes it (Escape, twice Escape, the browser's own gesture) is told to `onClose` once.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  const tell = useRef(onClose)
  useEffect(() => {
    tell.current = onClose
  })

  useEffect(() => {
    const shown = dialog.current
    if (!shown) return
    const opener = document.activeElement
    const onCancel = (event: Event) => {
      event.preventDefault()
      tell.current()
    }
    // Chrome closes on a second Escape whatever `cancel` says.
    const onForced = () => tell.current()
    shown.showModal()
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
