/** In pixels, relative to the document. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface InsertionPoint {
  /** The index of the box to insert before; the number of boxes to insert at the end. */
  readonly index: number
  /** The index of the box closest to the pointer; the drop line is shown on its `side`. */
  readonly nearest: number
  readonly side: 'left' | 'right' | 'top' | 'bottom'
}

/** The insertion point for a pointer position: before or after the nearest box. Boxes can form rows or a column. */
export function insertionPointAt(boxes: readonly Box[], x: number, y: number): InsertionPoint | null {
  let nearest = -1
  let minDistance = Number.POSITIVE_INFINITY
  for (const [index, { left, right, top, bottom }] of boxes.entries()) {
    const distance = Math.hypot(distanceToRange(x, left, right), distanceToRange(y, top, bottom))
    if (distance < minDistance) [nearest, minDistance] = [index, distance]
  }
  const box = boxes[nearest]
  if (!box) return null
  const inRow = boxes.some((other) => other !== box && areInRow(other, box))
  const isAfter = inRow ? x > (box.left + box.right) / 2 : y > (box.top + box.bottom) / 2
  const side = inRow ? (isAfter ? 'right' : 'left') : isAfter ? 'bottom' : 'top'
  return { index: isAfter ? nearest + 1 : nearest, nearest, side }
}

/** Whether the boxes overlap vertically by more than half the shorter one's height. */
function areInRow(a: Box, b: Box): boolean {
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return overlap > Math.min(a.bottom - a.top, b.bottom - b.top) / 2
}

function distanceToRange(value: number, min: number, max: number): number {
  return Math.max(min - value, 0, value - max)
}
