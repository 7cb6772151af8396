import { RemovalNotice, type RemovalNoticeProps } from '#app/admin/remove/removal-notice.tsx'
import type { useUndoMove } from '#app/admin/reorder/use-undo-move.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'

interface UndoBarProps
  extends RemovalNoticeProps, Pick<ReturnType<typeof useUndoMove>, 'undoButton' | 'undoMoveFailure'> {
  movedMessage: string | null
}

export function UndoBar({ movedMessage, undoButton, undoMoveFailure, ...removalNotice }: UndoBarProps) {
  return (
    <div className="tool-undo">
      <div className="tool-row">
        <StatusMessage>{movedMessage}</StatusMessage>
        {undoButton}
      </div>
      {undoMoveFailure}
      <RemovalNotice {...removalNotice} />
    </div>
  )
}
