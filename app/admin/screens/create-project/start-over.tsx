import { useState } from 'react'
import { ConfirmDialog } from '#app/ui/dialog/confirm-dialog.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'

/** Says that an unsaved draft was restored, and discards it after confirmation. */
export function StartOver({ onConfirmed }: { onConfirmed: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <div className="tool-start-over">
      <StatusMessage>This is what you typed but did not save.</StatusMessage>
      <button type="button" className="tool-link" onClick={() => setAsking(true)}>
        Start over
      </button>
      <ConfirmDialog
        open={asking}
        question="Discard what you typed?"
        yes="Discard"
        no="Keep"
        onYes={onConfirmed}
        onNo={() => setAsking(false)}
      />
    </div>
  )
}
