import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'

/**
 * Opens the dialog over everything while it is drawn; gives the focus back to where it was.
 * Whatever closes it (Escape, twice Escape, the browser's own gesture) is told to `onClose` once.
 * `onShown` runs in the frame that shows it first, `onGo` when it is about to leave the page; that may name another
 * element for the focus.
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  onClose: () => void,
  { onShown, onGo }: { onShown?: () => void; onGo?: () => HTMLElement | null } = {},
): void {
  const close = useEffectEvent(onClose)
  const appears = useEffectEvent(() => onShown?.())
  const goes = useEffectEvent(() => onGo?.())

  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return
    const opener = document.activeElement
    const onCancel = (event: Event) => {
      event.preventDefault()
      close()
    }
    // Chrome closes on a second Escape whatever `cancel` says.
    const onForced = () => close()
    // One that came with the page is open already, but the page behind it is still in reach.
    shown.removeAttribute('open')
    shown.showModal()
    appears()
    shown.addEventListener('cancel', onCancel)
    shown.addEventListener('close', onForced)
    return () => {
      shown.removeEventListener('cancel', onCancel)
      shown.removeEventListener('close', onForced)
      const goal = goes() ?? opener
      // What lies behind takes no focus before this.
      shown.close()
      // What was focused may have gone, with what was deleted.
      if (goal instanceof HTMLElement && goal.isConnected) goal.focus({ preventScroll: true })
    }
  }, [dialog])
}
