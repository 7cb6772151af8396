import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import type { FocalPoint } from './use-save-focal-point.ts'

interface FocalPointPickerProps {
  /** For accessible names: `image 3`. */
  name: string
  /** The image's size in pixels; gives the picker its aspect ratio. */
  width: number
  height: number
  focalPoint: FocalPoint
  onChange: (point: FocalPoint) => void
}

const arrowSteps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** An overlay on an image that sets its focal point by click, arrow keys or, for screen readers, two sliders. */
export function FocalPointPicker({ name, width, height, focalPoint, onChange }: FocalPointPickerProps) {
  const picker = useRef<HTMLDivElement>(null)
  const marker = useRef<HTMLSpanElement>(null)
  // Set in an effect because the content security policy forbids style attributes.
  useLayoutEffect(() => {
    picker.current?.style.setProperty('aspect-ratio', `${width} / ${height}`)
    marker.current?.style.setProperty('left', `${focalPoint.x * 100}%`)
    marker.current?.style.setProperty('top', `${focalPoint.y * 100}%`)
  })

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    onChange({ x: (event.clientX - left) / width, y: (event.clientY - top) / height })
    picker.current?.querySelector('input')?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = arrowSteps[event.key]
    if (!direction) return
    event.preventDefault()
    const step = event.shiftKey ? 0.1 : 0.01
    onChange({
      x: offsetFraction(focalPoint.x, direction[0] * step),
      y: offsetFraction(focalPoint.y, direction[1] * step),
    })
  }
  const valueText = `${toPercent(focalPoint.x)} % from the left, ${toPercent(focalPoint.y)} % from the top`
  const slider = (axisName: string, value: number, withValue: (value: number) => FocalPoint) => (
    <input
      type="range"
      className="visually-hidden"
      min={0}
      max={100}
      step={1}
      aria-label={`Focal point of ${name}, ${axisName}`}
      aria-valuetext={valueText}
      value={toPercent(value)}
      onChange={({ currentTarget }) => onChange(withValue(Number(currentTarget.value) / 100))}
      onKeyDown={onKeyDown}
    />
  )
  return (
    <div ref={picker} className="tool-focal-point">
      {/* The sliders provide keyboard access. */}
      <span className="tool-focal-point-target" role="presentation" onClick={onClick} />
      {slider('from the left', focalPoint.x, (x) => ({ ...focalPoint, x }))}
      {slider('from the top', focalPoint.y, (y) => ({ ...focalPoint, y }))}
      <span ref={marker} className="tool-focal-point-marker" aria-hidden />
    </div>
  )
}

function toPercent(fraction: number): number {
  return Math.round(fraction * 100)
}

/** Rounds to hundredths, because a click can set any fraction. */
function offsetFraction(fraction: number, offset: number): number {
  return Math.min(Math.max(Math.round((fraction + offset) * 100) / 100, 0), 1)
}
