import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'

/**
 * Shows the dialog as a modal while it is mounted, and restores focus afterwards. Escape and the browser's close
 * gestures call `onClose`. `onOpened` runs before the open dialog is first painted. `onClosing` runs before the dialog
 * is removed and can return a different element to focus.
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  onClose: () => void,
  { onOpened, onClosing }: { onOpened?: () => void; onClosing?: () => HTMLElement | null } = {},
): void {
  const close = useEffectEvent(onClose)
  const opened = useEffectEvent(() => onOpened?.())
  const closing = useEffectEvent(() => onClosing?.())

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement
    const onCancel = (event: Event) => {
      event.preventDefault()
      close()
    }
    // Chrome closes the dialog on a second Escape even if `cancel` was prevented. `close` is dispatched later: if
    // effects run twice, as in development, the dialog is open again by then.
    const onClosed = () => {
      if (!element.open) close()
    }
    // A server-rendered dialog is already open, but not modal.
    element.removeAttribute('open')
    element.showModal()
    opened()
    element.addEventListener('cancel', onCancel)
    element.addEventListener('close', onClosed)
    return () => {
      element.removeEventListener('cancel', onCancel)
      element.removeEventListener('close', onClosed)
      const focusTarget = closing() ?? opener
      // Elements behind a modal dialog cannot be focused.
      element.close()
      // The opener may have been removed.
      if (focusTarget instanceof HTMLElement && focusTarget.isConnected) focusTarget.focus({ preventScroll: true })
    }
  }, [dialog])
}
