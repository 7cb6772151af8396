import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Result } from '#portfolio/result.ts'

/** Shows the requested order before the server responds, the old one after a refusal. A moved element keeps focus. */
export function useOptimisticOrder<T extends { readonly id: string }>(items: readonly T[]) {
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const latestOrder = useRef<readonly string[] | null>(null)
  const lastRequest = useRef<Promise<unknown>>(Promise.resolve())

  const reorder = async <R>(next: readonly string[], request: () => Promise<Result<R>>): Promise<Result<R>> => {
    latestOrder.current = next
    keepFocus(() => setOrder(next))
    // Moves in quick succession are shown immediately, but their requests are sent one at a time.
    const requested = lastRequest.current.then(request)
    lastRequest.current = requested
    const result = await requested
    if (!result.ok || latestOrder.current === next) keepFocus(() => setOrder(null))
    return result
  }
  return { items: order ? sortByIds(items, order) : items, reorder }
}

/** An item that is not in `order` keeps its index. */
function sortByIds<T extends { readonly id: string }>(items: readonly T[], order: readonly string[]): readonly T[] {
  const indexOf = (id: string, index: number) => (order.includes(id) ? order.indexOf(id) : index)
  return items
    .map((item, index) => ({ item, index: indexOf(item.id, index) }))
    .toSorted((a, b) => a.index - b.index)
    .map(({ item }) => item)
}

/** Restores focus, which an element loses when React moves it in the document. */
function keepFocus(render: () => void): void {
  const focused = document.activeElement
  flushSync(render)
  if (focused instanceof HTMLElement && focused.isConnected && document.activeElement !== focused) {
    focused.focus({ preventScroll: true })
    focused.scrollIntoView({ block: 'nearest' })
  }
}
