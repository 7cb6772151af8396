import { href, useFetcher, useLocation } from 'react-router'
import type { Refusal } from '#portfolio/result.ts'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { AdminStyles } from '#app/admin/styles/admin-styles.tsx'

interface ToolsFormProps {
  /** `true` hides the admin tools, `false` shows them again. */
  hide: boolean
  label?: string
  className?: string
}

export function ToolsForm({ hide, label = hide ? 'Hide tools' : 'Show tools', className }: ToolsFormProps) {
  const { pathname, search } = useLocation()
  const { Form, state, data } = useFetcher<Refusal>()
  const pending = state !== 'idle'
  return (
    <Form
      method="post"
      action={`${href('/tools')}?${new URLSearchParams({ next: pathname + search }).toString()}`}
      className="tool-switch"
      preventScrollReset
    >
      <button
        name="tools"
        value={hide ? 'hidden' : 'shown'}
        className={className}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
      >
        {label}
      </button>
      {data && !pending ? (
        <>
          <AdminStyles />
          <FailureMessage message={hide ? 'Failed to hide tools' : 'Failed to show tools'} reason={data} />
        </>
      ) : null}
    </Form>
  )
}
