import { useEffect, useRef, useState } from 'react'
import type { Photograph } from '#portfolio/photo/photo.ts'
import { useAsk } from './ask.ts'

export interface Point {
  /** Fractions of the picture's width and height, 0-1. */
  readonly x: number
  readonly y: number
}

/** Several presses of a key are one wish. */
const restMs = 500

/** The focal point of a picture while it is being set: seen at once, saved when it rests; refused, the old is back. */
export function useAim(action: string, photo: Photograph) {
  const { ask } = useAsk(action)
  const [wished, setWished] = useState<Point | null>(null)
  const [told, setTold] = useState<{ well: boolean; why: string } | null>(null)
  const resting = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void } | null>(null)
  const latest = useRef<Point | null>(null)

  const save = async (point: Point) => {
    resting.current = null
    const fractions = { x: spell(point.x), y: spell(point.y) }
    const outcome = await ask({ intent: 'aim-image', photoId: photo.id, ...fractions })
    setTold(outcome.ok ? { well: true, why: '' } : { well: false, why: outcome.message })
    // Set again meanwhile: that one is still to come.
    if (latest.current === point) setWished(null)
  }
  const aim = (point: Point) => {
    latest.current = point
    setWished(point)
    setTold(null)
    clearTimeout(resting.current?.timer)
    const begin = () => void save(point)
    resting.current = { timer: setTimeout(begin, restMs), save: begin }
  }
  // Closed before it rested: it is meant all the same.
  useEffect(
    () => () => {
      clearTimeout(resting.current?.timer)
      resting.current?.save()
    },
    [],
  )
  return { at: wished ?? { x: photo.focalX, y: photo.focalY }, aim, told }
}

function spell(fraction: number): string {
  return String(Number(Math.min(Math.max(fraction, 0), 1).toFixed(4)))
}
