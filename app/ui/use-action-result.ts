import { useState } from 'react'
import { useLocation } from 'react-router'

/** Keeps the result of the page's action until the next navigation; React Router drops it at a revalidation. */
export function useActionResult<T>(result: T | undefined): T | undefined {
  const { key } = useLocation()
  const [last, setLast] = useState({ key, result })
  const isNew = result !== undefined && result !== last.result
  if (isNew || key !== last.key) setLast({ key, result })
  return result ?? (key === last.key ? last.result : undefined)
}
