import type { PointerEvent as ReactPointerEvent } from 'react'
import { slotAt, type Box, type DropSlot } from './drop-slot.ts'

/** A press that moves less is none. */
const leastPixels = 5
/** So near to the edge of the window, the page scrolls along. */
const edgePixels = 90

interface Drag {
  /** What is said of it on the way, when it is more than what is seen. */
  readonly says?: string
  /** Let go between two items, or at an end: the index among all of them, from 0 to their number. */
  readonly onDrop: (index: number) => void
}

/**
 * Drags an item of a list by its handle, with a mouse, a pen or a finger; Escape puts it back. Positions are set
 * through the elements' own style objects: the policy of the site forbids style attributes, not scripts that style.
 */
export function startDrag(event: ReactPointerEvent<HTMLElement>, { says = '', onDrop }: Drag): void {
  const handle: HTMLElement = event.currentTarget
  const item = handle.closest('li')
  if (!item || event.button !== 0 || !event.isPrimary) return
  event.preventDefault()
  const from = pointOf(event.nativeEvent)
  const left = new AbortController()
  let last = from
  let flight: ReturnType<typeof takeOff> | null = null

  const move = () => {
    const [x, y] = [last.x + window.scrollX, last.y + window.scrollY]
    if (!flight && Math.hypot(x - from.pageX, y - from.pageY) < leastPixels) return
    flight ??= takeOff(item, says)
    flight.to(x, y, x - from.pageX, y - from.pageY)
  }
  const end = (drop: boolean) => {
    left.abort()
    const slot = flight?.land()
    if (drop && slot) onDrop(slot.index)
  }
  const scroll = () => {
    if (left.signal.aborted) return
    const by = flight ? scrollBy(last.y) : 0
    if (by !== 0) {
      window.scrollBy({ top: by, behavior: 'instant' })
      move()
    }
    requestAnimationFrame(scroll)
  }
  const listen = { signal: left.signal }
  handle.setPointerCapture(event.pointerId)
  handle.addEventListener('pointermove', (moved) => ((last = pointOf(moved)), move()), listen)
  handle.addEventListener('pointerup', () => end(true), listen)
  handle.addEventListener('pointercancel', () => end(false), listen)
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), listen)
  requestAnimationFrame(scroll)
}

function pointOf({ clientX, clientY }: PointerEvent) {
  return { x: clientX, y: clientY, pageX: clientX + window.scrollX, pageY: clientY + window.scrollY }
}

function scrollBy(y: number): number {
  const below = y - (window.innerHeight - edgePixels)
  if (below > 0) return Math.min(below, edgePixels) / 5
  return y < edgePixels ? -(edgePixels - y) / 5 : 0
}

/** Lifts the item off the page. Nothing else moves while it flies: a line shows where it would land. */
function takeOff(item: HTMLElement, says: string) {
  const boxes = [...(item.parentElement?.children ?? [])].map(boxOf)
  const line = document.body.appendChild(document.createElement('div'))
  line.className = 'tool-drop-line'
  item.dataset['dragged'] = says
  let slot: DropSlot | null = null
  return {
    to(x: number, y: number, alongX: number, alongY: number): void {
      item.style.transform = `translate(${alongX}px, ${alongY}px)`
      slot = slotAt(boxes, x, y)
      const box = slot && boxes[slot.at]
      if (slot && box) drawLine(line, box, slot.side)
    },
    land(): DropSlot | null {
      line.remove()
      item.style.removeProperty('transform')
      delete item.dataset['dragged']
      return slot
    },
  }
}

function boxOf(element: Element): Box {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const { scrollX, scrollY } = window
  return { left: left + scrollX, right: right + scrollX, top: top + scrollY, bottom: bottom + scrollY }
}

function drawLine(line: HTMLElement, box: Box, side: DropSlot['side']): void {
  const upright = side === 'left' || side === 'right'
  const left = side === 'right' ? box.right + 6 : side === 'left' ? box.left - 8 : box.left
  const top = side === 'bottom' ? box.bottom + 6 : side === 'top' ? box.top - 8 : box.top
  line.style.left = `${Math.max(0, left)}px`
  line.style.top = `${top}px`
  line.style.width = upright ? '2px' : `${box.right - box.left}px`
  line.style.height = upright ? `${box.bottom - box.top}px` : '2px'
}
