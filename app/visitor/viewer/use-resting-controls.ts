import { useEffect, type RefObject } from 'react'

const restAfterMs = 3_000

/** Marks the dialog with `data-resting` when no pointer and no key has been used for three seconds. */
export function useRestingControls(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout>
    const abort = new AbortController()
    const wake = () => {
      clearTimeout(timer)
      element.removeAttribute('data-resting')
      timer = setTimeout(() => element.setAttribute('data-resting', ''), restAfterMs)
    }
    for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
      element.addEventListener(event, wake, { signal: abort.signal, passive: true })
    wake()
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [dialog])
}
