import { useLocation, useNavigation } from 'react-router'

/** Whether the form of this page, or the one that posts to `action`, is on its way. */
export function useSending(action?: string): boolean {
  const here = useLocation().pathname
  const [posted] = useNavigation().formAction?.toLowerCase().split('?') ?? []
  return posted === (action ?? here).toLowerCase()
}
