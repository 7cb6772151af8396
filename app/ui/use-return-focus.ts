import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Restores focus that is lost while an element is disabled or removed. When `away` becomes false, focuses the element
 * that `find` returns, unless another element has focus by then.
 */
export function useReturnFocus(
  find: () => HTMLElement | null | undefined,
  away: boolean,
  options: FocusOptions = {},
): void {
  const wasAway = useRef(away)
  const returnFocus = useEffectEvent(() => find()?.focus(options))
  useEffect(() => {
    const isBack = wasAway.current && !away
    wasAway.current = away
    if (isBack && document.activeElement === document.body) returnFocus()
  }, [away])
}
