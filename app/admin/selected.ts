import { useRef, useState } from 'react'

/** Which items of a list are selected; whatever has gone is not. */
export function useSelected(ids: readonly string[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  // Where a range begins: the last one that was clicked by itself.
  const anchor = useRef<string | null>(null)
  const selected = ids.filter((id) => marked.has(id))
  return {
    selected,
    has: (id: string) => marked.has(id),
    /** With `range`, all from the last one that was clicked to this one follow it. */
    set(id: string, on: boolean, range: boolean): void {
      const changed = range && anchor.current !== null ? rangeOf(ids, anchor.current, id) : [id]
      anchor.current = id
      setMarked((before) => withAll(before, changed, on))
    },
    all: () => setMarked(new Set(ids)),
    none: () => setMarked(new Set()),
  }
}

/** The ids from one to the other, in either direction, both included. */
export function rangeOf(ids: readonly string[], from: string, to: string): string[] {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)].sort((one, other) => one - other)
  return start === undefined || end === undefined || start < 0 ? [to] : ids.slice(start, end + 1)
}

function withAll(before: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> {
  const after = new Set(before)
  for (const id of ids) {
    if (on) after.add(id)
    else after.delete(id)
  }
  return after
}
