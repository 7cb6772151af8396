import { href, Link } from 'react-router'
import { FailureMessage } from '#app/admin/forms/failure-message.tsx'
import { StatusMessage } from '#app/ui/status-message.tsx'
import type { useConfirmedRemoval } from './use-confirmed-removal.tsx'

export interface RemovalNoticeProps {
  removal: Pick<ReturnType<typeof useConfirmedRemoval>, 'removed' | 'undo' | 'undoFailure'>
  /** The verb of the message, such as `Image 3 was removed.` */
  verb: 'deleted' | 'removed'
  /** The label of the button, such as `Undo delete`. */
  undoLabel: string
}

export function RemovalNotice({ removal, verb, undoLabel }: RemovalNoticeProps) {
  const { removed, undo, undoFailure } = removal
  return (
    <>
      <div className="tool-row">
        <StatusMessage>{removed && `${removed.name} ${describeOutcome(removed, verb)}.`}</StatusMessage>
        {removed && !removed.isRestored ? (
          <>
            <button type="button" className="tool-link" onClick={undo}>
              {undoLabel}
            </button>
            <Link to={href('/bin')} className="tool-link">
              Bin
            </Link>
          </>
        ) : null}
      </div>
      {undoFailure === null ? null : <FailureMessage message="This could not be restored" reason={undoFailure} />}
    </>
  )
}

function describeOutcome({ ids, isRestored }: { ids: readonly string[]; isRestored: boolean }, verb: string): string {
  const isPlural = ids.length > 1
  if (isRestored) return isPlural ? 'are back' : 'is back'
  return `${isPlural ? 'were' : 'was'} ${verb}`
}
