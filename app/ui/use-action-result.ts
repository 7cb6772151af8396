import { useState } from 'react'
import { useLocation } from 'react-router'

/** The result of the page's action until the next navigation. React Router drops it when the page is revalidated. */
export function useActionResult<T>(result: T | undefined): T | undefined {
  const { key } = useLocation()
  const [last, setLast] = useState({ key, result })
  const isNew = result !== undefined && result !== last.result
  if (isNew || key !== last.key) setLast({ key, result })
  return result ?? (key === last.key ? last.result : undefined)
}
