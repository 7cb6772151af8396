import { useState, type ReactNode } from 'react'
import type { Result } from '#portfolio/result.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { FailureMessage } from './failure-message.tsx'
import { useActionFetcher } from './use-action-fetcher.ts'

interface SavedChoice {
  action: string
  saved: string
  formOf: (choice: string) => Record<string, string>
  /** `null`: saving is not announced. */
  savedMessage?: string | null
  failedMessage?: string
}

/** Props for a `<select>` that saves each choice immediately, and the message to show below it. */
export function useSavedChoice({
  action,
  saved,
  formOf,
  savedMessage = 'Saved.',
  failedMessage = 'Failed to update project data',
}: SavedChoice) {
  const { submit, submitting } = useActionFetcher(action)
  // Shown in place of the saved value while the choice is being saved.
  const [chosen, setChosen] = useState<string | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const save = async (choice: string) => {
    setChosen(choice)
    setResult(null)
    setResult(await submit(formOf(choice)))
    setChosen((current) => (current === choice ? null : current))
  }
  const message: ReactNode = (
    <>
      {savedMessage === null ? null : <StatusMessage>{result?.ok ? savedMessage : null}</StatusMessage>}
      {result?.ok === false ? <FailureMessage message={failedMessage} reason={result} /> : null}
    </>
  )
  return {
    message,
    selectProps: {
      value: chosen ?? saved,
      'aria-busy': submitting || undefined,
      onChange: ({ currentTarget }: { currentTarget: HTMLSelectElement }) => void save(currentTarget.value),
    },
  }
}
