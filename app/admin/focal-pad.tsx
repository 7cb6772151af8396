import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import type { Point } from './aim.ts'

interface FocalPadProps {
  /** What the picture is called: `image 3`. */
  name: string
  /** Pixels of the picture: the pad has its proportions. */
  width: number
  height: number
  at: Point
  onAim: (point: Point) => void
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Lies over a picture: a click, or the arrow keys, set the point that stays in sight. For those who do not see it,
 * two sliders; each takes all four arrows.
 */
export function FocalPad({ name, width, height, at, onAim }: FocalPadProps) {
  const pad = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    pad.current?.style.setProperty('aspect-ratio', `${width} / ${height}`)
    mark.current?.style.setProperty('left', `${at.x * 100}%`)
    mark.current?.style.setProperty('top', `${at.y * 100}%`)
  })

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    onAim({ x: (event.clientX - left) / width, y: (event.clientY - top) / height })
    pad.current?.querySelector('input')?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    const step = event.shiftKey ? 0.1 : 0.01
    onAim({ x: stepped(at.x, move[0] * step), y: stepped(at.y, move[1] * step) })
  }
  const spoken = `${percent(at.x)} % from the left, ${percent(at.y)} % from the top`
  const slider = (says: string, value: number, set: (value: number) => Point) => (
    <input
      type="range"
      className="unseen"
      min={0}
      max={100}
      step={1}
      aria-label={`Focal point of ${name}, ${says}`}
      aria-valuetext={spoken}
      value={percent(value)}
      onChange={({ currentTarget }) => onAim(set(Number(currentTarget.value) / 100))}
      onKeyDown={onKeyDown}
    />
  )
  return (
    <div ref={pad} className="tool-pad">
      {/* The sliders are its keyboard. */}
      <span className="tool-pad-face" role="presentation" onClick={onClick} />
      {slider('from the left', at.x, (x) => ({ ...at, x }))}
      {slider('from the top', at.y, (y) => ({ ...at, y }))}
      <span ref={mark} className="tool-mark" aria-hidden />
    </div>
  )
}

function percent(fraction: number): number {
  return Math.round(fraction * 100)
}

/** Onto whole percents, whatever a click has set before. */
function stepped(from: number, by: number): number {
  return Math.min(Math.max(Math.round((from + by) * 100) / 100, 0), 1)
}
