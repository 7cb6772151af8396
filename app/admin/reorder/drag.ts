import type { PointerEvent as ReactPointerEvent } from 'react'
import { insertionPointAt, type Box, type InsertionPoint } from './insertion-point.ts'

/** A shorter movement counts as a click. */
const minDragPixels = 5
/** The page scrolls while the pointer is this close to the top or bottom of the viewport. */
const scrollEdgePixels = 90

interface DragOptions {
  /** Shown on the dragged item when several are dragged together. */
  readonly label?: string
  /** `index` is the index of the item to insert before; the list length inserts at the end. */
  readonly onDrop: (index: number) => void
}

/**
 * Drags a list item by its handle with a mouse, pen or finger. Escape cancels. Positions are set through
 * `element.style`, which the content security policy allows, unlike style attributes in HTML.
 */
export function startDrag(event: ReactPointerEvent<HTMLElement>, { label = '', onDrop }: DragOptions): void {
  const handle: HTMLElement = event.currentTarget
  const item = handle.closest('li')
  if (!item || event.button !== 0 || !event.isPrimary) return
  event.preventDefault()
  const start = pointOf(event.nativeEvent)
  const ended = new AbortController()
  let last = start
  let drag: ReturnType<typeof showDragFeedback> | null = null

  const move = () => {
    const [x, y] = [last.x + window.scrollX, last.y + window.scrollY]
    if (!drag && Math.hypot(x - start.pageX, y - start.pageY) < minDragPixels) return
    drag ??= showDragFeedback(item, label)
    drag.moveTo(x, y, x - start.pageX, y - start.pageY)
  }
  const end = (drop: boolean) => {
    ended.abort()
    const target = drag?.end()
    if (drop && target) onDrop(target.index)
  }
  const scroll = () => {
    if (ended.signal.aborted) return
    const pixels = drag ? scrollStep(last.y) : 0
    if (pixels !== 0) {
      window.scrollBy({ top: pixels, behavior: 'instant' })
      move()
    }
    requestAnimationFrame(scroll)
  }
  const options = { signal: ended.signal }
  handle.setPointerCapture(event.pointerId)
  handle.addEventListener('pointermove', (event) => ((last = pointOf(event)), move()), options)
  handle.addEventListener('pointerup', () => end(true), options)
  handle.addEventListener('pointercancel', () => end(false), options)
  // Received by the document if the handle is removed while it is dragged.
  document.addEventListener(
    'lostpointercapture',
    ({ pointerId }) => pointerId === event.pointerId && end(false),
    options,
  )
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), options)
  requestAnimationFrame(scroll)
}

function pointOf({ clientX, clientY }: PointerEvent) {
  return { x: clientX, y: clientY, pageX: clientX + window.scrollX, pageY: clientY + window.scrollY }
}

/** Pixels to scroll per frame, increasing towards the edge. */
function scrollStep(y: number): number {
  const intoBottom = y - (window.innerHeight - scrollEdgePixels)
  if (intoBottom > 0) return Math.min(intoBottom, scrollEdgePixels) / 5
  return y < scrollEdgePixels ? -(scrollEdgePixels - y) / 5 : 0
}

/** Moves the dragged item with the pointer and shows a line at the drop target. The other items stay in place. */
function showDragFeedback(item: HTMLElement, label: string) {
  const boxes = [...(item.parentElement?.children ?? [])].map(boxOf)
  const line = document.body.appendChild(document.createElement('div'))
  line.className = 'tool-drop-line'
  item.dataset['dragged'] = label
  let target: InsertionPoint | null = null
  return {
    moveTo(x: number, y: number, offsetX: number, offsetY: number): void {
      item.style.transform = `translate(${offsetX}px, ${offsetY}px)`
      target = insertionPointAt(boxes, x, y)
      const box = target && boxes[target.nearest]
      if (target && box) placeLine(line, box, target.side)
    },
    end(): InsertionPoint | null {
      line.remove()
      item.style.removeProperty('transform')
      delete item.dataset['dragged']
      return target
    },
  }
}

function boxOf(element: Element): Box {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const { scrollX, scrollY } = window
  return { left: left + scrollX, right: right + scrollX, top: top + scrollY, bottom: bottom + scrollY }
}

function placeLine(line: HTMLElement, box: Box, side: InsertionPoint['side']): void {
  const isVertical = side === 'left' || side === 'right'
  const left = side === 'right' ? box.right + 6 : side === 'left' ? box.left - 8 : box.left
  const top = side === 'bottom' ? box.bottom + 6 : side === 'top' ? box.top - 8 : box.top
  line.style.left = `${Math.max(0, left)}px`
  line.style.top = `${top}px`
  line.style.width = isVertical ? '2px' : `${box.right - box.left}px`
  line.style.height = isVertical ? `${box.bottom - box.top}px` : '2px'
}
