import { useRouteLoaderData } from 'react-router'
import type { loader } from './root.tsx'

/** Who looks at the page, and whose studio it is. */
export function useHouse() {
  const house = useRouteLoaderData<typeof loader>('root')
  if (!house) throw new Error('the root has been read before any page is drawn')
  return house
}
