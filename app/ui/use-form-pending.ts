import { useLocation, useNavigation } from 'react-router'

/** Whether a form that posts to this page, or to `action`, is being submitted. */
export function useFormPending(action?: string): boolean {
  const { pathname } = useLocation()
  const [submittedTo] = useNavigation().formAction?.toLowerCase().split('?') ?? []
  return submittedTo === (action ?? pathname).toLowerCase()
}
