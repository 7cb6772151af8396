/** Moves `movedIds` as one block, in their current order, before the item at `index`, or else to the end. */
export function moveToIndex(ids: readonly string[], movedIds: readonly string[], index: number): string[] {
  const moved = ids.filter((id) => movedIds.includes(id))
  const before = ids.slice(0, index).filter((id) => !movedIds.includes(id))
  const after = ids.slice(index).filter((id) => !movedIds.includes(id))
  return [...before, ...moved, ...after]
}
