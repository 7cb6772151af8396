import { useEffect, useEffectEvent, type RefObject } from 'react'

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
  const tellClosed = useEffectEvent(onClose)
  const tellShown = useEffectEvent((opener: Element | null) => onShown?.(opener))

  useEffect(() => {
    const shown = dialog.current
    if (!shown) return
    const opener = document.activeElement
    const onCancel = (event: Event) => {
      event.preventDefault()
      tellClosed()
    }
    // Chrome closes on a second Escape whatever `cancel` says.
    const onForced = () => tellClosed()
    shown.showModal()
    tellShown(opener)
    shown.addEventListener('cancel', onCancel)
    shown.addEventListener('close', onForced)
    return () => {
      shown.removeEventListener('cancel', onCancel)
      shown.removeEventListener('close', onForced)
      shown.close()
      // What was focused may have gone, with what was deleted.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [dialog])
}
