import { useRouteLoaderData } from 'react-router'
import type { loader } from './root.tsx'

/** The loader data of the root route: person, studio name, origin and edition. */
export function useRootData() {
  const rootData = useRouteLoaderData<typeof loader>('root')
  if (!rootData) throw new Error('useRootData is used outside the root layout')
  return rootData
}
