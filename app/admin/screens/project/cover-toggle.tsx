import { useState } from 'react'
import type { Refusal } from '#portfolio/result.ts'
import { StatusMessage } from '#app/ui/status-message.tsx'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { useActionFetcher } from '#app/admin/forms/use-action-fetcher.ts'

interface CoverToggleProps {
  action: string
  photoId: string
  chosen: boolean
}

export function CoverToggle({ action, photoId, chosen }: CoverToggleProps) {
  const { submit, submitting } = useActionFetcher(action)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [changed, setChanged] = useState(false)
  const change = async () => {
    if (submitting) return
    setRefusal(null)
    const result = await submit({ intent: 'use-as-cover', photoId: chosen ? '' : photoId })
    setChanged(result.ok)
    if (!result.ok) setRefusal(result)
  }
  return (
    <div className="tool-use-as-cover">
      <button
        type="button"
        className="tool-link"
        aria-pressed={chosen}
        aria-busy={submitting || undefined}
        // The second click of a double click would undo the first.
        onClick={({ detail }) => void (detail < 2 && change())}
      >
        Use as cover
      </button>
      <StatusMessage>
        {chosen ? 'This picture is the cover.' : changed ? 'This picture is no longer the cover.' : null}
      </StatusMessage>
      {refusal ? <FailureMessage message="Failed to update project data" reason={refusal} /> : null}
    </div>
  )
}
