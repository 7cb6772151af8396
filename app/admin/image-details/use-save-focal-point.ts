import { useEffect, useRef, useState } from 'react'
import type { PhotoView } from '#portfolio/photo/photo.ts'
import type { Result } from '#portfolio/result.ts'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'

/** Fractions (0-1) of the image's width and height. */
export interface FocalPoint {
  readonly x: number
  readonly y: number
}

const saveDebounceMs = 500

/** The focal point of an image: updated optimistically, saved with a debounce, and reset if the server refuses it. */
export function useSaveFocalPoint(action: string, photo: PhotoView) {
  const { submit } = useActionFetcher<unknown>(action)
  const [unsaved, setUnsaved] = useState<FocalPoint | null>(null)
  const [result, setResult] = useState<Result<unknown> | null>(null)
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void } | null>(null)
  const latest = useRef<FocalPoint | null>(null)

  const save = async (point: FocalPoint) => {
    pending.current = null
    const fractions = { x: formatFraction(point.x), y: formatFraction(point.y) }
    setResult(await submit({ intent: 'set-focal-point', photoId: photo.id, ...fractions }))
    // If the point was changed again during the save, that change is still unsaved.
    if (latest.current === point) setUnsaved(null)
  }
  const setFocalPoint = (point: FocalPoint) => {
    latest.current = point
    setUnsaved(point)
    setResult(null)
    clearTimeout(pending.current?.timer)
    const savePoint = () => void save(point)
    pending.current = { timer: setTimeout(savePoint, saveDebounceMs), save: savePoint }
  }
  // Saves a pending change on unmount.
  useEffect(
    () => () => {
      clearTimeout(pending.current?.timer)
      pending.current?.save()
    },
    [],
  )
  return { focalPoint: unsaved ?? { x: photo.focalX, y: photo.focalY }, setFocalPoint, result }
}

function formatFraction(fraction: number): string {
  return String(Number(Math.min(Math.max(fraction, 0), 1).toFixed(4)))
}
