import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * What is taken away, or disabled, while something goes on lets go of the focus. Once it is over the focus goes to
 * `find`, unless it has gone somewhere else by then. With `preventScroll` the page stays where it was scrolled to.
 */
export function useFocusBack(find: () => HTMLElement | null | undefined, away: boolean, how: FocusOptions = {}): void {
  const before = useRef(away)
  const giveBack = useEffectEvent(() => find()?.focus(how))
  useEffect(() => {
    const over = before.current && !away
    before.current = away
    if (over && document.activeElement === document.body) giveBack()
  }, [away])
}
