import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Restores focus that is lost while an element is disabled or removed. When `isUnavailable` becomes false, focuses
 * the element that `findElement` returns, unless another element has focus by then.
 */
export function useReturnFocus(
  findElement: () => HTMLElement | null | undefined,
  isUnavailable: boolean,
  options: FocusOptions = {},
): void {
  const wasUnavailable = useRef(isUnavailable)
  const returnFocus = useEffectEvent(() => findElement()?.focus(options))
  useEffect(() => {
    const isBack = wasUnavailable.current && !isUnavailable
    wasUnavailable.current = isUnavailable
    if (isBack && document.activeElement === document.body) returnFocus()
  }, [isUnavailable])
}
