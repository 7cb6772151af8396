import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useFetcher } from 'react-router'
import { createActionCaller } from './action-caller.ts'

export type FormFields = Readonly<Record<string, string>> | FormData

/** `submit` posts to the action, one call at a time, and resolves with the action's result. */
export function useActionFetcher<T = null>(action: string) {
  const { state, data, submit: post } = useFetcher()
  const [caller] = useState(() => createActionCaller<T>())
  const submitting = useSyncExternalStore(caller.subscribe, caller.isSubmitting, () => false)
  useEffect(() => caller.receive(state, data), [caller, state, data])
  useEffect(() => caller.mount(), [caller])
  const submit = useCallback(
    (fields: FormFields) => caller.submit(() => post(fields, { method: 'post', action })),
    [caller, post, action],
  )
  return { submit, submitting }
}
