/** A project and the position that orders it. */
export interface Standing {
  readonly id: string
  readonly position: number
}

/**
 * The positions to write so that `id` stands at index `at` among the others, which are in their order. As few as
 * possible: typed positions with gaps between them keep their gaps.
 */
export function positionsWith(id: string, others: readonly Standing[], at: number): Standing[] {
  const [previous, next] = [others[at - 1], others[at]]
  const position = previous ? previous.position + 1 : next ? next.position - 1 : 1
  const moved = [{ id, position }]
  for (const other of others.slice(at)) {
    const taken = moved.at(-1)?.position ?? position
    if (other.position > taken) break
    moved.push({ id: other.id, position: taken + 1 })
  }
  if (moved.every((project) => Number.isSafeInteger(project.position))) return moved
  // At the end of all numbers only counting anew makes room.
  return others
    .map((other) => other.id)
    .toSpliced(at, 0, id)
    .map((one, index) => ({ id: one, position: index + 1 }))
}
