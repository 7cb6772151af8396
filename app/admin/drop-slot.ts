/** Where something stands on the page, in pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The place between boxes, from 0 to their number, that a point stands for; and the box and side to mark it at. */
export interface DropSlot {
  readonly index: number
  readonly at: number
  readonly side: 'left' | 'right' | 'top' | 'bottom'
}

/** The slot nearest to a point, in rows of several as in a column: before or behind the box that is closest. */
export function slotAt(boxes: readonly Box[], x: number, y: number): DropSlot | null {
  let at = -1
  let least = Number.POSITIVE_INFINITY
  for (const [index, box] of boxes.entries()) {
    const away = Math.hypot(beyond(x, box.left, box.right), beyond(y, box.top, box.bottom))
    if (away < least) [at, least] = [index, away]
  }
  const nearest = boxes[at]
  if (!nearest) return null
  const inRow = boxes.some((box) => box !== nearest && areInRow(box, nearest))
  const behind = inRow ? x > (nearest.left + nearest.right) / 2 : y > (nearest.top + nearest.bottom) / 2
  const side = inRow ? (behind ? 'right' : 'left') : behind ? 'bottom' : 'top'
  return { index: behind ? at + 1 : at, at, side }
}

/** Whether half of the lower one stands beside the other. */
function areInRow(one: Box, other: Box): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return shared > Math.min(one.bottom - one.top, other.bottom - other.top) / 2
}

function beyond(value: number, from: number, to: number): number {
  return Math.max(from - value, 0, value - to)
}

/** The ids once the chosen ones stand, as one block in their order, at this index among all of them. */
export function orderWith(ids: readonly string[], chosen: readonly string[], index: number): string[] {
  const block = ids.filter((id) => chosen.includes(id))
  const before = ids.slice(0, index).filter((id) => !chosen.includes(id))
  const behind = ids.slice(index).filter((id) => !chosen.includes(id))
  return [...before, ...block, ...behind]
}
