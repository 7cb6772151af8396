import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Outcome } from '#portfolio/outcome.ts'

/**
 * A list in the order that was wished for, before the site has agreed; refused, the old order is back. Where an item
 * moves, the focus that is in it goes along.
 */
export function useOrder<T extends { readonly id: string }>(items: readonly T[]) {
  const [wished, setWished] = useState<readonly string[] | null>(null)
  const latest = useRef<readonly string[] | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const placeOf = (id: string, index: number) => {
    const place = wished?.indexOf(id) ?? -1
    return place < 0 ? index : place
  }
  const shown = wished
    ? items
        .map((item, index) => ({ item, place: placeOf(item.id, index) }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ item }) => item)
    : items

  const reorder = async <A>(order: readonly string[], ask: () => Promise<Outcome<A>>): Promise<Outcome<A>> => {
    latest.current = order
    keepFocus(() => setWished(order))
    // Quick presses follow one another: each is seen at once, and asked for when the last one was answered.
    const answered = queue.current.then(ask)
    queue.current = answered
    const outcome = await answered
    if (!outcome.ok || latest.current === order) keepFocus(() => setWished(null))
    return outcome
  }
  return { shown, reorder }
}

/** An element that is put elsewhere in the page loses the focus. */
function keepFocus(draw: () => void): void {
  const focused = document.activeElement
  flushSync(draw)
  if (focused instanceof HTMLElement && focused.isConnected && document.activeElement !== focused) {
    focused.focus({ preventScroll: true })
    focused.scrollIntoView({ block: 'nearest' })
  }
}
