import { useRef } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader } from './root.tsx'

export function useRootData() {
  const rootData = useRouteLoaderData<typeof loader>('root')
  if (!rootData) throw new Error('no root data')
  return rootData
}

/**
 * The id of the admin who last used the page. It is kept after the session has ended or the role was revoked, so that
 * unsaved work stays on the page, until another account logs in.
 */
export function useLastAdmin(isAdmin: boolean): string | null {
  const { person } = useRootData()
  const last = useRef<string | null>(null)
  if (person && isAdmin) last.current = person.userId
  else if (person && person.userId !== last.current) last.current = null
  return last.current
}
