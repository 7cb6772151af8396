import { useRef, useState } from 'react'

/** The selected items of a list. Ids that are no longer in the list are not selected. */
export function useSelection(ids: readonly string[]) {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  // The id clicked last; a range starts there.
  const anchor = useRef<string | null>(null)
  const selected = ids.filter((id) => checked.has(id))
  return {
    selected,
    has: (id: string) => checked.has(id),
    /** With `range`, changes all items from the one clicked last to this one. */
    set(id: string, isSelected: boolean, range: boolean): void {
      const changed = range && anchor.current !== null ? idsInRange(ids, anchor.current, id) : [id]
      anchor.current = id
      setChecked((previous) => {
        const others = [...previous].filter((other) => !changed.includes(other))
        return new Set(isSelected ? [...others, ...changed] : others)
      })
    },
    all: () => setChecked(new Set(ids)),
    none: () => setChecked(new Set()),
  }
}

/** The ids from one id to another, inclusive, in either direction. */
export function idsInRange(ids: readonly string[], from: string, to: string): string[] {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b)
  return start === undefined || end === undefined || start < 0 ? [to] : ids.slice(start, end + 1)
}
