import { useFetcher } from 'react-router'
import type { Result } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'

interface HealthFormProps {
  intent: 'back-up' | 'trust-clock'
  label: string
  failure: string
}

export function HealthForm({ intent, label, failure }: HealthFormProps) {
  const { Form, state, data } = useFetcher<Result>()
  const pending = state !== 'idle'
  return (
    <Form method="post" className="tool-row health-actions">
      <button name="intent" value={intent} className="tool-link" aria-disabled={pending || undefined}>
        {label}
      </button>
      {data && !data.ok && !pending ? <FailureMessage message={failure} reason={data} /> : null}
    </Form>
  )
}
