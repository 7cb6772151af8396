import { useEffect, useRef, useState } from 'react'
import type { Refusal } from '#portfolio/result.ts'

/** The last request's result, a sentence or a refusal. The element with the ref `notice` shows it and gets focus. */
export function useResultNotice() {
  const [result, setResult] = useState<{ success: string } | Refusal | null>(null)
  const notice = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The button that was pressed may be gone.
    if (result) notice.current?.focus({ preventScroll: true })
  }, [result])

  return { result, setResult, notice }
}
